package commands

import (
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
	"chess960bot/internal/workshop/storetest"
)

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
