package firstlook

import (
	"slices"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/testrun"
)

const (
	seventhRank = 48 // the number of a7
)

// filesOn returns the files of the squares of a set that are on a rank, from 0 for the
// first.
func filesOn(rank int, squares uint64) chess960.Files { return chess960.Files(squares >> (8 * rank)) }

// every says of how many positions one is searched. All 960 take two seconds.
func every() int { return testrun.Choose(7, 1) }

// Undefended men are those on squares that White does not attack.
func TestUndefendedMen(t *testing.T) {
	for sp, p := range chess960.All() {
		attacked := stateOf(p).attacked()
		facts := Of(p)
		if want := ^filesOn(0, attacked) &^ p.Files(chess960.King); facts.UndefendedPieces != want {
			t.Errorf("SP %d %v: undefended pieces %v, want %v", sp, p, facts.UndefendedPieces, want)
		}
		if want := ^filesOn(1, attacked); facts.UndefendedPawns != want {
			t.Errorf("SP %d %v: undefended pawns %v, want %v", sp, p, facts.UndefendedPawns, want)
		}
	}
}

// A search over all of White's moves, captures included, finds no faster way to castle, and
// finds one as fast.
func TestMovesBeforeCastling(t *testing.T) {
	for sp, p := range chess960.All() {
		if sp%every() != 0 {
			continue
		}
		facts := Of(p)
		for side, got := range map[chess960.CastlingSide]Clearing{chess960.HSide: facts.HSide, chess960.ASide: facts.ASide} {
			castling := p.Castling(side, chess960.Chess960Castling)
			search := func(moves int) bool {
				return clearance{uint64(castling.MustBeEmpty()), 1<<castling.King.From | 1<<castling.Rook.From, map[state]int{}}.within(stateOf(p), moves)
			}
			if got.Pieces != castling.MustBeEmpty().Len() || got.Moves() > 0 && search(got.Moves()-1) || !search(got.Moves()) {
				t.Errorf("SP %d %v: %v after %+v: %v with one move fewer, %v with as many", sp, p, side, got, search(got.Moves()-1), search(got.Moves()))
			}
		}
	}
}

// A bishop is opened by the pawns after whose single step it attacks an empty square. With
// all pawns gone, a bishop in a corner attacks the other end of the long diagonal.
func TestBishops(t *testing.T) {
	for sp, p := range chess960.All() {
		var got chess960.Files
		for _, b := range Of(p).Bishops {
			got |= chess960.FilesOf(b.At)
			var opens chess960.Files
			for f := range chess960.AllFiles.All() {
				s := stateOf(p)
				s.men[pawn] ^= 1<<(8+f) | 1<<(16+f)
				if s.reach(bishop, 1<<b.At)&^s.white() != 0 {
					opens |= chess960.FilesOf(f)
				}
			}
			var faced chess960.Piece
			bare := stateOf(p)
			bare.men[pawn], bare.black = 0, 0xff<<56
			for f := range filesOn(7, bare.reach(bishop, 1<<b.At)).All() {
				faced = p.Piece(f)
			}
			if b.Pawns != opens || b.Faces != faced {
				t.Errorf("SP %d %v: %+v, want the pawns %v and %v", sp, p, b, opens, faced)
			}
		}
		if got != p.Files(chess960.Bishop) {
			t.Errorf("SP %d: bishops on %v", sp, got)
		}
	}
}

func TestKnightsAndCorners(t *testing.T) {
	for sp, p := range chess960.All() {
		facts, s := Of(p), stateOf(p)
		var got chess960.Files
		for _, n := range facts.Knights {
			got |= chess960.FilesOf(n.At)
			to := s.reach(knight, 1<<n.At) & uint64(notA&notH) &^ s.white()
			if n.To != filesOn(2, to) || to&^(0xff<<16) != 0 {
				t.Errorf("SP %d %v: %+v, want %v", sp, p, n, filesOn(2, to))
			}
		}
		if got != p.Files(chess960.Knight) {
			t.Errorf("SP %d: knights on %v", sp, got)
		}
		if want := filesOn(0, (s.men[queen]|s.men[knight])&0x81); facts.Cornered != want {
			t.Errorf("SP %d %v: %v in corners, want %v", sp, p, facts.Cornered, want)
		}
	}
}

// Attacks on the seventh rank after one move and after two, of all men.
func TestAttacks(t *testing.T) {
	for sp, p := range chess960.All() {
		if sp%every() != 0 {
			continue
		}
		facts, s := Of(p), stateOf(p)
		var first, second chess960.Files
		s.moves(false, 0, func(s state) {
			first |= filesOn(6, s.attacked())
			s.moves(false, 0, func(s state) { second |= filesOn(6, s.attacked()) })
		})
		var got chess960.Files
		for _, a := range facts.Attacks {
			got |= chess960.FilesOf(a.Target)
			opened := s
			opened.men[pawn] ^= 1<<(8+a.Opener) | 1<<(16+a.Opener)
			for kind, men := range s.men {
				if men>>a.By&1 == 1 && opened.reach(kind, 1<<a.By)>>(seventhRank+a.Target)&1 == 0 {
					t.Errorf("SP %d %v: %+v is no attack", sp, p, a)
				}
			}
		}
		if got != first || !slices.IsSortedFunc(facts.Attacks, func(a, b Attack) int { return int(a.Target) - int(b.Target) }) {
			t.Errorf("SP %d %v: %+v, want attacks on %v", sp, p, facts.Attacks, first)
		}
		if want := second & facts.UndefendedPawns &^ first; facts.SecondMove != want {
			t.Errorf("SP %d %v: attacked on move 2: %v, want %v", sp, p, facts.SecondMove, want)
		}
	}
}
