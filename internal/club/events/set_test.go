package events

import (
	"errors"
	"io"
	"testing"
)

// A round that was begun has as many boards as it had then.
func TestSetHasTheBoardsOfItsRound(t *testing.T) {
	e := eveningOf(true) // of two boards
	record := func(board int) error {
		_, _, err := e.AnswerSet(Request{Asker: Asker{User: "ann", Interaction: string(rune('a' + board)), At: evening}}, 1, board, []int{518 + board})
		return err
	}
	if err := record(1); err != nil {
		t.Fatal(err)
	}
	e.Round(1).Shown = true
	play(t, e, zero) // round 2
	if _, err := changed(e, "z", func(r *Rules) { r.Boards = 3 }, zero); err != nil {
		t.Fatal(err)
	}
	if err := record(2); err != nil {
		t.Fatal(err)
	}
	if err := record(3); !errors.Is(err, ErrDrawn) {
		t.Error("a third board:", err)
	}
	if boards := e.BoardsOf(e.Round(1)); boards != 2 {
		t.Error(boards, "boards")
	}
	if err := e.WriteCSV(io.Discard); err != nil {
		t.Error(err)
	}
	// An older release recorded the third board.
	e.Round(1).SPs = append(e.Round(1).SPs, 3)
	if err := e.WriteCSV(io.Discard); err != nil {
		t.Error(err)
	}
}
