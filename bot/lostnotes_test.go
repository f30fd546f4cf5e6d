package bot_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/metrics"
	"chess960bot/internal/workshop/discordtest"
)

// unnotedDraws is a store that cannot note that people have seen a draw.
type unnotedDraws struct{ commands.Store }

func (unnotedDraws) ShowDraw(context.Context, evening.Ref, int, string) error {
	return errors.New("disk full")
}

// If the database cannot store what became of an answer, the operator hears of it. The
// person has the answer.
func TestLostNotesAreLoggedAndCounted(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		with := tools(t)
		counted := metrics.New("v1", with.Store.(metrics.Database), slog.New(slog.DiscardHandler))
		with.Store = unnotedDraws{with.Store}
		w := connectWith(t, bot.Options{Commands: offerEvents(with), Metrics: counted})
		w.event(t, "new", map[string]any{"name": "Thursday", "rounds": 2})
		w.event(t, "draw", nil)
		waitForLine(within(t), t, w, counted, `chess960bot_notes_lost_total 1`)
		if !w.log.has(`error="disk full"`) || !w.log.has("interaction=") {
			t.Error(w.log)
		}
		if answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "round", nil); err != nil || answer.Message.Text() == "" {
			t.Error(answer, err)
		}
	})
}
