package program

import (
	"math/rand/v2"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
)

func init() {
	postsOfFeatures = append(postsOfFeatures, featurePosts{
		plan:    planEventPosts,
		counted: []string{`kind="seal",state="posted"`},
		log:     []string{"seal post sent"},
	})
}

func planEventPosts(t *testing.T, kept *store.Store, channel, refused string, now time.Time) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	e := &evening.Event{
		ID: "event", Channel: channel, OpenedBy: discordtest.Anna.ID, OpenedByName: discordtest.Anna.Name, OpenedAt: now,
		Rules: evening.Rules{Name: "Club", Rounds: 1, Boards: 1, Games: 1, Sealed: true},
	}
	anna := evening.Asker{User: discordtest.Anna.ID, At: now.Add(-evening.SealTime)}
	draw := func(n int) (int, error) { return rand.N(n), nil }
	_, err := e.Seal(anna, draw, func() [16]byte { return [16]byte{} })
	must(err)
	must(eventrows.Of(kept).NewEvent(t.Context(), e))
}
