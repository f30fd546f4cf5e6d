package chess960

import (
	"slices"
	"strings"
	"testing"
)

// castlings calls check for the 1,920 castlings of the 960 positions, under both
// rules.
func castlings(check func(sp int, p Position, rules *CastlingRules, c Castling)) {
	for _, rules := range AllCastlingRules() {
		for sp, p := range All() {
			for _, side := range CastlingSides() {
				check(sp, p, rules, p.Castling(side, rules))
			}
		}
	}
}

func TestCastlingEnds(t *testing.T) {
	castlings(func(sp int, p Position, rules *CastlingRules, c Castling) {
		rank := p.String()
		king, rook := strings.IndexByte(rank, 'K'), strings.IndexByte(rank, 'R')
		if c.Side == HSide {
			rook = strings.LastIndexByte(rank, 'R')
		}
		kingTo, rookTo := endsByHand(rules.ID, c.Side, king, rook)
		if want := (Castling{c.Side, Way{File(king), File(kingTo)}, Way{File(rook), File(rookTo)}}); c != want {
			t.Errorf("SP %d %v %s: %+v, want %+v", sp, c.Side, rules.ID, c, want)
		}
	})
}

// endsByHand returns the squares after castling, from the rules as people learn them.
func endsByHand(rules string, side CastlingSide, king, rook int) (kingTo, rookTo int) {
	if rules == "chess960" {
		return map[CastlingSide]int{HSide: 6, ASide: 2}[side], map[CastlingSide]int{HSide: 5, ASide: 3}[side]
	}
	towardsRook := 1
	if rook < king {
		towardsRook = -1
	}
	if end := king + 2*towardsRook; 0 <= end && end <= 7 {
		return end, king + towardsRook
	}
	return rook, king
}

// MustBeEmpty is right for every set of pieces on the six other squares.
func TestMustBeEmpty(t *testing.T) {
	castlings(func(sp int, p Position, rules *CastlingRules, c Castling) {
		var b board
		stand := b.place(c)
		for others := range 256 {
			if Files(others)&stand != 0 {
				continue
			}
			occupied := b
			for f := range Files(others).All() {
				occupied[0][f] = 'N'
			}
			if want := occupied.canCastle(c); (Files(others)&c.MustBeEmpty() == 0) != want {
				t.Fatalf("SP %d %v %s with pieces on %v: must be empty %v, can castle: %t", sp, c.Side, rules.ID, Files(others), c.MustBeEmpty(), want)
			}
		}
	})
}

// MustNotBeAttacked is right for every square of the rank: a rook on its file attacks it.
func TestMustNotBeAttacked(t *testing.T) {
	castlings(func(sp int, p Position, rules *CastlingRules, c Castling) {
		for f := range AllFiles.All() {
			var b board
			b.place(c)
			b[4][f] = 'r'
			if want := b.canCastle(c); slices.Contains(c.MustNotBeAttacked(), f) == want {
				t.Errorf("SP %d %v %s with %v attacked: must not be attacked %v, can castle: %t", sp, c.Side, rules.ID, f, c.MustNotBeAttacked(), want)
			}
		}
	})
}

// An enemy rook is placed on every other square of the rank in turn. It prevents castling
// if its square must be empty, if it attacks the king's way, or if its square is in
// Uncovered, and otherwise not.
func TestUncovered(t *testing.T) {
	uncovered, rookOnB := map[string]int{}, 0
	castlings(func(sp int, p Position, rules *CastlingRules, c Castling) {
		var b board
		stand := b.place(c)
		for f := range (AllFiles &^ stand).All() {
			enemy := b
			enemy[0][f] = 'r'
			free := !c.MustBeEmpty().Has(f) && !slices.ContainsFunc(c.MustNotBeAttacked(), func(square File) bool { return enemy.attacked(0, int(square)) })
			if want := enemy.canCastle(c); (free && !c.Uncovered().Has(f)) != want {
				t.Errorf("SP %d %v %s with an enemy rook on %v: uncovered %v, can castle: %t", sp, c.Side, rules.ID, f, c.Uncovered(), want)
			}
			if c.Uncovered().Has(f) {
				uncovered[rules.ID+" "+c.Side.String()+" rook "+c.Rook.From.Square()+" enemy "+f.Square()]++
			}
		}
	})
	for _, p := range All() {
		if strings.IndexByte(p.String(), 'R') == 1 {
			rookOnB++
		}
	}
	if n := uncovered["chess960 O-O-O rook b1 enemy a1"]; n != rookOnB || n != 252 {
		t.Errorf("a1 is uncovered in %d positions; the rook is on b1 in %d", n, rookOnB)
	}
	for square := range uncovered {
		if strings.HasPrefix(square, "chess960") && square != "chess960 O-O-O rook b1 enemy a1" {
			t.Errorf("uncovered: %s", square)
		}
	}
}

// PossibleOnFirstMove is compared with castling on a board with all pieces.
func TestPossibleOnFirstMove(t *testing.T) {
	possible := map[string]int{}
	positions := map[int]bool{}
	castlings(func(sp int, p Position, rules *CastlingRules, c Castling) {
		b := startBoard(p)
		if want := b.canCastle(c); c.PossibleOnFirstMove() != want {
			t.Errorf("SP %d %v %s: possible on move 1: %t, want %t", sp, c.Side, rules.ID, c.PossibleOnFirstMove(), want)
		}
		if c.PossibleOnFirstMove() {
			possible[rules.ID+" "+c.Side.String()]++
			if rules == Chess960Castling {
				positions[sp] = true
				if c.Manner() != ChangePlaces {
					t.Errorf("SP %d %v: possible on move 1, and the two do not change places", sp, c.Side)
				}
			}
		}
	})
	if possible["chess960 O-O"] != 90 || possible["chess960 O-O-O"] != 72 || len(positions) != 162 {
		t.Errorf("castling on move 1: %v in %d positions", possible, len(positions))
	}
}

func TestManners(t *testing.T) {
	type of struct {
		rules string
		side  CastlingSide
	}
	manners := map[of][4]int{}
	classicalEnds, corners := map[CastlingSide]int{}, map[CastlingSide]int{}
	castlings(func(sp int, p Position, rules *CastlingRules, c Castling) {
		counts := manners[of{rules.ID, c.Side}]
		counts[c.Manner()]++
		manners[of{rules.ID, c.Side}] = counts
		if rules == Chess480Castling {
			if c == p.Castling(c.Side, Chess960Castling) {
				classicalEnds[c.Side]++
			}
			if c.Manner() == ChangePlaces {
				corners[c.Side]++
				if at := c.standOn(); at != FilesOf(FileA, FileB) && at != FilesOf(FileG, FileH) {
					t.Errorf("SP %d: king and rook on %v change places", sp, at)
				}
			}
		}
	})
	// In the order of the constants: both, only the king, only the rook, change places.
	if got, want := manners[of{"chess960", HSide}], [4]int{588, 174, 108, 90}; got != want {
		t.Errorf("O-O: %v, want %v", got, want)
	}
	if got, want := manners[of{"chess960", ASide}], [4]int{618, 102, 168, 72}; got != want {
		t.Errorf("O-O-O: %v, want %v", got, want)
	}
	for _, side := range CastlingSides() {
		if classicalEnds[side] != 204 || corners[side] != 108 {
			t.Errorf("Chess480 %v: %d end as Chess960 does, %d change places in a corner", side, classicalEnds[side], corners[side])
		}
	}
}

// By Chess480's rules, a castling has the same conditions as the castling of the mirror
// position to the other side. By Chess960's rules it need not: they are not symmetrical.
func TestCastlingInTheMirror(t *testing.T) {
	for _, p := range All() {
		c, twin := p.Castling(HSide, Chess480Castling), p.Mirror().Castling(ASide, Chess480Castling)
		want := Castling{ASide, Way{7 - c.King.From, 7 - c.King.To}, Way{7 - c.Rook.From, 7 - c.Rook.To}}
		if twin != want {
			t.Errorf("%v: %+v, mirrored %+v", p, c, twin)
		}
	}
}
