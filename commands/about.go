package commands

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// about answers /about: what Chess960 is, by topic, with the sources. Each topic fits on the
// screen of a phone and has a menu of the others.
func about() chat.Command {
	return chat.Command{
		Def:     chat.Define("about", "What Chess960 and its numberings are, and where that comes from", topics().Option("topic", "What to read about; without it, what Chess960 is"), chat.PrivateOption()),
		Example: "/about",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			t, err := topics().ChooseOrFirst(r.Options.Text("topic"))
			if err != nil {
				return nil, err
			}
			return t.reply(chat.AsAsked), nil
		},
		Buttons: map[string]chat.Handler{"about": func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			t, err := topics().Choose(strings.Join(r.Values, ","))
			if err != nil || chat.ReadID(r.CustomID, noFields) != nil {
				return nil, chat.Foreign()
			}
			return t.reply(chat.OwnPage), nil
		}},
	}
}

// A topic is one page of /about: the file with its id in the folder about.
type topic struct{ id, name string }

// topics lists the topics, the default first. Discord allows 25.
func topics() chat.List[topic] {
	return chat.List[topic]{Kind: "a topic", Describe: func(t topic) (id, name string) { return t.id, t.name }, All: []topic{
		{"chess960", "What Chess960 is"},
		{"rules", "The start position"},
		{"castling", "Castling: the rules"},
		{"castling-effects", "Castling: what follows from the rules"},
		{"castling-board", "Castling by hand"},
		{"castling-computer", "Castling with computers"},
		{"playing", "Playing Chess960"},
		{"study", "Studying the positions"},
		{"records", "Writing a game down"},
		{"x-fen", "X-FEN"},
		{"numberings", "The numberings"},
		{"blocks", "How SP numbers count"},
		{"triangles", "Why triangular numbers"},
		{"swaps", "Swaps"},
		{"drawing", "Drawing with dice"},
		{"coins", "Drawing with coins"},
		{"bag", "Drawing from a bag"},
		{"cards", "Drawing with cards"},
		{"no-chance", "Without chance, and by this bot"},
		{"variants", "Relatives of Chess960"},
		{"history", "History"},
		{"tournaments", "Tournaments to 2005"},
		{"sources", "Sources"},
		{"misprints", "Misprints and open questions"},
		{"privacy", "What this bot stores about you"},
	}}
}

// noFields are the fields of the menu of topics: it has only a name.
func noFields(*chat.Fields) {}

// reply shows the topic, with a menu of all.
func (t topic) reply(audience chat.Audience) *chat.Reply {
	var options []chat.MenuOption
	for _, other := range topics().All {
		options = append(options, chat.MenuOption{Label: other.name, Value: other.id, Default: other == t})
	}
	return card.Page(audience, t.text(), chat.Row(chat.Menu(chat.WriteID("about", noFields), "Read about", options)))
}

//go:embed about
var aboutFiles embed.FS

// madeParts are the parts of topics that are made from the rules of the numberings. In the
// files, a name in brackets stands for them.
var madeParts = map[string]func() string{
	"[numberings]":    aboutSchemes,
	"[sources]":       schemeSources,
	"[first numbers]": explain.FirstNumbers,
	"[blocks]":        explain.Blocks,
	"[swaps]":         explain.SwapList,
}

func (t topic) text() string {
	file, err := aboutFiles.ReadFile("about/" + t.id + ".md")
	if err != nil {
		panic(err) // the file of a topic is missing
	}
	text := strings.TrimSpace(string(file))
	for name, part := range madeParts {
		if strings.Contains(text, name) {
			text = strings.ReplaceAll(text, name, part())
		}
	}
	return chat.WithMentions(text)
}

// aboutSchemes says in a line for each numbering what it is.
func aboutSchemes() string {
	var lines []string
	for _, s := range chess960.Schemes() {
		lines = append(lines, fmt.Sprintf("- **%s**, %d to %d: %s", s.Name, s.First, s.Last(), s.About))
	}
	return strings.Join(lines, "\n")
}

// schemeSources names the source of each numbering.
func schemeSources() string {
	var lines []string
	for _, s := range chess960.Schemes() {
		if s != chess960.Scharnagl1To960 { // its source is Scharnagl's
			lines = append(lines, fmt.Sprintf("- %s: %s.", s.Name, s.Source))
		}
	}
	return strings.Join(lines, "\n")
}
