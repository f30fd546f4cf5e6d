package commands

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/daily"
	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/storetest"
)

// The golden text has the refusals of /castle, /find, /sp apply and /about.
func TestRefusalsReadAloud(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct {
		command string
		options chat.Options
	}{
		{"castle", chat.Options{}},
		{"castle", chat.Options{"position": "hello @everyone"}},
		{"castle", chat.Options{"position": "RNBQKBNX"}},
		{"castle", chat.Options{"position": "1518"}},
		{"castle", chat.Options{"position": "4k3/8/8/8/8/8/8/R3K1KR w KQ - 0 1"}},
		{"castle", chat.Options{"position": "P3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"}},
		{"castle", chat.Options{"position": "4k3/8/8/8/8/8/4R3/R3K3 w Q - 0 1"}},
		{"castle", chat.Options{"position": "4k3/8/8/8/8/8/8/R3K2R w KQx - 0 1"}},
		{"castle", chat.Options{"position": "4k3/8/8/8/8/8/R3K2R w KQ - 0 1"}},
		{"castle", chat.Options{"position": "4k3/8/8/8/8/8/8/R3K2X w KQ - 0 1"}},
		{"castle", chat.Options{"position": "rook b1 and rook h1"}},
		{"castle", chat.Options{"position": "Kc1 Rh8"}},
		{"castle", chat.Options{"position": "594", "rules": "chess9000"}},
		{"castle", chat.Options{"position": "594", "view": "side"}},
		{"sp", chat.Options{"apply": "6"}},
		{"sp", chat.Options{"apply": "1F8"}},
		{"sp", chat.Options{"apply": "10T"}},
		{"sp", chat.Options{"apply": " - "}},
		{"sp", chat.Options{"apply": strings.Repeat("7", 41)}},
		{"sp", chat.Options{"apply": "1", "number": 594.0}},
		{"sp", chat.Options{"apply": "1", "black": 594.0}},
		{"find", chat.Options{"pattern": "Q....KR"}},
		{"find", chat.Options{"pattern": "Q..X`.KR"}},
		{"find", chat.Options{"pattern": "K......."}},
		{"find", chat.Options{"castle": "never"}},
		{"find", chat.Options{"bishops": "@here"}},
		{"find", chat.Options{"undefended": 4.0}},
		{"find", chat.Options{"swaps": "7"}},
		{"find", chat.Options{"swaps": 1.5}},
		{"find", chat.Options{"castle": "first-move", "swaps": 0.0}},
		{"about", chat.Options{"topic": "love"}},
	} {
		_, err := chattest.Ask(t, chattest.Command(t, All(fixedTools(0)), c.command).Answer, &chat.Request{Asker: chattest.Anna, Options: c.options})
		refused, ok := err.(*chat.UserError)
		if !ok {
			t.Errorf("/%s %v: %v", c.command, c.options, err)
			continue
		}
		fmt.Fprintf(&b, "/%s %v\n%s\n\n", c.command, c.options, chattest.Text(refused.Reply()))
	}
	golden.Text(t, "testdata/refusals.txt", b.String())
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ command, option, value, want string }{
		{"sp", "number", "961", "There is no SP number 961"},
		{"sp", "number", "-5", "There is no SP number -5"},
		{"sp", "number", "99999999999999999999", "`number` must be a whole number."},
		{"sp", "number", "<@1>*x*", "`number` must be a whole number."},
		{"sp", "theme", "pink", "I cannot use `pink`."},
		{"table", "name", "queens", "I cannot use `queens`."},
		{"table", "position", "RNBQKBNX", "The character on h1 is not a piece. I read `X` there."},
		{"sp", "explain", "magic", "I cannot use `magic`."},
		{"sp", "view", "side`ways", "I cannot use `sideˋways`."},
		{"fritz", "number", "0", "`number` must be a whole number from 1 to 960."},
		{"fritz", "number", "961", "`number` must be a whole number from 1 to 960."},
		{"encode", "position", "SP 1518", "There is no SP number 1518. SP numbers run from 0 to 959."},
		{"encode", "position", "Fritz 9: 0", "There is no Fritz 9 number 0. Fritz 9 numbers run from 1 to 960."},
		{"encode", "position", "", "Give a position or a file"},
		{"encode", "against", "RNBQKBNR or QNRKRNBB", "can mean more than one position:\n- SP 518 · RNBQKBNR\n- SP 303 · QNRKRNBB"},
		{"encode", "against", "rubbish", "I cannot read `against`: `rubbish`."},
		{"table", "position", "1518", "There is no SP number 1518"},
		{"encode", "position", "RNBQKBN`", "- A back rank has 8 letters, not 7.\n- There must be 2 rooks, not 1."},
		{"encode", "position", "QNBQKBNR", "There must be only one queen, not 2 (a1 and d1)."},
		{"encode", "position", strings.Repeat("@everyone ", 600), "I found no position in that."},
	} {
		r := &chat.Request{Asker: chattest.Anna, Options: chat.Options{"number": 1.0, "position": "RNBQKBNR", "name": "kings"}}
		if c.command == "table" {
			delete(r.Options, "number")
			delete(r.Options, "position")
		}
		r.Options[c.option] = c.value
		_, err := chattest.Ask(t, chattest.Command(t, All(fixedTools(0)), c.command).Answer, r)
		refused, ok := errors.AsType[*chat.UserError](err)
		if !ok || !strings.Contains(strings.ToLower(chattest.English(refused.Msg)), strings.ToLower(c.want)) || chattest.English(refused.Hint) == "" && !strings.Contains(chattest.English(refused.Msg), "Try") {
			t.Errorf("/%s %s:%q: %v, want %q and a hint", c.command, c.option, c.value, err, c.want)
			continue
		}
		if reply := refused.Reply(); reply.Audience != chat.OnlyAsker || len(chattest.Text(reply)) > 2000 || strings.HasPrefix(chattest.Text(reply), "an empty text") {
			t.Errorf("/%s %s:%q: private %t, %d bytes", c.command, c.option, c.value, (reply.Audience == chat.OnlyAsker), len(chattest.Text(reply)))
		}
	}
}

// An old database has the reasons of refusals in English. They are shown as quotations.
func TestReasonsOfOldDatabases(t *testing.T) {
	content, err := os.ReadFile("../internal/store/testdata/00022.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "old.db")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	kept := storetest.Open(t, "sqlite:"+file)
	s, err := dailyrows.Of(kept).Sub(t.Context(), "failing")
	if err != nil || s.Reason != "I cannot see the channel (Missing Access)" {
		t.Fatalf("%+v, %v", s, err)
	}
	reply, err := daily.Posts(daily.Tools{Store: dailyrows.Of(kept), Now: time.Now}).Answer(t.Context(), &chat.Request{
		Subcommand: "show", GuildID: s.Guild, Permissions: discordgo.PermissionManageGuild,
	})
	if err != nil {
		t.Fatal(err)
	}
	said := chattest.Text(reply)
	quoted := chattest.English(voice.Quoted(s.Reason))
	if strings.Count(said, quoted) != 2 { // of the subscription and of its last post
		t.Errorf("%q is not twice in\n%s", quoted, said)
	}
	if !strings.Contains(chattest.Text(daily.Trouble(s)), quoted) {
		t.Errorf("the direct message is\n%s", chattest.Text(daily.Trouble(s)))
	}
}
