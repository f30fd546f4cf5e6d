package event

import (
	"context"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
)

// void answers /event void: it strikes a round through, or gives one board another position. Board
// 0 is the whole round.
func (t Tools) void(ctx context.Context, r *chat.Request, round, board int, reason string) (*chat.Reply, error) {
	if board > 0 {
		return t.answerChanges(ctx, r, t.update, func(e *events.Event) ([]*events.Change, error) {
			return e.AnswerRedraw(t.asker(r), round, board, reason, t.Draw)
		})
	}
	var voided *events.Draw
	e, err := t.update(ctx, r, func(e *events.Event) (err error) {
		voided, err = e.Void(round, reason, t.asker(r))
		return err
	})
	if err != nil {
		return nil, err
	}
	return t.done(voidedText(e, voided), drawButton(e))
}
