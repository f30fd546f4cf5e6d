package commands

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/languages"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/storetest"
)

// Only people who manage a server can delete its data. The press is checked again: the
// permission may have been taken away after the question.
func TestForgetServer(t *testing.T) {
	kept := storetest.Open(t, storetest.SQLite(t), Parts()...)
	tools := fixedTools(0)
	tools.Store, tools.Languages = kept, languages.New(kept)
	all := All(tools)
	e := &evening.Event{ID: "e", Channel: "7", Guild: "9", OpenedBy: chattest.Anna, OpenedAt: time.Unix(1, 0), Rules: evening.Rules{Rounds: 1, Boards: 1, Games: 1}}
	if err := eventrows.Of(kept).NewEvent(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if err := dailyrows.Of(kept).Save(t.Context(), schedule.Sub{Channel: "7", Guild: "9", Zone: "UTC", Status: schedule.Active}); err != nil {
		t.Fatal(err)
	}
	if err := tools.Languages.Choose(t.Context(), "5", "de"); err != nil {
		t.Fatal(err)
	}
	confirm := func(guild string, permissions int64) (string, error) {
		reply, err := chattest.Pressed(t, all, &chat.Request{Asker: chattest.Anna, GuildID: guild, Permissions: permissions, CustomID: "forget:server"})
		if err != nil {
			return "", err
		}
		return chattest.Text(reply), nil
	}
	for _, other := range []struct {
		guild       string
		permissions int64
	}{{"9", 0}, {"9", discordgo.PermissionManageEvents}, {"", discordgo.PermissionManageGuild}} {
		if said, err := confirm(other.guild, other.permissions); err == nil {
			t.Errorf("%+v: %s", other, said)
		}
	}
	if said, err := confirm("8", discordgo.PermissionManageGuild); err != nil || said != "I had stored nothing about this server." {
		t.Errorf("another server: %q, %v", said, err)
	}
	tools.Languages.Of(t.Context(), "5") // remembered for a minute
	if said, err := confirm("5", discordgo.PermissionManageGuild); err != nil || !strings.HasPrefix(said, "## Deleted\n- The language of this server.\n") {
		t.Errorf("a server with a language: %q, %v", said, err)
	}
	if got := tools.Languages.Of(t.Context(), "5"); got != (languages.Setting{}) {
		t.Errorf("the language afterwards is %+v", got)
	}
	said, err := confirm("9", discordgo.PermissionAdministrator)
	if err != nil || !strings.Contains(said, "- 1 daily post.\n- 1 event, with all draws.\n") {
		t.Errorf("%q, %v", said, err)
	}
	if _, err := eventrows.Of(kept).Event(t.Context(), e.Ref()); err == nil {
		t.Error("the event is still there")
	}
}
