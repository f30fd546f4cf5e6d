package commands

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/castle"
	"chess960bot/commands/number"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// otherTexts are the options with a text that names no position, and what it is. Features add theirs.
var otherTexts = map[string]string{
	"sp apply": "swaps", "random throws": "throws", "daily date": "a date", "daily-posts set time": "a time", "daily-posts set timezone": "a zone",
	"daily-posts set weekdays": "days", "castle move": "a turn", "find pattern": "a pattern",
}

// fields are the lines of forms in which people type, by the files that have them.
var fields = map[string]int{"card/pages.go": 1}

// featureReaders are the readers of features, by names of options.
var featureReaders []func(questioner) map[string]textReader

// A textReader asks the bot with a text, in a channel of its own. The answer has one of the parts if
// the text was read as SP 594.
type textReader struct {
	ask   func(channel, text string) (*chat.Reply, error)
	parts []string
}

// A questioner asks all commands.
type questioner struct {
	t   *testing.T
	all []chat.Command
}

func (a questioner) ask(command string, r chat.Request) (*chat.Reply, error) {
	name, subcommand, _ := strings.Cut(command, " ")
	r.ID, r.Asker, r.GuildID, r.Subcommand, r.Permissions = r.ChannelID+command, chattest.Anna, "9", subcommand, -1
	c := chattest.Command(a.t, a.all, name)
	if c.InMenu() {
		r.Subcommand = ""
	}
	return chattest.Ask(a.t, c.Answer, &r)
}

func (a questioner) option(command, name string, others chat.Options, parts ...string) textReader {
	return textReader{func(channel, text string) (*chat.Reply, error) {
		options := chat.Options{name: text}
		maps.Copy(options, others)
		return a.ask(command, chat.Request{ChannelID: channel, Options: options})
	}, parts}
}

func (a questioner) onMessage(name string, parts ...string) textReader {
	return textReader{func(channel, text string) (*chat.Reply, error) {
		return chattest.Ask(a.t, chattest.Command(a.t, a.all, name).Answer, &chat.Request{ID: channel, Asker: chattest.Anna, ChannelID: channel, Target: text})
	}, parts}
}

// positionReaders returns everything in which the bot reads a position, by names of options. Message commands are
// options, too.
func positionReaders(t *testing.T) map[string]textReader {
	tools := fixedTools(303)
	tools.Store = storetest.Open(t, storetest.SQLite(t))
	a := questioner{t, All(tools)}
	readers := map[string]textReader{
		"encode position":      a.option("encode", "position", nil, "## SP 594"),
		"encode against":       a.option("encode", "against", chat.Options{"position": "BRQNKBRN"}, "SP 594, as it should be", "594 is this position's SP number", "is this position's"),
		"castle position":      a.option("castle", "position", nil, "## Castling: SP 594", "analysis/chess960/brqnkbrn"),
		"table position":       a.option("table", "position", chat.Options{"name": "kings"}, "SP 594 · BRQNKBRN is in row"),
		"find positions":       a.option("find", "positions", nil, "\n594  BRQNKBRN"),
		"a message, explained": a.onMessage(number.ExplainThisName, "## SP 594"),
		"a message, castled":   a.onMessage(castle.CastleHereName, "## Castling: SP 594", "analysis/chess960/brqnkbrn"),
	}
	for _, more := range featureReaders {
		maps.Copy(readers, more(a))
	}
	return readers
}

// Every option with a text and every line of a form is known here: it reads positions, or something
// else.
func TestEveryTextIsKnown(t *testing.T) {
	readers := positionReaders(t)
	var texts []string
	var collect func(name string, options []chat.OptionDefinition)
	collect = func(name string, options []chat.OptionDefinition) {
		for _, o := range options {
			collect(name+" "+o.Name, o.Options)
			if o.Type == discordgo.ApplicationCommandOptionString && len(o.Choices) == 0 {
				texts = append(texts, name+" "+o.Name)
			}
		}
	}
	for _, c := range All(fixedTools(0)) {
		collect(c.Name, c.Definition().Options)
	}
	for _, text := range texts {
		if _, reads := readers[text]; !reads && otherTexts[text] == "" {
			t.Errorf("/%s: say which position it reads, or what else", text)
		}
	}
	for text := range otherTexts {
		if !slices.Contains(texts, text) {
			t.Errorf("there is no /%s", text)
		}
	}
	found := map[string]int{}
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(source), "chat.TextInput("); n > 0 && !strings.HasSuffix(file, "_test.go") {
			found[file] = n
		}
	}
	if !maps.Equal(found, fields) {
		t.Errorf("lines of forms: %v", found)
	}
}

// The same text names the same position in every option, or is refused in all of them. What it has
// besides is quoted, or the text is refused.
func TestOneTextInEveryOption(t *testing.T) {
	const (
		board = "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN"
		fen   = board + " w KQkq - 0 1"
		other = "nrnbbqkr/pppppppp/8/8/8/8/PPPPPPPP/NRNBBQKR w KQkq - 0 1"
		read  = "594"
		asks  = "several" // a menu, or a refusal that lists them; a list takes them all
		rest  = "rest"    // SP 594 with a remark, or a refusal
		none  = "none"    // refused
	)
	texts := map[string]string{
		"SP 594": read, "sp-594": read, "#594": read, "ＳＰ　５９４": read, "“SP 594”": read, "`SP 594`": read, "SP\u00a0594": read, "Scharnagl 594": read, "position 594": read, "**SP 594**": read,
		"Almanac 601": read, "BRQNKBRN": read, "brqnkbrn": read, "B R Q N K B R N": read, "♗♖♕♘♔♗♖♘": read, "LTDSKLTS": read, "ВRQNКВRN": read, "\"BRQNKBRN\"": read,
		fen: read, board: read, "FEN: " + fen: read, "`" + fen + "`": read, board + " w GBgb - 0 1": read, "https://lichess.org/analysis/chess960/" + strings.ReplaceAll(fen, " ", "_"): read,
		"https://lichess.org/analysis/chess960?position=594": read, `[FEN "` + fen + `"]`: read, `[fen '` + fen + `'] 1. e4 e5`: read, "[Event \"x\"]\nFEN: " + fen + "\n\n1. e4 e5 2. g3 *": read,
		`[Variant "Chess960"] [Event "x"] {594} 1. e4 e5`: read, `[Variant "Chess960"] {SP 594} 1. e4 e5`: read, "SP 594 1. e4 e5": read, "rook b1 and g1, king e1, queen c1, knights d1 and h1, bishops a1 and f1": read,
		fen + " " + other: asks, "BRQNKBRN or RNBQKBNR": asks, `[FEN "` + fen + `"] [FEN "` + other + `"] 1. e4`: asks,
		"BRQNKBRN blah": rest, "blah BRQNKBRN": rest, fen + " blah": rest, board + " w HAha - 0 1": rest, "SP 594 blah": rest,
		"blah": none, "BRQNKBRZ": none, "BRQNKBR": none, "SP 1594": none, "Milener 594": none, "<!DOCTYPE html>": none, "https://lichess.org/aBcd1234": none, "½–½": none,
	}
	remark := regexp.MustCompile("I read only|does not name the rooks|White castle with a rook on")
	channel := 0
	readers := positionReaders(t)
	// In usual runs an option has half of the texts that name one position, and such a text half of the
	// options. Messages have all.
	sorted, each := slices.Sorted(maps.Keys(texts)), testrun.Choose(2, 1)
	for i, name := range slices.Sorted(maps.Keys(readers)) {
		reader := readers[name]
		isList := slices.Contains([]string{"find positions", "event new exclude", "event new only", "event change exclude", "event set position", "round played"}, name)
		for j, text := range sorted {
			want := texts[text]
			if want == read && (i+j)%each != 0 && !strings.HasPrefix(name, "a message") {
				continue
			}
			channel++
			reply, err := reader.ask(fmt.Sprint(channel), text)
			said, refused := "", err != nil
			if refused {
				problem, ok := err.(*chat.UserError)
				if !ok {
					t.Errorf("%s %q: %v", name, text, err)
					continue
				}
				said = chattest.English(problem.Msg)
			} else {
				said = chattest.Text(reply)
				for c := range chattest.Walk(reply.Components) {
					said += "\n" + c.URL
				}
			}
			said = strings.ReplaceAll(said, "\u00a0", " ")
			is594 := !refused && slices.ContainsFunc(reader.parts, func(part string) bool { return strings.Contains(said, part) })
			ok := false
			switch want {
			case read:
				ok = is594 && !remark.MatchString(said)
			case asks:
				ok = strings.Contains(said, "Which one do you mean?") || refused && strings.Contains(said, "can mean") || isList
			case rest:
				ok = refused || strings.HasPrefix(name, "a message") || is594 && remark.MatchString(said) || isList && strings.Contains(text, "HAha")
			case none:
				ok = refused || strings.Contains(said, "not number 1594 in any numbering")
			}
			if !ok {
				t.Errorf("%s %q: want %s\n%.300s", name, text, want, said)
			}
		}
	}
}
