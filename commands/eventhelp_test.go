package commands

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// The second page has the commands of a club, and those of organisers only for them in private.
func TestHelpTurnsThePage(t *testing.T) {
	all := All(fixedTools(0))
	help, err := chattest.Run(t, all, "/help")
	if err != nil {
		t.Fatal(err)
	}
	club := &chat.Request{Asker: chattest.Ben, GuildID: "1", CustomID: chattest.Controls(help)["Club"], Message: &chat.Message{ID: "1"}}
	for permissions, want := range map[int64]bool{0: false, discordgo.PermissionManageEvents: true} {
		club.Permissions = permissions
		reply, err := chattest.Pressed(t, all, club)
		if err != nil || strings.Contains(chattest.Text(reply), "`/event`") != want || !strings.Contains(chattest.Text(reply), "`/forget`") || reply.Audience != chat.OnlyAsker {
			t.Errorf("with the permissions %x: %v, %v", permissions, reply, err)
		}
		if back := chattest.Controls(reply)["Play"]; back != "help-page:play" {
			t.Errorf("back leads to %q", back)
		}
	}
}
