package commands

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/chat/chattest"
	"chess960bot/commands/number"
	"chess960bot/internal/store"
	"chess960bot/internal/store/storetest"
	"chess960bot/render"
)

// boards draws for all tests, so that tiles are drawn once.
var boards = render.New()

// fixedTools returns tools that always draw the given number, with a fixed clock.
func fixedTools(drawn int) Tools {
	return Tools{
		Boards: boards,
		Draw:   func(n int) (int, error) { return drawn % n, nil },
		Now:    func() time.Time { return time.Unix(1_790_000_000, 0) },
	}
}

func TestExamplesRun(t *testing.T) {
	tools := fixedTools(303)
	kept, err := store.Open(t.Context(), storetest.SQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	tools.Events, tools.Quiz, tools.Privacy = kept, kept, kept
	for _, c := range All(tools) {
		if c.Def.Type != discordgo.ChatApplicationCommand || c.Def.Name == "daily-posts" || c.Def.Name == "round" {
			continue // nothing to type, not for everyone, or after a draw
		}
		reply, err := chattest.Run(t, All(tools), c.Example)
		if err != nil || !strings.HasPrefix(chattest.Text(reply), "## ") || (reply.Audience == chat.OnlyAsker) != (c.Def.Name == "quiz" || c.Def.Name == "forget") {
			t.Errorf("%s: %v, %v", c.Example, reply, err)
		}
	}
}

func TestDefinitions(t *testing.T) {
	name := regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)
	var names []string
	for _, c := range All(fixedTools(0)) {
		names = append(names, c.Def.Name)
		var options []string
		for _, o := range c.Def.Options {
			checkLengths(t, c.Def.Name, o)
			options = append(options, o.Name)
			if !name.MatchString(o.Name) || o.Description == "" || len([]rune(o.Description)) > 100 {
				t.Errorf("/%s %s: %q", c.Def.Name, o.Name, o.Description)
			}
		}
		if c.Def.Type != discordgo.ChatApplicationCommand || c.Def.Options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
			continue
		}
		if styles := []string{"explain", "view", "theme", "private"}; slices.Contains(options, "explain") && !slices.Equal(options[len(options)-4:], styles) {
			t.Errorf("/%s ends with the options %v", c.Def.Name, options)
		}
		if options[len(options)-1] != "private" && c.Def.Name != "round" && c.Def.Name != "forget" { // which are always private
			t.Errorf("/%s cannot be asked in private: %v", c.Def.Name, options)
		}
		if len(c.Def.Description) > 100 {
			t.Errorf("/%s: the description has %d characters", c.Def.Name, len(c.Def.Description))
		}
	}
	if want := []string{"sp", "random", "encode", "fritz", "daily", "daily-posts", "castle", "find", "event", "round", "quiz", "table", "about", "forget", "help", number.ExplainThisName}; !slices.Equal(names, want) {
		t.Errorf("commands %v, want %v", names, want)
	}
}

// checkLengths checks that the lengths of a text that people type are limited.
func checkLengths(t *testing.T, command string, o chat.Option) {
	t.Helper()
	for _, inner := range o.Options {
		checkLengths(t, command+" "+o.Name, inner)
	}
	typed := o.Type == discordgo.ApplicationCommandOptionString && len(o.Choices) == 0
	if limited := o.MinLength == 1 && o.MaxLength > 1 && o.MaxLength <= chat.MostTyped; limited != typed {
		t.Errorf("/%s %s has %d to %d characters", command, o.Name, o.MinLength, o.MaxLength)
	}
}

func TestOptionsOfAnyType(t *testing.T) {
	for _, v := range []any{nil, true, 518.5, 1e300, []any{1.0}, map[string]any{"x": 1.0}, "518x", ""} {
		if n, ok := (chat.Options{"number": v}).Int("number"); ok {
			t.Errorf("%v is read as %d", v, n)
		}
	}
	for _, v := range []any{518.0, "518", " 518 "} {
		if n, ok := (chat.Options{"number": v}).Int("number"); !ok || n != 518 {
			t.Errorf("%v is read as %d, %t", v, n, ok)
		}
	}
}
