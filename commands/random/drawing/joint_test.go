package drawing_test

import (
	"testing"

	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/testrun"
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
				walk(j.Place(piece, f))
			}
		}
	}
	walk(drawing.Joint{All: all})
	return seen
}

// parts returns every rank that players can reach on their way to a position: all parts of
// all positions, and without all eight pieces those without king and rooks.
func parts(all bool) map[drawing.Rank]bool {
	found := map[drawing.Rank]bool{}
	for _, p := range chess960.All() {
		for files := range chess960.Files(255) {
			var rank drawing.Rank
			for f := range files.All() {
				rank[f] = p.Piece(f)
			}
			begun := rank.Files(chess960.King)|rank.Files(chess960.Rook) != 0
			if all || !begun && files.Len() < 5 {
				found[rank] = true
			}
		}
		whole := drawing.Rank{}
		for f := range chess960.AllFiles.All() {
			whole[f] = p.Piece(f)
		}
		found[whole] = true
	}
	return found
}

// From every set-up that players can reach, every square that is offered leads to at least
// one position, and together they lead to all 960.
func TestEveryJointSetUp(t *testing.T) {
	for _, all := range testrun.Choose([]bool{false}, []bool{false, true}) {
		want, positions := parts(all), 0
		reached := reach(all)
		for j := range reached {
			again, err := drawing.ParseJoint(j.Rank.String(), all)
			if err != nil || again != j {
				t.Fatalf("%v is read as %v, %v", j.Rank, again.Rank, err)
			}
			if !want[j.Rank] {
				t.Fatalf("%v is part of no position", j.Rank)
			}
			if left := j.Left(); j.Done() != (len(left) == 0) {
				t.Fatalf("%v, done %t: %v are left", j.Rank, j.Done(), left)
			}
			if j.Done() {
				positions++
				chess960.MustParsePosition(j.Rank.String())
			}
		}
		if positions != chess960.Count || len(reached) != len(want) {
			t.Errorf("with all pieces %v: %d positions by %d set-ups, want %d", all, positions, len(reached), len(want))
		}
	}
}

// Squares that lead to no position are not offered: one of the wrong colour for a bishop,
// one outside the rooks for the king, and the last one that another piece needs.
func TestSquaresOfAJointSetUp(t *testing.T) {
	for _, c := range []struct {
		rank  string
		all   bool
		piece chess960.Piece
		want  string
	}{
		{"........", false, chess960.Queen, "abcdefgh"},
		{"...Q....", false, chess960.Queen, ""},
		{"B.......", false, chess960.Bishop, "bdfh"},
		{"........", false, chess960.King, ""},
		{"........", true, chess960.King, "bcdefg"},
		{"R.R.....", true, chess960.King, "b"},
		{"..RB..NN", true, chess960.Queen, "bf"}, // not a: see Q.RB..NN
	} {
		j, err := drawing.ParseJoint(c.rank, c.all)
		got := ""
		for f := range j.Open(c.piece).All() {
			got += f.String()
		}
		if err != nil || got != c.want {
			t.Errorf("%s: the %s may go to %q, want %q; %v", c.rank, c.piece.Name(), got, c.want, err)
		}
	}
}

func TestRefusesCodesOfJointSetUps(t *testing.T) {
	for _, code := range []string{"", "RNBQKBNR ", "QQ......", "X.......", "R.......", "B.B.....", "RRNBQKBN", "........."} {
		if j, err := drawing.ParseJoint(code, false); err == nil {
			t.Errorf("%q is read as %v", code, j.Rank)
		}
	}
	for _, code := range []string{"Q.RB..NN", "K.......", "R.R....K"} {
		if j, err := drawing.ParseJoint(code, true); err == nil {
			t.Errorf("%q is read as %v", code, j.Rank)
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

func TestKingsCorner(t *testing.T) {
	seen := map[drawing.Rank]bool{}
	for _, r := range drawing.KingsCorner() {
		if r[chess960.FileH] != chess960.King || r.Files(0) != 0 {
			t.Errorf("rank %v", r)
		}
		seen[r] = true
	}
	if len(seen) != 360 {
		t.Errorf("%d ranks, not 360", len(seen))
	}
}
