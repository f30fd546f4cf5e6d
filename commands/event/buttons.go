package event

import (
	"context"
	"slices"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// A roundButton is the custom id of a button for a round of an event.
type roundButton struct {
	event string
	round int
}

func (b *roundButton) fields(f *chat.Fields) {
	f.Word(&b.event)
	f.Number(&b.round, 0, evening.MostRounds)
}

// ref names the event of the button in the channel of a request. A custom id that was copied
// to another channel refers to no event.
func (b roundButton) ref(r *chat.Request) evening.Ref {
	return evening.Ref{Channel: r.ChannelID, ID: b.event}
}

// The buttons for a round, and the form for a number.
var (
	drawRound    = chat.NewControl("event-draw", (*roundButton).fields)
	numberButton = chat.NewControl("event-number", (*roundButton).fields)
	numberForm   = chat.NewControl("event-add", (*roundButton).fields)
	openSeal     = chat.NewControl("event-open", (*roundButton).fields)
	moveHere     = chat.NewControl("event-move", (*roundButton).fields)
)

// mostDraws is more than an event can have, void ones included.
const mostDraws = 10_000

// boardsPage is a button for a page of a draw's boards, which stands in place of the board. The first
// page is 0.
var boardsPage = chat.NewControl("event-boards", (*boardRef).fields)

// A boardRef is the custom id of a button under a draw, and of its form: for one board, or for
// all.
type boardRef struct {
	event       string
	draw, board int // the index of the draw in the event; board 0 for all boards
}

func (b *boardRef) fields(f *chat.Fields) {
	f.Word(&b.event)
	f.Number(&b.draw, 0, mostDraws)
	f.Number(&b.board, 0, evening.MostBoards)
}

// “How to check” under an opened seal, and the FENs of a draw.
var (
	checkButton = chat.NewControl("event-check", (*boardRef).fields)
	fensButton  = chat.NewControl("event-fens", (*boardRef).fields)
)

// openedDraw returns the draw of a button, in the event without its results. It refuses a draw that is still sealed, and a board
// that the draw does not have.
func (t Tools) openedDraw(ctx context.Context, r *chat.Request, b boardRef) (*evening.Event, *evening.Draw, error) {
	return t.openedRef(ctx, r, b, evening.Ref{Channel: r.ChannelID, ID: b.event, WithoutResults: true})
}

// openedGames is openedDraw with the results and the games on lichess.
func (t Tools) openedGames(ctx context.Context, r *chat.Request, b boardRef) (e *evening.Event, d *evening.Draw, err error) {
	_, err = t.inTurn(ctx, r, func() (_ *chat.Reply, err error) {
		e, d, err = t.openedRef(ctx, r, b, evening.Ref{Channel: r.ChannelID, ID: b.event})
		return nil, err
	})
	return e, d, err
}

func (t Tools) openedRef(ctx context.Context, r *chat.Request, b boardRef, ref evening.Ref) (*evening.Event, *evening.Draw, error) {
	e, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil, nil, refusalOf(r, ref, e, err)
	}
	if b.draw >= len(e.Draws) {
		return nil, nil, beyondRecord(r, e)
	}
	if e.Draws[b.draw].Sealed() || b.board > e.BoardsOf(&e.Draws[b.draw]) {
		return nil, nil, chat.Foreign()
	}
	return e, &e.Draws[b.draw], nil
}

// beyondRecord refuses a button that knows more draws than the event ever had, void ones included: a backup
// was put back.
func beyondRecord(r *chat.Request, e *evening.Event) error {
	var last evening.Draw
	if d := e.Last(); d != nil {
		last = *d
	}
	return chat.Refuse(voice.Say("event.recordEnds", voice.F{"Round": last.Round, "At": clock(last.At)}),
		hint(r, voice.Phrase("event.recordAgain"), voice.Phrase("event.seeRounds")))
}

// wasDrawn reports whether the event has a draw of a round, void ones included.
func wasDrawn(e *evening.Event, round int) bool {
	return slices.ContainsFunc(e.Draws, func(d evening.Draw) bool { return d.Round == round })
}

// positionOf returns the position of a board, counted from 1.
func positionOf(e *evening.Event, d *evening.Draw, board int) chess960.Position {
	if !e.Rules.Each {
		board = 1
	}
	return chess960.MustFromSP(d.SPs[board-1])
}
