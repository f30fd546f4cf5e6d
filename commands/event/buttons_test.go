package event

import (
	"testing"

	"chess960bot/internal/club/events"
	"chess960bot/internal/workshop/chattest"
)

// The custom ids of an event's buttons are read back.
func TestButtons(t *testing.T) {
	e := &events.Event{ID: "ABCDEFGHIJKL"}
	for _, want := range []roundButton{{e.ID, 1}, {e.ID, events.MostRounds}} {
		if got, err := drawRound.Read(drawRound.ID(want)); err != nil || got != want {
			t.Errorf("%+v is read as %+v, %v", want, got, err)
		}
	}
	for _, want := range []boardRef{{e.ID, 0, 1}, {e.ID, 9_999, events.MostBoards}} {
		if got, err := boardsPage.Read(boardsPage.ID(want)); err != nil || got != want {
			t.Errorf("%+v is read as %+v, %v", want, got, err)
		}
	}
}

// A text is refused, or is the custom id of a button.
func FuzzForgedButtons(f *testing.F) {
	f.Add("event-draw:ABCDEFGHIJKL:1")
	f.Add("event-boards:ABCDEFGHIJKL:0:1")
	f.Add("event-draw:ABCDEFGHIJKL:-1")
	f.Add("event-play:ABCDEFGHIJKL:0:12")
	f.Add("event-play-next:ABCDEFGHIJKL:0:11:3 days a move")
	f.Add("event-play-again:ABCDEFGHIJKL:0:11:1%3A30")
	f.Add("event-results-tell:ABCDEFGHIJKL:0:11:10:2")
	f.Fuzz(func(t *testing.T, id string) {
		chattest.ReadIDs(t, id, new(roundButton).fields, new(boardRef).fields, new(nextGames).fields, new(playRefill).fields, new(resultsSeen).fields)
	})
}
