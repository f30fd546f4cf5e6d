package dailies

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/storetest"
)

// Every trouble and every reason has its sentence. A text that is no reason is quoted.
func TestCauses(t *testing.T) {
	for _, c := range []struct {
		trouble outbox.Trouble
		reason  string
		want    cause
	}{
		{outbox.NotRunning, "", cause{Why: notRunning}},
		{outbox.TooLate, "HTTP 502", cause{Why: tooLate}},
		{outbox.Gone, "the channel does not exist", cause{Why: gone}},
		{outbox.Forbidden, "", cause{Why: forbidden}},
		{outbox.Forbidden, outbox.NoAccess, cause{Why: noAccess}},
		{outbox.Forbidden, outbox.NoPermission, cause{Why: noPermission}},
		{outbox.Forbidden, outbox.Archived, cause{Why: archived}},
		{outbox.Forbidden, "Cannot *send* messages", cause{inWords, "Cannot *send* messages"}},
		{outbox.NoThread, "", cause{Why: noThread}},
		{outbox.NoThread, "the name is too long", cause{Why: threadFailed}},
		{outbox.NoTrouble, outbox.ClockAhead, cause{Why: clockAhead}},
		{outbox.NoTrouble, "the clock ran ahead", cause{inWords, "the clock ran ahead"}},
		{"of a newer release", "", cause{Why: forbidden}},
	} {
		got := whyOf(c.trouble, c.reason)
		if said := chattest.English(got); got != c.want || !strings.HasSuffix(said, ".") {
			t.Errorf("%s, %q is %+v: %s", c.trouble, c.reason, got, said)
		}
	}
}

// A database of version 1.0 has the reasons of refusals in English. They are shown as quotations.
func TestReasonsOfOldDatabases(t *testing.T) {
	content, err := os.ReadFile("../../internal/service/store/testdata/00022.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "old.db")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	kept := storetest.Open(t, "sqlite:"+file)
	s, err := kept.Sub(t.Context(), "failing")
	if err != nil || s.Reason != "I cannot see the channel (Missing Access)" {
		t.Fatalf("%+v, %v", s, err)
	}
	reply, err := Posts(Tools{Store: kept, Now: time.Now}).Answer(t.Context(), &chat.Request{
		Subcommand: "show", GuildID: s.Guild, Permissions: discordgo.PermissionManageGuild,
	})
	if err != nil {
		t.Fatal(err)
	}
	said := chattest.Text(reply)
	quoted := chattest.English(cause{inWords, voice.Quoted(s.Reason)})
	if strings.Count(said, quoted) != 2 { // of the subscription and of its last post
		t.Errorf("%q is not twice in\n%s", quoted, said)
	}
	if !strings.Contains(chattest.Text(Trouble(s)), quoted) {
		t.Errorf("the direct message is\n%s", chattest.Text(Trouble(s)))
	}
}
