package evening

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

// Boards that come while people record a round are for the next rounds: no position is drawn for
// the round that people record.
func TestBoardsComeWhileARoundIsRecorded(t *testing.T) {
	e := eveningOf(true) // of two boards
	record := func(board int) error {
		_, _, err := e.AnswerSet(Request{Asker: Asker{User: "ann", Interaction: string(rune('a' + board)), At: evening}}, 1, board, []int{518 + board})
		return err
	}
	if err := record(1); err != nil {
		t.Fatal(err)
	}
	if _, err := changed(e, "y", func(r *Rules) { r.Boards = 3 }, zero); err != nil {
		t.Fatal(err)
	}
	if sps := e.Round(1).SPs; len(sps) != 1 {
		t.Fatal("positions:", sps)
	}
	if err := record(2); err != nil {
		t.Fatal(err)
	}
	if err := record(3); !errors.Is(err, ErrDrawn) {
		t.Error("a third board:", err)
	}
	list, err := changed(e, "z", func(r *Rules) { r.Boards = 4 }, zero) // once all are recorded
	if err != nil {
		t.Fatal(err)
	}
	if _, first, last := e.NewBoards(list[len(list)-1]); first != 3 || last != 4 || len(e.Round(1).SPs) != 4 {
		t.Errorf("boards %d to %d joined, positions %v", first, last, e.Round(1).SPs)
	}
}
