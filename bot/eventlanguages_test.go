package bot_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/workshop/discordtest"
)

// An answer says in which language a planned round comes, unless that is its own language. In
// direct messages answers are in the person's language, and posts are in English.
func TestLanguageOfPlannedRounds(t *testing.T) {
	t.Parallel()
	n := newDailyWorld(t, func(*schedule.Sub) {})
	for _, c := range []struct {
		who     discordtest.User
		where   discordtest.Place
		details []discordtest.Detail
		note    string // "" for none
	}{
		{discordtest.Anna, discordtest.Anna.DM(), []discordtest.Detail{discordtest.Locale("de")}, "Was ich von selbst poste, schreibe ich auf Englisch."},
		{discordtest.Ben, discordtest.Ben.DM(), []discordtest.Detail{discordtest.Locale("en-US")}, ""},
		{discordtest.Anna, discordtest.Channel, []discordtest.Detail{discordtest.Locale("de"), discordtest.ServerLocale("en-US")}, ""},
	} {
		ask := func(sub string, options map[string]any) string {
			t.Helper()
			details := append(slices.Clone(c.details), discordtest.Permissions(discordgo.PermissionManageEvents), discordtest.AppPermissions(botPermissions))
			answer, err := n.Slash(within(t), c.who, c.where, "event "+sub, options, details...)
			if err != nil {
				t.Fatal(err)
			}
			return answer.Message.Text()
		}
		ask("new", map[string]any{"name": "Thursday", "rounds": 3})
		ask("draw", nil)
		ask("draw", map[string]any{"at": "21:00", "timezone": "UTC"})
		shown := ask("show", nil)
		said := strings.Contains(shown, "von selbst") || strings.Contains(shown, "scheduled posts")
		if !strings.Contains(shown, "at:none") || said != (c.note != "") || !strings.Contains(shown, c.note) {
			t.Errorf("%s in %v reads\n%s", c.who.Name, c.where, shown)
		}
	}
}
