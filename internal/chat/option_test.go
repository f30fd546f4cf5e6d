package chat

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/voice"
)

// everyOption has an option of every type.
type everyOption struct {
	name    OptionOf[string]
	rounds  OptionOf[int]
	any     OptionOf[int]
	each    OptionOf[bool]
	colour  OptionOf[string]
	channel OptionOf[Channel]
	deleted OptionOf[Channel]
	role    OptionOf[Role]
	person  OptionOf[User]
}

func everyOptionOf() everyOption {
	colours := List[string]{All: []string{"red", "green"}, ID: strings.Clone, Name: func(s string) voice.Sentence { return voice.Raw(s) }}
	return everyOption{
		TextOption("name").UpTo(3).Mandatory(), NumberOption("rounds").Between(1, 50).Or(5), NumberOption("any"), BoolOption("each"),
		colours.Option("colour"), ChannelOption("channel"), KnownChannelOption("deleted"), RoleOption("role"), UserOption("person"),
	}
}

func (e everyOption) all() []Option {
	return []Option{e.name, e.rounds, e.any, e.each, e.colour, e.channel, e.deleted, e.role, e.person}
}

// asking is a request with options, in which Discord describes some ids.
func asking(options Options) *Request {
	return &Request{Options: options,
		Channels: map[string]Channel{"7": {Type: discordgo.ChannelTypeGuildNews}},
		Roles:    map[string]Role{"8": {Mentionable: true}},
		Users:    map[string]User{"9": {Bot: true}, "x": {}}}
}

// Values that an option does not allow are refused before the command runs.
func TestWrongOptionsAreRefused(t *testing.T) {
	ran := false
	c := Command{Name: "x", Options: everyOptionOf().all(), Run: func(context.Context, *Request) (*Reply, error) {
		ran = true
		return nil, nil
	}}
	for _, given := range []struct {
		wrong Options
		want  string // "" for no refusal
	}{
		{Options{"free": strings.Repeat("x", 9000)}, ""},
		{Options{"name": nil}, "`name` is missing."},
		{Options{"name": ""}, "`name` is missing."},
		{Options{"name": true}, "`name` must be a text."},
		{Options{"name": "♟♟♟♟"}, "`name` has 4 characters. The limit is 3."},
		{Options{"name": "\u200b\u3164"}, "`name` has only characters that nobody can see."},
		{Options{"name": " \u2800\u0301"}, "`name` has only characters that nobody can see."},
		{Options{"name": " "}, ""}, // takes a name away
		{Options{"name": "\u05d3\u0000\u05e0"}, ""},
		{Options{"rounds": 51.0}, "`rounds` must be a whole number from 1 to 50."},
		{Options{"rounds": 0.0}, "`rounds` must be a whole number from 1 to 50."},
		{Options{"rounds": 1.5}, "`rounds` must be a whole number from 1 to 50."},
		{Options{"person": "x", "any": true, "rounds": 51.0}, "`rounds` must be a whole number from 1 to 50."}, // the first one
		{Options{"any": true}, "`any` must be a whole number."},
		{Options{"any": 1e300}, "`any` must be a whole number."},
		{Options{"each": "maybe"}, "`each` must be true or false."},
		{Options{"colour": "pink"}, "I cannot use `pink`."},
		{Options{"channel": "8"}, "`channel` must be a channel of this server."},
		{Options{"deleted": "8"}, ""},
		{Options{"deleted": "0008"}, "`deleted` must be a channel of this server."},
		{Options{"role": 8.0}, "`role` must be a role of this server."},
		{Options{"person": "x"}, "`person` must be a person."},
	} {
		options := Options{"name": "♟♟♟"}
		maps.Copy(options, given.wrong)
		ran = false
		_, err := c.Answer(t.Context(), asking(options))
		got := ""
		if refused, ok := errors.AsType[*UserError](err); ok && (refused.Hint != nil || given.want == "`name` is missing.") {
			got = english(refused.Msg)
		}
		if got != given.want || ran != (err == nil) {
			t.Errorf("%v: %v, want %q", given.wrong, err, given.want)
		}
	}
}

func TestOptionsAreRead(t *testing.T) {
	o := everyOptionOf()
	for _, options := range []Options{{}, {"rounds": nil, "colour": ""}} {
		r := asking(options)
		if o.name.Read(r) != "" || o.rounds.Read(r) != 5 || o.any.Read(r) != 0 || o.each.Read(r) || o.colour.Read(r) != "red" ||
			o.channel.Read(r) != (Channel{}) || o.role.Read(r) != (Role{}) || o.person.Read(r) != (User{}) || o.rounds.Given(r) {
			t.Errorf("%v is not read as the defaults", options)
		}
	}
	r := asking(Options{"name": "abc", "rounds": 50.0, "any": " 518 ", "each": true, "colour": "green", "channel": "7", "deleted": "6", "role": "8", "person": "9"})
	if o.name.Read(r) != "abc" || o.rounds.Read(r) != 50 || o.any.Read(r) != 518 || !o.each.Read(r) || o.colour.Read(r) != "green" ||
		o.channel.Read(r) != (Channel{ID: "7", Type: discordgo.ChannelTypeGuildNews}) || o.deleted.Read(r) != (Channel{ID: "6"}) ||
		o.role.Read(r) != (Role{ID: "8", Mentionable: true}) || o.person.Read(r) != (User{ID: "9", Bot: true}) || !o.rounds.Given(r) {
		t.Errorf("%v is read wrongly", r.Options)
	}
	if got := o.name.Read(asking(Options{"name": "\x00a\x1b\nc\u009f"})); got != "a\nc" {
		t.Errorf("control characters are read as %q", got)
	}
	n := 1
	if o.rounds.Update(asking(nil), &n); n != 1 {
		t.Errorf("an option that was left out sets %d", n)
	}
	if o.rounds.Update(r, &n); n != 50 {
		t.Errorf("an option sets %d", n)
	}
	if n := TextOption("n").Read(asking(Options{"n": 518.0})); n != "518" {
		t.Errorf("a number is read as the text %q", n)
	}
}

// Numbers of a JSON text are whole, and have one meaning.
func TestOptionsOfAnyType(t *testing.T) {
	for _, v := range []any{nil, true, 518.5, 1e300, []any{1.0}, map[string]any{"x": 1.0}, "518x", ""} {
		if n, ok := wholeNumber(v); ok {
			t.Errorf("%v is read as %d", v, n)
		}
	}
	for _, v := range []any{518.0, "518", " 518 "} {
		if n, ok := wholeNumber(v); !ok || n != 518 {
			t.Errorf("%v is read as %d, %t", v, n, ok)
		}
	}
}

// A subcommand has its own options and its own completion. An error that is not a refusal is
// one of the database, if the command uses it.
func TestSubcommands(t *testing.T) {
	failed := errors.New("disk full")
	run := func(err error) Handler {
		return func(context.Context, *Request) (*Reply, error) { return &Reply{}, err }
	}
	offer := func(_ context.Context, r *Request, typed string) []Choice {
		return []Choice{{Name: voice.Raw(typed + " of " + r.Asker)}}
	}
	c := Command{Database: true, Name: "x", Subcommands: []Subcommand{
		NewSubcommand("one", run(failed), TextOption("name").UpTo(3)),
		NewSubcommand("two", run(Refuse(voice.Raw("No."), voice.Raw(""))), TextOption("name").UpTo(5).CompletedBy(offer), TextOption("other")),
	}}
	ask := func(subcommand, name string) error {
		_, err := c.Answer(t.Context(), &Request{Subcommand: subcommand, Options: Options{"name": name}})
		return err
	}
	_, ofDatabase := errors.AsType[*databaseError](ask("one", "abc"))
	if err := ask("one", "abc"); !ofDatabase || !errors.Is(err, failed) {
		t.Errorf("a failure of a command is %v", err)
	}
	for _, asked := range []struct {
		err  error
		want string
	}{
		{ask("one", "abcd"), "`name` has 4 characters. The limit is 3."}, {ask("two", "abcd"), "No."},
		{ask("three", ""), english(Foreign().Msg)}, {ask("", ""), english(Foreign().Msg)},
	} {
		if refused, ok := errors.AsType[*UserError](asked.err); !ok || english(refused.Msg) != asked.want {
			t.Errorf("got %v, want %s", asked.err, asked.want)
		}
	}
	for focused, want := range map[string]int{"name": 1, "other": 0, "gone": 0} {
		choices := c.Choices(t.Context(), &Request{Subcommand: "two", Asker: "Anna", Focused: focused, Options: Options{focused: "ab"}})
		if len(choices) != want || want == 1 && english(choices[0].Name) != "ab of Anna" {
			t.Errorf("%s: %v", focused, choices)
		}
	}
}

// Quotation marks are taken off five times, and a long text is not completed: both took time by its
// length.
func TestLongTextsOfOptions(t *testing.T) {
	for marks, left := range map[int]int{1: 0, 5: 0, 8: 3, 3000: 2995} {
		text := strings.Repeat("“", marks) + "x" + strings.Repeat("”", marks)
		if got := unquoted(text); strings.Count(got, "“") > left {
			t.Errorf("of %d marks %d are left", marks, strings.Count(got, "“"))
		}
	}
	if got := unquoted(strings.Repeat(`"`, 6000)); len(got) != 6000-2*5 {
		t.Errorf("%d quotation marks are left", len(got))
	}
	option := TextOption("x").CompletedBy(func(context.Context, *Request, string) []Choice { return make([]Choice, 1) })
	c := Command{Options: []Option{option}}
	for _, n := range []int{longText, longText + 1} {
		choices := c.Choices(t.Context(), &Request{Focused: "x", Options: Options{"x": strings.Repeat("y", n)}})
		if (len(choices) > 0) != (n == longText) {
			t.Errorf("%d choices for %d characters", len(choices), n)
		}
	}
}
