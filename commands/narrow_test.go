package commands

import (
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// No row of a table is wider than a phone, in any language. The test asks for each answer that
// has a table, and follows all buttons and menus from there. Package event measures the log of
// an event, and package bot the answers of all conversations.
func TestTablesFitAPhone(t *testing.T) {
	tools := fixedTools(303)
	tools.Store = storetest.Open(t, storetest.SQLite(t)) // a step leads to the quiz
	n := &narrow{t, All(tools), map[string]bool{}, map[string]int{}}
	for _, table := range explain.Tables() {
		n.ask("/table name:" + table.ID)
		for _, sp := range testrun.Choose([]int{0, 959}, []int{0, 518, 959}) {
			p, _ := chess960.FromSP(sp)
			n.ask(fmt.Sprintf("/table name:%s position:%v", table.ID, p))
		}
	}
	for _, line := range []string{"/about", "/find swaps:6", "/sp number:959", "/sp number:959 path:true", "/random method:die", "/castle position:SP-959", "/encode position:BBQNNRKR"} {
		n.ask(line)
	}
	n.ask("/sp apply:12ES")
	for _, language := range voice.Languages() {
		if n.rows[language] != n.rows["en"] || n.rows[language] < 270 {
			t.Errorf("%d rows in %s, %d in English", n.rows[language], language, n.rows["en"])
		}
	}
}

// narrow asks for answers, and looks at their tables.
type narrow struct {
	*testing.T
	all   []chat.Command
	tried map[string]bool // names of custom ids, with the label or choice; whole ids of the pages of /about
	rows  map[string]int  // how many rows there were, by language
}

func (n *narrow) ask(typed string) {
	n.Helper()
	reply, err := chattest.Run(n, n.all, typed)
	if err != nil {
		n.Fatalf("%s: %v", typed, err)
	}
	n.measure(typed, reply)
}

// measure checks the tables of a reply, and follows its buttons and menus.
func (n *narrow) measure(path string, reply *chat.Reply) {
	n.Helper()
	for c := range chattest.Walk(reply.Components) {
		for _, language := range voice.Languages() {
			rows := chattest.TableRows(voice.In(language).Say(c.Content))
			n.rows[language] += len(rows)
			for _, row := range rows {
				if columns := len([]rune(row)); columns > chat.MostColumns {
					n.Errorf("%s in %s: %d columns, want at most %d: %q", path, language, columns, chat.MostColumns, row)
				}
			}
		}
	}
	for c := range chattest.Walk(reply.Components) {
		choices := []string{""}
		if c.Type == discordgo.SelectMenuComponent {
			choices = nil
			for _, o := range c.Options {
				choices = append(choices, o.Value)
			}
		}
		for _, choice := range choices {
			n.press(path, c, choice)
		}
	}
}

// press follows a button, or a choice in a menu, that no reply before had.
func (n *narrow) press(path string, c chat.Component, choice string) {
	n.Helper()
	key := fmt.Sprint(chat.IDName(c.CustomID), " ", chattest.English(c.Label), choice)
	if chat.IDName(c.CustomID) == "about-page" { // each paper has pages of its own behind the same button
		key = c.CustomID
	}
	if c.CustomID == "" || n.tried[key] {
		return
	}
	n.tried[key] = true
	r := &chat.Request{Asker: chattest.Anna, GuildID: "1", ChannelID: "2", CustomID: c.CustomID, Message: &chat.Message{ID: "3"}}
	if choice != "" {
		r.Values = []string{choice}
	}
	if reply, err := chattest.Pressed(n, n.all, r); err == nil {
		n.measure(path+" › "+key, reply)
	}
}

// People quote values, because other programs want that. Discord sends the quotation marks.
func TestOptionsAreReadWithoutQuotes(t *testing.T) {
	read := 0
	for _, c := range All(fixedTools(0)) {
		options := c.Options
		for _, s := range c.Subcommands {
			options = append(options, s.Options...)
		}
		for _, o := range options {
			o, isText := o.(chat.OptionOf[string])
			if !isText || o.Read(&chat.Request{Options: chat.Options{o.Name(): "x"}}) == "" { // a list of choices
				continue
			}
			read++
			for typed, want := range map[string]string{
				`"518, 534"`: "518, 534", "„518, 534“": "518, 534", "“518”": "518", "«Berlin»": "Berlin", "'7pm'": "7pm", "`Q....KR`": "Q....KR",
				"```RNBQKBNR```": "RNBQKBNR", `"'a'"`: "a", ` "a" `: "a", `"Anna's cup"`: "Anna's cup",
				`The "big" cup`: `The "big" cup`, `"a" and "b"`: `"a" and "b"`, `5"`: `5"`, `"`: `"`, " a": " a",
			} {
				if got := o.Read(&chat.Request{Options: chat.Options{o.Name(): typed}}); got != want {
					t.Errorf("/%s %s: %s is read as %q", c.Name, o.Name(), typed, got)
				}
			}
			if o.Given(&chat.Request{Options: chat.Options{o.Name(): `""`}}) {
				t.Errorf("/%s %s: two quotation marks are a value", c.Name, o.Name())
			}
		}
	}
	if read < 10 {
		t.Errorf("only %d options", read)
	}
}
