package event

import (
	"context"

	"chess960bot/commands/list"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// set answers /event set: it records positions that were drawn elsewhere.
func (t Tools) set(ctx context.Context, r *chat.Request, round, board int, typed string) (*chat.Reply, error) {
	sps, err := readPositions(typed)
	if err != nil {
		return nil, err
	}
	return t.answer(ctx, r, events.Ref{Channel: r.ChannelID}, func(e *events.Event, asked events.Request) (*events.Draw, events.Turn, error) {
		if err := mayManageHere(r, e); err != nil {
			return nil, 0, err
		}
		return e.AnswerSet(asked, round, board, sps)
	})
}

// readPositions reads a position, or several with commas, semicolons or new lines between
// them, in any form that /encode reads.
func readPositions(text string) ([]int, error) {
	var sps []int
	for part := range list.Parts(text) {
		sp, ok := list.Position(part)
		if !ok {
			return nil, chat.Refuse(voice.Say("event.notAPosition", voice.F{
				"Typed": voice.Quoted(part),
			}), voice.Phrase("event.typePosition"))
		}
		sps = append(sps, sp)
	}
	return sps, nil
}
