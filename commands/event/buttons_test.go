package event

import (
	"fmt"
	"reflect"
	"testing"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// The custom ids of an event's buttons are read back.
func TestButtons(t *testing.T) {
	e := &evening.Event{ID: "ABCDEFGHIJKL"}
	for _, want := range []roundButton{{e.ID, 1}, {e.ID, evening.MostRounds}} {
		if got, err := drawRound.Read(drawRound.ID(want)); err != nil || got != want {
			t.Errorf("%+v is read as %+v, %v", want, got, err)
		}
	}
	for _, want := range []boardRef{{e.ID, 0, 1}, {e.ID, 9_999, evening.MostBoards}} {
		if got, err := boardsPage.Read(boardsPage.ID(want)); err != nil || got != want {
			t.Errorf("%+v is read as %+v, %v", want, got, err)
		}
	}
}

// After a backup was restored, a button that knows more draws than the record ever had changes nothing and
// says where the record ends. A round that was struck out is in the record.
func TestButtonsBeyondTheRecord(t *testing.T) {
	ends := func(said string) string { return said + ": a backup was restored." }
	none, one := ends("My record has no round yet"), ends("My record ends with round 1, drawn at <t:1790000000:t>")
	for _, c := range []struct {
		drawn, void int
		sealed      bool
		id, refused string // "" for none
	}{
		{0, 0, false, "event-draw:%s:2", none},
		{0, 0, true, "event-open:%s:1", none},
		{1, 0, false, "event-draw:%s:3", one},
		{1, 0, false, "event-draw:%s:2", ""},
		{1, 1, false, "event-draw:%s:2", ""}, // draws round 1 again
		{1, 1, false, "event-draw:%s:3", one},
		{2, 2, false, "event-draw:%s:3", ""}, // draws round 2 again
		{1, 0, false, "event-results:%s:1:0", one},
		{1, 0, false, "event-results-tell:%s:1:0:0:0", one},
		{1, 0, false, "event-board-tell:%s:1:1", one},
		{1, 0, false, "event-manage:%s:1:0", one},
		{1, 0, false, "event-do:%s:1:0:show", one},
		{1, 0, false, "event-play:%s:1:0", one},
		{1, 0, false, "event-start:%s:1:0", one},
		{1, 0, false, "event-begun:%s:1:0", one},
		{1, 0, false, "event-late:2:%s:1:1", one},
		{1, 0, false, "event-late:2:%s:3:1790000000000", one},
		{1, 0, true, "event-open:%s:2", one},
		{1, 0, true, "event-number:%s:2", one},
		{1, 0, true, "event-add:%s:2", one},
		{1, 0, true, "event-open:%s:1", ""},
	} {
		cl := newClub(t)
		cl.event("new", chat.Options{"name": "Thursday", "rounds": 5.0, "study": 10.0, "sealed": c.sealed})
		opened, err := rows.Of(cl).Event(t.Context(), evening.Ref{Channel: "2"})
		if err != nil {
			t.Fatal(err)
		}
		press := func(id string) (*chat.Reply, error) {
			return cl.press(fmt.Sprintf(id, opened.ID), chat.Options{"number": "5", "results": "1 Anna – Ben 1-0"})
		}
		for range c.drawn {
			cl.event("draw", nil)
			if c.sealed {
				if _, err := press("event-open:%s:1"); err != nil {
					t.Fatal(err)
				}
			}
		}
		if c.void > 0 {
			cl.event("void", chat.Options{"round": float64(c.void)})
		}
		before, err := rows.Of(cl).Event(t.Context(), evening.Ref{Channel: "2"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = press(c.id)
		after, failed := rows.Of(cl).Event(t.Context(), evening.Ref{Channel: "2"})
		if failed != nil {
			t.Fatal(failed)
		}
		switch {
		case c.refused == "" && err != nil:
			t.Errorf("%+v: %v", c, err)
		case c.refused != "":
			chattest.RefusedWith(t, err, c.refused)
			if !reflect.DeepEqual(before, after) {
				t.Errorf("%+v: the event was %+v, is %+v", c, before, after)
			}
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
