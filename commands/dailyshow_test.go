package commands

import (
	"testing"

	"chess960bot/internal/daily"
)

// A post that Discord refuses for now is not said to be on its way.
func TestFaredOpen(t *testing.T) {
	for trouble, want := range map[string]string{"": "on its way", "I cannot see the channel": "not sent yet, and tried again until it is too late"} {
		if got := fared(daily.Sub{}, daily.Post{State: daily.Open, Error: trouble}); got != want {
			t.Errorf("after %q it says %q, want %q", trouble, got, want)
		}
	}
}
