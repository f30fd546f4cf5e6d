package about

import (
	"strings"
	"testing"

	"chess960bot/internal/voice"
)

// wantWords checks that /forget has words for kinds of data.
func wantWords(t *testing.T, kinds ...forgottenKind) {
	t.Helper()
	for _, kind := range kinds {
		if said := voice.In("en").Say(forgotten{kind, 7}); !strings.Contains(said, "7") {
			t.Errorf("%s: %q", kind, said)
		}
	}
}

func TestForgottenKindsHaveWords(t *testing.T) {
	wantWords(t, dailyPosts, records, postSettings, serverEvents, sharedEvents, ownEvents, quizRecords, races)
}
