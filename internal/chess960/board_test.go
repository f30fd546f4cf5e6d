package chess960

import (
	"strings"
	"testing"
)

// A board is a chess board for tests, by rank and file. 0 is an empty square, and Black's
// pieces are lower-case letters. Its rules are independent of the package's.
type board [8][8]byte

// startBoard sets up a start position.
func startBoard(p Position) board {
	var b board
	for f := range 8 {
		b[0][f], b[1][f], b[6][f], b[7][f] = p.rank[f], 'P', 'p', p.rank[f]+'a'-'A'
	}
	return b
}

// place puts the king and the rook on their squares before a castling, and returns their
// files.
func (b *board) place(c Castling) Files {
	b[0][c.King.From], b[0][c.Rook.From] = 'K', 'R'
	return 1<<c.King.From | 1<<c.Rook.From
}

// canCastle plays the castling: it moves king and rook square by square, and looks for
// check before, during and after.
func (b board) canCastle(c Castling) bool {
	without := b
	without[0][c.King.From], without[0][c.Rook.From] = 0, 0
	walk := func(from, to File, free func(f int) bool) bool {
		f := int(from)
		for free(f) {
			switch {
			case f == int(to):
				return true
			case f < int(to):
				f++
			default:
				f--
			}
		}
		return false
	}
	empty := func(f int) bool { return without[0][f] == 0 }
	if !walk(c.King.From, c.King.To, func(f int) bool { return empty(f) && !b.attacked(0, f) }) || !walk(c.Rook.From, c.Rook.To, empty) {
		return false
	}
	after := without
	after[0][c.King.To], after[0][c.Rook.To] = 'K', 'R'
	return !after.attacked(0, int(c.King.To))
}

// attacked reports whether a black piece attacks the square.
func (b board) attacked(rank, file int) bool {
	at := func(r, f int) byte {
		if r < 0 || r > 7 || f < 0 || f > 7 {
			return '#'
		}
		return b[r][f]
	}
	for dr := -2; dr <= 2; dr++ {
		for df := -2; df <= 2; df++ {
			if dr*dr+df*df == 5 && at(rank+dr, file+df) == 'n' {
				return true
			}
			if dr*dr > 1 || df*df > 1 || dr == 0 && df == 0 {
				continue
			}
			if at(rank+dr, file+df) == 'k' || dr == 1 && df != 0 && at(rank+dr, file+df) == 'p' {
				return true
			}
			r, f := rank+dr, file+df
			for at(r, f) == 0 {
				r, f = r+dr, f+df
			}
			runners := "rq"
			if dr != 0 && df != 0 {
				runners = "bq"
			}
			if strings.IndexByte(runners, at(r, f)) >= 0 {
				return true
			}
		}
	}
	return false
}

// isPosition reports whether eight letters are one of the 960 back ranks.
func isPosition(rank string) bool {
	count := func(letter string) int { return strings.Count(rank, letter) }
	first, last := func(letter string) int { return strings.Index(rank, letter) }, func(letter string) int { return strings.LastIndex(rank, letter) }
	return len(rank) == 8 && count("K") == 1 && count("Q") == 1 && count("R") == 2 && count("B") == 2 && count("N") == 2 &&
		first("B")%2 != last("B")%2 && first("R") < first("K") && first("K") < last("R")
}

// A start position of both players, equal or not, is written as in its FEN and read back.
func TestBoardsOfStartPositions(t *testing.T) {
	for _, p := range All() {
		for _, d := range []Double{{p, p}, {p, bySP[(p.SP()+1)%Count]}, {p.Mirror(), p}} {
			field, _, _ := strings.Cut(d.XFEN(), " ")
			b, err := ParseBoard(field)
			start, ok := b.Start()
			if err != nil || b != d.Board() || b.String() != field || !ok || start != d {
				t.Fatalf("%s is read as %v, %v, start %v %t", field, b, err, start, ok)
			}
		}
	}
}

// A start position with another man on any square is none any more.
func TestOtherBoardsAreNoStart(t *testing.T) {
	for square := range 64 {
		for _, man := range "\x00KQRBNPkqrbnp" {
			b := Classical().Board()
			if b[square] == byte(man) {
				continue
			}
			b[square] = byte(man)
			if start, ok := b.Start(); ok {
				t.Errorf("%v is the start of %v", b, start)
			}
		}
	}
	if start, ok := (Board{}).Start(); ok || (Board{}).String() != "8/8/8/8/8/8/8/8" {
		t.Errorf("the zero Board is %q, start %v", Board{}, start)
	}
}

func TestParseBoardRefuses(t *testing.T) {
	for field, want := range map[string]string{
		"":                       `parse board "": ranks 1`,
		"8/8/8/8/8/8/8/8/8":      `parse board "8/8/8/8/8/8/8/8/8": ranks 9`,
		"8/8/7/8/8/8/8/pp8":      `parse board "8/8/7/8/8/8/8/pp8": squares 6 7 "7"; squares 1 10 "pp8"`,
		"8/xyk5/8/8/8/ſ7/8/9":    `parse board "8/xyk5/8/8/8/ſ7/8/9": man 7 "x"; man 3 "ſ"; man 1 "9"`,
		"8/8/8/8/8/8/8/88888888": `parse board "8/8/8/8/8/8/8/88888888": squares 1 64 "88888888"`,
	} {
		if b, err := ParseBoard(field); err == nil || err.Error() != want || b != (Board{}) {
			t.Errorf("%q:\n got %v\nwant %s", field, err, want)
		}
	}
}
