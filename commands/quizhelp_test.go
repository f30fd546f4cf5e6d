package commands

import (
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/storetest"
)

// The buttons under /help answer as the commands do, to those who see the help.
func TestHelpLeadsOn(t *testing.T) {
	tools := fixedTools(0)
	kept := storetest.Open(t, storetest.SQLite(t))
	tools.Store = kept
	all := All(tools)
	help, err := chattest.Run(t, all, "/help")
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]string{"Draw one": "I drew", "Position of the day": "Position of the day", "Learn": "SP number"} {
		reply, err := chattest.Pressed(t, all, &chat.Request{Asker: chattest.Ben, CustomID: chattest.Controls(help)[label], Message: &chat.Message{ID: "1", Private: true}})
		if err != nil || !strings.Contains(chattest.Text(reply), want) || reply.Audience != chat.OnlyAsker {
			t.Errorf("%s leads to %v, %v", label, reply, err)
		}
	}
}
