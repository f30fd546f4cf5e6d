// Package chattest runs commands in tests as people would: by typing a command and by
// pressing the buttons of its reply.
package chattest

import (
	"context"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// The ids of two people.
const (
	Anna = "100000000000000001"
	Ben  = "100000000000000002"
)

// Run runs a command for Anna as typed, such as "/sp number:518 view:black".
func Run(t testing.TB, all []chat.Command, typed string) (*chat.Reply, error) {
	t.Helper()
	name, rest, _ := strings.Cut(strings.TrimPrefix(typed, "/"), " ")
	c := Command(t, all, name)
	r := &chat.Request{ID: "1", Asker: Anna, Options: chat.Options{}, Users: map[string]chat.User{}}
	options := c.Definition().Options
	for _, field := range strings.Fields(rest) {
		name, value, ok := strings.Cut(field, ":")
		i := slices.IndexFunc(options, func(o chat.OptionDefinition) bool { return o.Name == name })
		switch {
		case !ok:
			r.Subcommand = name
			options = options[i].Options
		case i < 0:
			r.Options[name] = value
		default:
			give(r, options[i], value)
		}
	}
	return Ask(t, c.Answer, r)
}

// give fills in an option as Discord does: a boolean is a JSON boolean, and people are
// described.
func give(r *chat.Request, o chat.OptionDefinition, value string) {
	r.Options[o.Name] = value
	switch o.Type {
	case discordgo.ApplicationCommandOptionBoolean:
		r.Options[o.Name] = value == "true"
	case discordgo.ApplicationCommandOptionUser:
		r.Users[value] = chat.User{}
	}
}

// Ask calls a handler. The reply's audience is settled: [chat.OnlyAsker],
// [chat.InPlace], or [chat.AsAsked] for everyone.
func Ask(t testing.TB, run chat.Handler, r *chat.Request) (*chat.Reply, error) {
	t.Helper()
	reply, err := run(t.Context(), r)
	if err != nil {
		return nil, err
	}
	switch private, edit := reply.Audience.Resolve(r); {
	case private:
		reply.Audience = chat.OnlyAsker
	case edit:
		reply.Audience = chat.InPlace
	default:
		reply.Audience = chat.AsAsked
	}
	return reply, nil
}

// Command returns the command with a name.
func Command(t testing.TB, all []chat.Command, name string) chat.Command {
	t.Helper()
	for _, c := range all {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no command /%s", name)
	return chat.Command{}
}

// Press presses a button under a message of a channel in a server.
func Press(t testing.TB, all []chat.Command, who, customID string, under *chat.Message) (*chat.Reply, error) {
	t.Helper()
	return Pressed(t, all, &chat.Request{Asker: who, GuildID: "1", ChannelID: "2", CustomID: customID, Message: under})
}

// Pressed answers the press of a button or a choice in a menu.
func Pressed(t testing.TB, all []chat.Command, r *chat.Request) (*chat.Reply, error) {
	t.Helper()
	name := chat.IDName(r.CustomID)
	for _, c := range all {
		if slices.ContainsFunc(c.Presses, func(p chat.Press) bool { return p.Name == name }) {
			return Ask(t, c.Press, r)
		}
	}
	t.Fatalf("no command answers %q", r.CustomID)
	return nil, nil
}

// commandName matches the name of a command in a text: see [chat.Slash].
var commandName = regexp.MustCompile("\ue960([^\ue961]*)\ue961")

// English says a sentence as the bot does.
func English(s voice.Sentence) string { return voice.In("en").Say(s) }

// Text returns all texts of a reply, in order; "" without a reply.
func Text(reply *chat.Reply) string {
	if reply == nil {
		return ""
	}
	var all []string
	for c := range Walk(reply.Components) {
		if c.Type == discordgo.TextDisplayComponent {
			all = append(all, English(c.Content))
		}
	}
	return commandName.ReplaceAllString(strings.Join(all, "\n"), "`/$1`")
}

// TextWithFEN returns the texts of a reply, and the FEN of its link to lichess.
func TextWithFEN(reply *chat.Reply) string {
	text := Text(reply)
	for c := range Walk(reply.Components) {
		if fen, ok := strings.CutPrefix(c.URL, "https://lichess.org/analysis/chess960/"); ok {
			text += "\n`" + strings.ReplaceAll(fen, "_", " ") + "`"
		}
	}
	return text
}

// Walk yields components and their nested components, in order.
func Walk(components []chat.Component) iter.Seq[chat.Component] {
	return func(yield func(chat.Component) bool) {
		for _, c := range components {
			if !yield(c) {
				return
			}
			for inner := range Walk(c.Components) {
				if !yield(inner) {
					return
				}
			}
		}
	}
}

// Buttons returns a reply's buttons by label.
func Buttons(reply *chat.Reply) map[string]chat.Component {
	found := map[string]chat.Component{}
	for c := range Walk(reply.Components) {
		if c.Type == discordgo.ButtonComponent {
			found[English(c.Label)] = c
		}
	}
	return found
}

// Options returns the options of the only menu of a reply.
func Options(reply *chat.Reply) []chat.MenuOption {
	for c := range Walk(reply.Components) {
		if len(c.Options) > 0 {
			return c.Options
		}
	}
	return nil
}

// File returns a file that Discord keeps.
func File(name, text string) chat.Attachment {
	return chat.Attachment{Name: name, Size: len(text), Read: func(_ context.Context, most int) ([]byte, error) {
		if len(text) > most {
			return nil, chat.ErrTooLarge
		}
		return []byte(text), nil
	}}
}

// Controls returns the custom ids of a reply's buttons and menus, by label or
// placeholder.
func Controls(reply *chat.Reply) map[string]string {
	found := map[string]string{}
	for c := range Walk(reply.Components) {
		if c.CustomID != "" {
			found[English(c.Label)+English(c.Placeholder)] = c.CustomID
		}
	}
	return found
}

// RefusedWith fails the test unless the error is a refusal with this sentence.
func RefusedWith(t testing.TB, err error, want string) {
	t.Helper()
	if refused, ok := err.(*chat.UserError); !ok || refused.Error() != want || English(refused.Hint) == "" {
		t.Errorf("refused with %v\nwant %s", err, want)
	}
}

// ReadIDs reads a text as each kind of custom id. The test fails if a kind accepts the
// text and writes another one.
func ReadIDs(t testing.TB, id string, kinds ...func(*chat.Fields)) {
	t.Helper()
	for _, fields := range kinds {
		if chat.ReadID(id, fields) != nil {
			continue
		}
		if again := chat.WriteID(chat.IDName(id), fields); again != id {
			t.Errorf("%q is read, and written as %q", id, again)
		}
	}
}

var example = regexp.MustCompile("`([^`]+)`")

// ReadExamples reads the examples in a message as people who read each language type them. A message has
// at least so many.
func ReadExamples(t *testing.T, message voice.Sentence, least int, read func(language, typed string) error) {
	t.Helper()
	for _, language := range voice.Languages() {
		said := voice.In(language).Say(message)
		found := example.FindAllStringSubmatch(said, -1)
		if len(found) < least {
			t.Errorf("%s: %q has %d examples", language, said, len(found))
		}
		for _, m := range found {
			if err := read(language, m[1]); err != nil {
				t.Errorf("%s: %q: %q: %v", language, said, m[1], err)
			}
		}
	}
}

// LaterNumbers returns the end of a line with the numbers of the position with an SP number:
// those after SP, Fritz 9 and Almanac, which tests write out.
func LaterNumbers(sp int) (numbers string) {
	p, _ := chess960.FromSP(sp)
	for _, s := range chess960.DistinctSchemes()[3:] {
		numbers += " · " + s.Format(s.Derive(p).Number())
	}
	return numbers
}

var codeBlock = regexp.MustCompile("(?s)```\n(.*?)\n?```")

// TableRows returns the rows of the tables in a text: the lines of each block of code that has
// several, except PGN tags. On a phone they must not break in two.
func TableRows(text string) (rows []string) {
	for _, block := range codeBlock.FindAllStringSubmatch(text, -1) {
		if lines := strings.Split(block[1], "\n"); len(lines) > 1 && !strings.HasPrefix(block[1], "[") {
			rows = append(rows, lines...)
		}
	}
	return rows
}
