package drawing_test

import (
	"errors"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/drawing"
	"chess960bot/internal/testrun"
)

// reach returns every set-up that players can reach.
func reach(all bool) map[drawing.Joint]bool {
	seen := map[drawing.Joint]bool{}
	var walk func(j drawing.Joint)
	walk = func(j drawing.Joint) {
		if seen[j] {
			return
		}
		seen[j] = true
		for _, piece := range j.Left() {
			for f := range j.Open(piece).All() {
				next, err := j.Place(piece, f)
				if err != nil {
					panic(err)
				}
				walk(next)
			}
		}
	}
	walk(drawing.Joint{All: all})
	return seen
}

// Northam's set-up reaches all positions and no impasse. With all eight pieces there are
// impasses, and the repair turns each into a position.
func TestEveryJointSetUp(t *testing.T) {
	testrun.LongOnly(t, "walks every path")
	for _, all := range []bool{false, true} {
		positions, impasses := 0, 0
		for j := range reach(all) {
			again, err := drawing.ParseJoint(j.Rank.String(), all)
			if err != nil || again != j {
				t.Fatalf("%v is read as %v, %v", j.Rank, again.Rank, err)
			}
			switch {
			case j.Done():
				positions++
				chess960.MustParsePosition(j.Rank.String())
			case j.Impasse():
				impasses++
				_, repaired := j.Repair()
				if !repaired.Done() || repaired.Impasse() {
					t.Fatalf("%v is repaired to %v", j.Rank, repaired.Rank)
				}
			}
		}
		if positions != chess960.Count || (impasses > 0) != all {
			t.Errorf("with all pieces %v: %d positions, %d impasses", all, positions, impasses)
		}
	}
}

func TestRepairsTheImpasseOfTheSource(t *testing.T) {
	j, err := drawing.ParseJoint("Q.RB..NN", true)
	if err != nil || !j.Impasse() {
		t.Fatalf("Q.RB..NN: impasse %v, %v", j.Impasse(), err)
	}
	steps, repaired := j.Repair()
	var ranks []string
	for _, s := range steps {
		ranks = append(ranks, s.After.String())
	}
	if repaired.Rank.String() != "QRKRBBNN" || len(steps) != 3 {
		t.Errorf("repaired by %v to %v", ranks, repaired.Rank)
	}
}

// The set-up after some pieces of a position is no impasse, and the pieces that are left
// are those that it lacks. A complete one needs no repair.
func TestPartsOfPositionsAreNoImpasse(t *testing.T) {
	for sp, p := range chess960.All() {
		files := chess960.Files(sp * 37)
		rank := []byte(p.String())
		lacks := map[chess960.Piece]bool{}
		for f := range files.All() {
			lacks[p.Piece(f)] = true
			rank[f] = '.'
		}
		j, err := drawing.ParseJoint(string(rank), true)
		if err != nil || j.Impasse() {
			t.Fatalf("%s: impasse %t, %v", rank, j.Impasse(), err)
		}
		left := j.Left()
		for _, piece := range left {
			if !lacks[piece] {
				t.Fatalf("%s: %v is left", rank, piece)
			}
		}
		if len(left) != len(lacks) {
			t.Fatalf("%s: %v are left, not %v", rank, left, lacks)
		}
		if steps, repaired := j.Repair(); files == 0 && (len(steps) > 0 || repaired != j) {
			t.Fatalf("%s is complete and repaired to %v", rank, repaired.Rank)
		}
	}
}

// The players place neither king nor rooks, unless they place all eight pieces.
func TestLeftToPlace(t *testing.T) {
	for all, want := range map[bool]string{false: "QBN", true: "KQRBN"} {
		got := ""
		for _, piece := range (drawing.Joint{All: all}).Left() {
			got += piece.String()
		}
		if got != want {
			t.Errorf("with all pieces %t: %s are left, not %s", all, got, want)
		}
	}
}

func TestRefusesPlacements(t *testing.T) {
	for _, c := range []struct {
		rank   string
		all    bool
		piece  chess960.Piece
		file   chess960.File
		reason string
	}{
		{"...Q....", false, chess960.Knight, chess960.FileD, "d1 holds a queen; what is placed stays"},
		{"...Q....", false, chess960.Queen, chess960.FileA, "no queen is left"},
		{"B.......", false, chess960.Bishop, chess960.FileC, "the bishops must stand on squares of opposite colours"},
		{"........", false, chess960.King, chess960.FileE, "king and rooks come last: the king goes to the middle of the three squares left"},
		{"R.R.....", true, chess960.King, chess960.FileH, "the king must stand between the rooks"},
		{"K.R.....", true, chess960.Rook, chess960.FileH, "the king must stand between the rooks"},
	} {
		j, err := drawing.ParseJoint(c.rank, c.all)
		if err != nil {
			t.Fatal(c.rank, err)
		}
		_, err = j.Place(c.piece, c.file)
		if refused, ok := errors.AsType[*drawing.PlacementError](err); !ok || refused.Reason != c.reason {
			t.Errorf("%v on %v in %s: %v", c.piece, c.file, c.rank, err)
		}
	}
	for _, code := range []string{"", "RNBQKBNR ", "QQ......", "X.......", "R.......", "B.B.....", "RRNBQKBN", "........."} {
		if j, err := drawing.ParseJoint(code, false); err == nil {
			t.Errorf("%q is read as %v", code, j.Rank)
		}
	}
}

func TestKingsCorner(t *testing.T) {
	for opposite, want := range map[bool]int{false: 630, true: 360} {
		seen := map[drawing.Rank]bool{}
		for _, r := range drawing.KingsCorner(opposite) {
			if r[chess960.FileH] != chess960.King || r.Files(0) != 0 {
				t.Errorf("rank %v", r)
			}
			seen[r] = true
		}
		if len(seen) != want {
			t.Errorf("%d ranks, not %d", len(seen), want)
		}
	}
}
