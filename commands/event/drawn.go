package event

import (
	"context"
	"errors"

	"chess960bot/commands/number"
	"chess960bot/internal/chess960"
	"chess960bot/internal/club/events"
)

// Drawn returns the positions of the boards of the channel's evening, as far as everybody has
// seen them.
func (t Tools) Drawn(ctx context.Context, channel string) (map[number.Pairing]chess960.Position, error) {
	e, err := t.Store.Event(ctx, events.Ref{Channel: channel, WithoutResults: true})
	if errors.Is(err, events.ErrNone) {
		return nil, nil
	}
	if err == nil {
		e, err = t.settled(ctx, e)
	}
	if err != nil {
		return nil, err
	}
	drawn := map[number.Pairing]chess960.Position{}
	for d := range e.Seen() {
		for board, p := range e.Boards(d) { // none of a sealed draw
			drawn[number.Pairing{Round: d.Round, Board: board}] = p
		}
	}
	return drawn, nil
}
