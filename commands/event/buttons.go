package event

import (
	"chess960bot/chat"
	"chess960bot/internal/events"
)

// A roundButton is the custom id of a button for a round of an event.
type roundButton struct {
	event string
	round int
}

func (b *roundButton) fields(f *chat.Fields) {
	f.Word(&b.event)
	f.Number(&b.round, 0, events.MostRounds)
}

// roundID returns the custom id of a button for a round.
func roundID(control string, e *events.Event, round int) string {
	b := roundButton{e.ID, round}
	return chat.WriteID(control, b.fields)
}

// readRound reads the custom id of a button for a round. A custom id that was copied to
// another channel refers to no event.
func readRound(r *chat.Request) (events.Ref, int, error) {
	var b roundButton
	if err := chat.ReadID(r.CustomID, b.fields); err != nil {
		return events.Ref{}, 0, err
	}
	return events.Ref{Channel: r.ChannelID, ID: b.event}, b.round, nil
}

// A boardsButton is the custom id of a button for a page of a draw's boards.
type boardsButton struct {
	event      string
	draw, page int // the index of the draw in the event; the first page is 0
}

func (b *boardsButton) fields(f *chat.Fields) {
	const most = 10_000 // draws of an event, void ones included
	f.Word(&b.event)
	f.Number(&b.draw, 0, most)
	f.Number(&b.page, 0, events.MostBoards)
}

func boardsID(e *events.Event, draw, page int) string {
	b := boardsButton{e.ID, draw, page}
	return chat.WriteID("event-boards", b.fields)
}
