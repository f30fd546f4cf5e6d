package chess960

import (
	"strings"
	"testing"
)

// A start position of both players, equal or not, is written as in its FEN and read back.
func TestBoardsOfStartPositions(t *testing.T) {
	for _, p := range All() {
		for _, d := range []Double{{p, p}, {p, p.Next()}, {p.Mirror(), p}} {
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
