package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
)

// completed returns the names of the choices for an option that somebody is typing.
func (w *world) completed(t *testing.T, who discordtest.User, where discordtest.Place, command string, options map[string]any, focused string) (names []string) {
	t.Helper()
	choices, err := w.Autocomplete(within(t), who, where, command, options, focused, discordtest.Permissions(discordgo.PermissionManageEvents|discordgo.PermissionManageGuild))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range choices {
		names = append(names, c.Name)
	}
	return names
}

// Discord gets choices that it accepts, whatever a command offers. After a panic it gets
// none, and the log has the reason. If a command hangs, it gets none in time.
func TestChoicesAreKeptAcceptable(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		long := strings.Repeat("♜", 101)
		var many []chat.Choice
		for i := range 40 {
			many = append(many, chat.Choice{Name: voice.Raw(fmt.Sprint(i)), Value: fmt.Sprint(i)})
		}
		offers := map[string][]chat.Choice{
			"many": many,
			"long": {{Name: voice.Raw(long), Value: "a"}, {Name: voice.Raw("b"), Value: long}, {Name: voice.Raw(""), Value: "c"}, {Name: voice.Raw("d"), Value: ""}, {Name: voice.Raw("e"), Value: "e"}},
			"none": nil,
		}
		hanging := make(chan struct{})
		offer := chat.Command{
			Name: "offer",
			Options: []chat.Option{chat.TextOption("what").UpTo(100).CompletedBy(func(_ context.Context, _ *chat.Request, typed string) []chat.Choice {
				if typed == "hang" {
					<-hanging
				}
				list, ok := offers[typed]
				if !ok {
					panic("nothing is known of this")
				}
				return list
			})},
		}
		w := connectWith(t, bot.Options{Commands: []chat.Command{offer}})
		t.Cleanup(func() { close(hanging) }) // before the bot stops
		for typed, want := range map[string]int{"many": chat.MostChoices, "long": 2, "none": 0, "panic": 0, "hang": 0} {
			names := w.completed(t, discordtest.Anna, discordtest.Channel, "offer", map[string]any{"what": typed}, "what")
			tooLong := slices.ContainsFunc(names, func(name string) bool { return utf8.RuneCountInString(name) > chat.MostChoiceText })
			if len(names) != want || tooLong {
				t.Errorf("%s: %q", typed, names)
			}
		}
		if !w.log.has("nothing is known of this") {
			t.Errorf("the log lacks the panic:\n%s", w.log)
		}
	})
}
