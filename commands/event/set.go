package event

import (
	"context"

	"chess960bot/commands/number"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// set answers /event set: it records positions that were drawn elsewhere.
func (t Tools) set(ctx context.Context, r *chat.Request, round, board int, typed string) (*chat.Reply, error) {
	sps, notes, err := readPositions(typed)
	if err != nil {
		return nil, err
	}
	t.notes = append(t.notes, notes...)
	return t.answer(ctx, r, events.Ref{Channel: r.ChannelID}, func(e *events.Event, asked events.Request) (*events.Draw, events.Turn, error) {
		if err := mayManageHere(r, e); err != nil {
			return nil, 0, err
		}
		return e.AnswerSet(asked, round, board, sps)
	})
}

// readPositions reads a position, or several with commas, semicolons or new lines between
// them, in any form that /encode reads, and what is to be said about them.
func readPositions(text string) (sps []int, notes []voice.Sentence, err error) {
	for part := range number.ListParts(text) {
		none := chat.Refuse(voice.Say("event.notAPosition", voice.F{"Typed": voice.Quoted(part)}), voice.Phrase("event.typePosition"))
		sp, said, err := number.ReadPosition(part, none)
		if err != nil {
			return nil, nil, err
		}
		sps, notes = append(sps, sp), append(notes, said...)
	}
	return sps, notes, nil
}
