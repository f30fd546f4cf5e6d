package commands

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/render"
)

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// fixedTools returns tools that always draw the given number, with a fixed clock.
func fixedTools(drawn int) feature.Tools {
	return feature.Tools{
		Boards: boards,
		Draw:   func(n int) (int, error) { return drawn % n, nil },
		Now:    func() time.Time { return time.Unix(1_790_000_000, 0) },
	}
}

func TestExamplesRun(t *testing.T) {
	tools := fixedTools(303)
	kept := storetest.Open(t, storetest.SQLite(t))
	tools.Store = kept
	for _, c := range All(tools) {
		if c.InMenu() || c.Name == "daily-posts" || c.Name == "language" || c.Name == "round" {
			continue // nothing to type, not for everyone, or after a draw
		}
		reply, err := chattest.Run(t, All(tools), c.Example)
		if err != nil || !strings.HasPrefix(chattest.Text(reply), "##") || (reply.Audience == chat.OnlyAsker) != (slices.Contains([]string{"quiz", "forget", "standings"}, c.Name)) {
			t.Errorf("%s: %v, %v", c.Example, reply, err)
		}
	}
}

func TestDefinitions(t *testing.T) {
	name := regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)
	for _, c := range All(fixedTools(0)) {
		var options []string
		for _, o := range c.Definition().Options {
			checkLengths(t, c.Name, o)
			options = append(options, o.Name)
			if !name.MatchString(o.Name) || o.Description == "" || len([]rune(o.Description)) > 100 {
				t.Errorf("/%s %s: %q", c.Name, o.Name, o.Description)
			}
		}
		if offered, _ := Choose("all"); !c.InMenu() && !offered.Offers(c.Name) {
			t.Errorf("/%s is in All, but it is not offered: add its name to the Names of its feature", c.Name)
		}
		if c.InMenu() || c.Subcommands != nil {
			continue
		}
		if styles := []string{"explain", "view", "theme", "private"}; slices.Contains(options, "explain") && !slices.Equal(options[len(options)-4:], styles) {
			t.Errorf("/%s ends with the options %v", c.Name, options)
		}
		alwaysPrivate := []string{"round", "standings", "language", "forget"}
		if !slices.Contains(alwaysPrivate, c.Name) && (options == nil || options[len(options)-1] != "private") {
			t.Errorf("/%s cannot be asked in private: its last option must be chat.PrivateOption(), unless all its answers are private: %v", c.Name, options)
		}
	}
}

// checkLengths checks that the lengths of a text that people type are limited.
func checkLengths(t *testing.T, command string, o chat.OptionDefinition) {
	t.Helper()
	for _, inner := range o.Options {
		checkLengths(t, command+" "+o.Name, inner)
	}
	typed := o.Type == discordgo.ApplicationCommandOptionString && len(o.Choices) == 0
	if limited := o.MinLength == 1 && o.MaxLength > 1 && o.MaxLength <= chat.MostTyped; limited != typed {
		t.Errorf("/%s %s has %d to %d characters", command, o.Name, o.MinLength, o.MaxLength)
	}
}

// /forget has words for every kind of data that a feature keeps of a server, in one feature.
func TestForgottenKindsHaveWords(t *testing.T) {
	for _, f := range Features {
		for _, table := range f.Part.Servers {
			said := 0
			for _, other := range Features {
				if other.Forgotten != nil && table.Of != "" && other.Forgotten(table.Of, 7) != nil {
					said++
				}
			}
			if table.Of != "" && said != 1 {
				t.Errorf("%d features have words for %s", said, table.Of)
			}
		}
	}
}
