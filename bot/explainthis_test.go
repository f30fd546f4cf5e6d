package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"chess960bot/commands"
	"chess960bot/internal/workshop/discordtest"
)

// "Explain this position" answers any message with a short private answer.
func TestExplainHostileMessages(t *testing.T) {
	t.Parallel()
	w := connect(t, offer(commands.All(tools(t)), "Explain this position", "Can I castle here?"))
	var numbers strings.Builder
	for sp := 100; numbers.Len() < 1990; sp++ {
		fmt.Fprintf(&numbers, "SP %d ", sp)
	}
	for _, c := range []struct{ name, content, want string }{
		{"one position many times", strings.Repeat("RNBQKBNR ", 222), "## SP 518"},
		{"many positions", numbers.String(), "positions. Which one do you mean? The menu has the first 25."},
		{"one long word", strings.Repeat("RNBQKBNR", 250), "I found no"},
		{"half numbers", strings.Repeat("SP-", 666), "I found no"},
		{"digits", strings.Repeat("9", 2000), "I found no"},
		{"slashes", strings.Repeat("/", 2000), "I found no"},
		{"backticks", strings.Repeat("`", 2000), "I found no"},
		{"mentions", strings.Repeat("@everyone <@&1042101960960518200> ", 58), "I found no"},
		{"stacked marks", "R" + strings.Repeat("\u0301", 1900), "I found no"},
		{"turned text", "\u202e" + strings.Repeat("RNBQKBNX ", 200), "I found no"},
		{"figures", "\u2656\u2658\u2657\u2655\u2654\u2657\u2658\u2656", "## SP 518"},
		{"full width", "ＳＰ－５１８", "## SP 518"},
		{"NUL", "SP 518\x00", "## SP 518"},
		{"markdown", "||**SP 518**||", "## SP 518"},
		{"quoted", "> ```\n> RNBQKBNR\n> ```", "## SP 518"},
	} {
		said, err := w.Write(discordtest.Ben, discordtest.Channel, c.content)
		if err != nil {
			t.Fatal(c.name, err)
		}
		answer, err := w.UseOn(within(t), discordtest.Anna, said, "Explain this position")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		castles, err := w.UseOn(within(t), discordtest.Anna, said, "Can I castle here?")
		if err != nil || !castles.Message.Private() || utf8.RuneCountInString(castles.Message.Text()) > 1500 {
			t.Errorf("%s: %v, castling: %s", c.name, err, castles.Message.Text())
		}
		text := answer.Message.Text()
		if !answer.Message.Private() || !strings.Contains(text, c.want) || utf8.RuneCountInString(text) > 600 {
			t.Errorf("%s: private %t, want %q in\n%s", c.name, answer.Message.Private(), c.want, text)
		}
		for _, menu := range answer.Message.Selects() {
			if len(menu.Options) != 25 {
				t.Errorf("%s: a menu of %d", c.name, len(menu.Options))
			}
		}
	}
}

// Positions are also found in embeds, in forwarded messages and in the components of
// other bots. A message without text has no position.
func TestExplainMessagesWithoutContent(t *testing.T) {
	t.Parallel()
	w := connect(t, offer(commands.All(tools(t)), "Explain this position", "Can I castle here?"))
	for resolved, want := range map[string]string{
		`{"9": {"id": "9", "content": "", "embeds": [{"title": "Round 3", "description": "We play SP 303"}]}}`:                                                                                                                           "## SP 303",
		`{"9": {"id": "9", "content": "", "embeds": [{"fields": [{"name": "FEN", "value": "SP 118"}]}]}}`:                                                                                                                                "## SP 118",
		`{"9": {"id": "9", "content": "", "embeds": [{"title": "x", "footer": {"text": "RNBQKBNR"}}]}}`:                                                                                                                                  "## SP 518",
		`{"9": {"id": "9", "content": "", "components": [{"type": 1, "components": [{"type": 2, "style": 5, "label": "x", "url": "https://lichess.org/analysis/chess960/nqbrnbkr/pppppppp/8/8/8/8/PPPPPPPP/NQBRNBKR_w_KQkq_-_0_1"}]}]}}`: "## SP 118",
		`{"9": {"id": "9", "content": "", "message_snapshots": [{"message": {"content": "RNBQKBNR"}}]}}`:                                                                                                                                 "## SP 518",
		`{"9": {"id": "9", "content": "", "components": [{"type": 17, "components": [{"type": 10, "content": "QNRKRNBB"}]}]}}`:                                                                                                           "## SP 303",
		`{"9": {"id": "9", "content": "", "attachments": [{"id": "1", "filename": "SP 518.png", "url": "https://x.example/a.png"}]}}`:                                                                                                    "I found no",
		`{"9": {"id": "9", "content": ""}}`:       "I found no",
		`{"9": {"id": "9"}}`:                      "I found no",
		`{"9": null}`:                             "I found no",
		`{"8": {"id": "8", "content": "SP 518"}}`: "I found no", // another message
		`{}`:   "I found no",
		`null`: "I found no",
		`{"9": {"content": 518, "embeds": "SP 518", "components": {"type": 10}}}`:  "I found no",
		`{"9": {"content": ["SP 518"], "embeds": [null, 7, [{"title": "SP 0"}]]}}`: "## SP 0",
	} {
		answer, err := w.Interact(within(t), fmt.Sprintf(`{"type": 2, "guild_id": %q, "channel_id": %q, "member": {"user": {"id": %q}, "permissions": "0"},
			"data": {"id": "1", "type": 3, "name": "Explain this position", "target_id": "9", "resolved": {"messages": %s}}}`,
			discordtest.GuildID, discordtest.ChannelID, discordtest.Anna.ID, resolved))
		if err != nil || !answer.Message.Private() || !strings.Contains(answer.Message.Text(), want) {
			t.Errorf("%s: %v, want %q", resolved, err, want)
		}
	}
}
