package bot_test

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/languages"
	"chess960bot/internal/workshop/discordtest"
)

// Everyone reads the language that /language has set, and else the server's own. Private
// answers are in the asker's language.
func TestLanguageOfServer(t *testing.T) {
	t.Parallel()
	with := tools(t)
	with.Languages = languages.New(with.Store)
	w := connectWith(t, bot.Options{Commands: commands.All(with), Languages: with.Languages})
	ask := func(command string, options map[string]any, locales ...string) string {
		t.Helper()
		answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, command, options,
			discordtest.Permissions(discordgo.PermissionManageGuild), discordtest.Locale(locales[0]), discordtest.ServerLocale(locales[1]))
		if err != nil {
			t.Fatal(err, w.log)
		}
		return answer.Message.Text()
	}
	position := func(private bool, locales ...string) string {
		t.Helper()
		return ask("fritz", map[string]any{"number": 518, "private": private}, locales...)
	}
	for command, options := range map[string]map[string]any{
		"daily-posts set": {"channel": discordtest.Channel, "time": "19:30", "timezone": "Berlin", "weekdays": "Mo,Do"},
		"daily":           {"date": "24. Dezember"},
		"find":            {"pattern": "D.....KT"},
		"castle":          {"position": "Kc1 Tb1"},
	} {
		want := map[string]string{"daily-posts set": "Montag und Donnerstag", "daily": "24. Dezember", "find": "Q.....KR", "castle": "c1"}[command]
		if text := ask(command, options, "de", "de"); !strings.Contains(text, want) {
			t.Errorf("/%s %v is answered with\n%s", command, options, text)
		}
	}
	isGerman := func(text string) bool {
		return strings.Contains(text, "Grundreihe") || strings.Contains(text, "Läufer")
	}
	for _, c := range []struct {
		set            string
		reader, server string
		private        bool
		german         bool
	}{
		{"", "en-US", "de", false, true},
		{"", "en-US", "de", true, false},
		{"", "de", "en-US", false, false},
		{"", "de", "en-US", true, true},
		{"", "uk", "uk", true, false},
		{"de", "en-US", "en-US", false, true},
		{"de", "en-US", "en-US", true, false},
		{"en", "de", "de", false, false},
		{"en", "de", "de", true, true},
		{"server", "en-US", "de", false, true},
	} {
		if c.set != "" {
			ask("language", map[string]any{"language": c.set}, c.reader, c.server)
		}
		if text := position(c.private, c.reader, c.server); isGerman(text) != c.german {
			t.Errorf("%+v: the answer is\n%s", c, text)
		}
	}
}

// Posts by the clock are English until somebody sets a post in the server, or its language.
func TestLanguageOfPosts(t *testing.T) {
	t.Parallel()
	n := newDailyWorld(t, func(s *schedule.Sub) { s.Thread = true })
	german := func(day int) bool {
		t.Helper()
		posted := n.at(t, day, "19:30:05")
		return strings.Contains(posted[len(posted)-1].Text(), "Stellung des Tages")
	}
	if german(20) {
		t.Error("German before anything was set")
	}
	set := func(locale string) {
		t.Helper()
		_, err := n.Slash(within(t), discordtest.Anna, discordtest.Channel, "daily-posts set",
			map[string]any{"channel": discordtest.Channel}, discordtest.Permissions(discordgo.PermissionManageGuild), discordtest.ServerLocale(locale))
		if err != nil {
			t.Fatal(err)
		}
	}
	set("de")
	if !german(21) {
		t.Error("English in a German server")
	}
	set("uk")
	if german(22) {
		t.Error("German in a Ukrainian server")
	}
}
