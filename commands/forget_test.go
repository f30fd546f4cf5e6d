package commands

import (
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// Buttons of other versions are refused, and nothing is deleted.
func TestForeignForgetButtons(t *testing.T) {
	for _, id := range []string{"forget", "forget:", "forget:all", "forget:me:1", "forget-not:1"} {
		if reply, err := chattest.Pressed(t, All(fixedTools(0)), &chat.Request{Asker: chattest.Anna, CustomID: id}); err == nil {
			t.Errorf("%s is answered with %v", id, reply)
		}
	}
}

// wantWords checks that /forget has words for kinds of data.
func wantWords(t *testing.T, kinds ...forgottenKind) {
	t.Helper()
	for _, kind := range kinds {
		if said := voice.In("en").Say(forgotten{kind, 7}); !strings.Contains(said, "7") {
			t.Errorf("%s: %q", kind, said)
		}
	}
}

func TestForgottenKindsHaveWords(t *testing.T) { wantWords(t, dailyPosts, records, postSettings) }
