package bot_test

import (
	"encoding/csv"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// hostileNames returns 200 names that mean something to Discord, to a spreadsheet or to a
// reader of PGN.
func hostileNames() []string {
	parts := []string{
		"Blitz (5+3) – Gruppe A_1 #2", "**bold**", "*italics*", "__under__ _line_", "~~struck~~", "||spoiler||", "a `code`", "``a`b``", "a ```\ncode```",
		"[Thursday](https://evil.example)", "<https://evil.example>", "https://evil.example/a_b_c", "discord.gg/abc", "www.evil.example", "steam://run/1",
		"@everyone", "@here", "<@204255221017214977>", "<@!1>", "<@&1042101960960518144>", "<#1042101960960518159>", "</event new:1>", "<id:guide>",
		"<t:0:R>", "<:x:1>", "<a:x:1>", ":smile:", "¯\\_(ツ)_/¯", "# heading", "-# small", "> quote", ">>> quote", "- item", "1. item", "\\", "\\\\", "\\*x\\*",
		"=1+1", "+1", "-1", "@SUM(A1)", "'=1", "a\tb", "a\nb", "a,b;c\"d\"", "{1}", "%s %d", "&lt;b&gt;", "<b>x</b>", "x\u202ey", "\u2067x", "\u200bx", "Z\u0335\u0301algo",
		"Шахматы 960", "国际象棋", "שחמט", "♔♕ 960 🏆", "\ue960event new\ue961", "round 9 of 9: SP-518", "~~a", "**a", "`a", "[a](", "<@", "||a",
	}
	var names []string
	for i := range 200 {
		name := parts[i%len(parts)]
		for j := 1; j <= i/len(parts); j++ {
			name += parts[(7*i+j)%len(parts)]
		}
		names = append(names, name)
	}
	return names
}

// escaped matches a character that Discord shows because of the backslash in front.
var escaped = regexp.MustCompile(`\\([^\sA-Za-z0-9])`)

// typedAs returns the name as people see it: on one line, without control characters.
func typedAs(name string) string {
	return strings.NewReplacer("\n", " ", "\t", " ", "\ue960", "�", "\ue961", "�").Replace(name)
}

// beginningOf returns what a heading shows of a long name.
func beginningOf(name string) string {
	letters := []rune(name)
	if len(letters) <= 32 {
		return name
	}
	return strings.TrimSpace(string(letters[:31])) + "…"
}

// Names of events and of people appear as they were typed, and ping nobody.
func TestHostileNamesAppearAsTyped(t *testing.T) {
	t.Parallel()
	w := connect(t, offerEvents(randomTools(t)), discordtest.History(50))
	for i, name := range hostileNames() {
		if i%testrun.Choose(20, 1) != 0 {
			continue
		}
		anna := discordtest.User{ID: fmt.Sprint(8_000_000_000_000_000 + i), Name: name}
		where := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: fmt.Sprint(7_000_000_000_000_000 + i)}
		w.AddChannel(where, "club")
		ask := func(command string, options map[string]any) *discordtest.Message {
			answer, err := w.Slash(within(t), anna, where, command, options, eventAsker)
			if err != nil {
				t.Fatalf("%s of %q: %v", command, name, err)
			}
			m := answer.Message
			if p := m.Pings; p.Everyone || len(p.Users)+len(p.Roles) > 0 {
				t.Errorf("/%s of %q pings %+v", command, name, p)
			}
			return m
		}
		drawn := func(command string, options map[string]any) {
			text := ask(command, options).Text()
			if shown := escaped.ReplaceAllString(text, "$1"); !strings.Contains(shown, typedAs(name)) && !strings.Contains(shown, typedAs(beginningOf(name))) {
				t.Errorf("/%s of %q shows\n%s", command, name, text)
			}
			for _, line := range strings.Split(text, "\n") { // what is left means something to Discord
				line = regexp.MustCompile(`^(##|-#) `).ReplaceAllString(escaped.ReplaceAllString(line, ""), "")
				line = regexp.MustCompile(`<t:\d+:[tTRD]>|<@8\d+>|</round:\d+>|\*\*SP.\d+\*\*|Fritz 9 #|Almanac #|Fritz 9:|image:|\d: |Reason:`).ReplaceAllString(line, "")
				if left := regexp.MustCompile("[*_~|`<>@#\\[\\]/]|://").FindString(line); left != "" {
					t.Errorf("/%s of %q leaves %q in %q", command, name, left, line)
				}
			}
		}
		drawn("event new", map[string]any{"name": name, "rounds": 2})
		drawn("event draw", nil)
		drawn("round", nil)
		drawn("event show", nil)
		drawn("event void", map[string]any{"round": 1, "reason": name})
		table, err := csv.NewReader(strings.NewReader(w.download(t, ask("event export", nil), "event.csv"))).ReadAll()
		if err != nil || strings.TrimPrefix(table[1][0], "'") != strings.TrimPrefix(name, "'") {
			t.Errorf("%q is %q in the table, %v", name, table[1][0], err)
		}
		drawn("event close", nil)
	}
}

// A name of 100 characters is taken. One more is refused with the count.
func TestNamesHaveALimit(t *testing.T) {
	t.Parallel()
	w := connect(t, offerEvents(tools(t)))
	long := strings.Repeat("é", 101)
	refused := w.event(t, "new", map[string]any{"name": discordtest.As{Type: 3, Value: long}, "rounds": 1})
	if !refused.Private() || !strings.Contains(refused.Text(), "has 101 characters. The limit is 100") {
		t.Errorf("got %s", refused.Text())
	}
	if _, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "event new", map[string]any{"name": long, "rounds": 1}, eventAsker); err == nil {
		t.Error("Discord's client lets people type 101 characters")
	}
	if opened := w.event(t, "new", map[string]any{"name": long[2:], "rounds": 1}); opened.Private() || !strings.Contains(opened.Text(), long[2:]) {
		t.Errorf("got %s", opened.Text())
	}
}
