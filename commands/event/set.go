package event

import (
	"context"
	"errors"

	"chess960bot/chat"
	"chess960bot/commands/list"
	"chess960bot/internal/club/events"
	"chess960bot/voice"
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
			return nil, chat.Refuse(notAPosition{Typed: voice.Quoted(part)}, voice.Phrase("event.typePosition"))
		}
		sps = append(sps, sp)
	}
	return sps, nil
}

// notAPosition refuses a text.
type notAPosition struct {
	voice.Facts
	Typed voice.Quoted
}

// setRefusal turns an error of positions that somebody sets into a refusal; nil for other
// errors.
func setRefusal(err error) error {
	if wrong, ok := errors.AsType[*events.SetError](err); ok {
		if wrong.Board > 0 {
			return chat.Refuse(boardFirst{Board: wrong.Board}, voice.Phrase("event.setInOrder"))
		}
		return chat.Refuse(otherCount{Given: positionCount{N: voice.Count(wrong.Given)}, Needed: positionCount{N: voice.Count(wrong.Needed)}}, voice.Phrase("event.setOneOrAll"))
	}
	switch {
	case errors.Is(err, events.ErrDrawn):
		return chat.Refuse(voice.Phrase("event.drawnAlready"), voice.Phrase("event.voidFirst"))
	case errors.Is(err, events.ErrOneForAll):
		return chat.Refuse(voice.Phrase("event.oneForAll"), voice.Phrase("event.withoutBoard"))
	case errors.Is(err, events.ErrNoBoard):
		return chat.Refuse(voice.Phrase("event.noSuchBoard"), voice.Phrase("event.seeRounds"))
	}
	return nil
}

// boardFirst names the board to set next, and otherCount how many positions are needed.
type (
	boardFirst struct {
		voice.Facts
		Board int
	}
	otherCount struct {
		voice.Facts
		Given, Needed voice.Sentence
	}
)
