package bot_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"

	"chess960bot/bot"
	"chess960bot/commands/feature"
	"chess960bot/internal/metrics"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
)

// A fullStore has room for so many changes.
type fullStore struct {
	feature.Store
	room *atomic.Int64
}

func (s fullStore) Transaction(ctx context.Context, f func(*store.Tx)) error {
	if s.room.Add(-1) < 0 {
		return errors.New("disk full")
	}
	return s.Store.Transaction(ctx, f)
}

// If the database cannot store what became of an answer, the operator hears of it. The
// person has the answer.
func TestLostNotesAreLoggedAndCounted(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		with := tools(t)
		counted := metrics.New("v1", with.Store.(metrics.Database), slog.New(slog.DiscardHandler))
		room := new(atomic.Int64)
		room.Store(100)
		with.Store = fullStore{with.Store, room}
		w := connectWith(t, bot.Options{Commands: offerEvents(with), Metrics: counted})
		w.event(t, "new", map[string]any{"name": "Thursday", "rounds": 2})
		room.Store(1) // for the draw, and none to note that people have seen it
		w.event(t, "draw", nil)
		waitForLine(within(t), t, w, counted, `chess960bot_notes_lost_total 1`)
		if !w.log.has("error=") || !strings.Contains(w.log.String(), "disk full") || !w.log.has("interaction=") {
			t.Error(w.log)
		}
		if answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "round", nil); err != nil || answer.Message.Text() == "" {
			t.Error(answer, err)
		}
	})
}
