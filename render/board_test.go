package render

import (
	"bytes"
	"image"
	"strings"
	"sync"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/testrun"
)

// renderer is shared by the tests, because making tiles takes long.
var renderer = sync.OnceValue(New)

var traditional = chess960.MustParsePosition("RNBQKBNR")

func board(t testing.TB, b Board) []byte {
	t.Helper()
	data, err := renderer().Board(b)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestBoardPictures(t *testing.T) {
	for _, theme := range testedThemes() {
		golden.Image(t, "testdata/board-518-"+theme.ID+".png", board(t, Board{Position: traditional, Theme: theme}))
	}
	// This board and the first one show each piece on each colour. The tests of
	// package bot use these two to read pictures.
	golden.Image(t, "testdata/board-534-brown.png", board(t, Board{Position: traditional.Mirror()}))
	position := chess960.MustParsePosition("NQBBRKRN")
	golden.Image(t, "testdata/board-sides.png", board(t, Board{Sides: Sides{White: rankOf("BBQNNRKR"), Black: rankOf("RKRNNQBB")}}))
	golden.Image(t, "testdata/board-from-black.png", board(t, Board{Position: position, FromBlack: true}))
}

func TestNoThemeIsTheFirst(t *testing.T) {
	if !bytes.Equal(board(t, Board{Position: traditional}), board(t, Board{Position: traditional, Theme: Themes()[0]})) {
		t.Error("a board without a theme differs from one in the first theme")
	}
}

func TestBoardErrors(t *testing.T) {
	for want, b := range map[string]Board{
		"board without a position":            {},
		`unknown piece '\x00' on d8`:          {Sides: Sides{White: rankOf("BBQNNRKR"), Black: rankOf("RKR")}},
		`theme "mine" is not one of Themes()`: {Position: traditional, Theme: &Theme{ID: "mine"}},
	} {
		if _, err := renderer().Board(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestEveryBoard reads positions back from their pictures, from both sides: all of them in
// long runs, otherwise one in 480. The reader learns the squares from two boards that people
// have checked in testdata.
func TestEveryBoard(t *testing.T) {
	for _, theme := range testedThemes() {
		t.Run(theme.ID, func(t *testing.T) {
			t.Parallel()
			r := reader{men: map[string]man{}}
			r.learn(t, theme, "RNBQKBNR")
			r.learn(t, theme, "RNBKQBNR") // king and queen on the other colours
			for sp, p := range chess960.All() {
				if !testrun.Long() && sp%480 != 0 {
					continue
				}
				for _, fromBlack := range []bool{false, true} {
					r.check(t, Board{Position: p, Theme: theme, FromBlack: fromBlack})
				}
			}
		})
	}
}

// A reader recognises men by the pixels of their squares.
type reader struct {
	men map[string]man
}

// learn stores the squares of a board, seen from White's side.
func (r reader) learn(t *testing.T, theme *Theme, backRank string) {
	t.Helper()
	m := composedBoard(t, Board{Position: chess960.MustParsePosition(backRank), Theme: theme})
	for row, men := range []string{strings.ToLower(backRank), "pppppppp", "........", "........", "........", "........", "PPPPPPPP", backRank} {
		for column, letter := range men {
			r.men[squarePixels(m, column, row)] = manOf(letter)
		}
	}
}

// A man is a piece of one side. The zero man stands for an empty square.
type man struct {
	piece chess960.Piece
	white bool
}

// manOf returns the man for a letter of FEN. A point is an empty square.
func manOf(letter rune) man {
	if letter == '.' {
		return man{}
	}
	upper := strings.ToUpper(string(letter))
	return man{chess960.Piece(upper[0]), upper == string(letter)}
}

// squarePixels returns the pixels of a square.
func squarePixels(m *image.Paletted, column, row int) string {
	square := image.Rect(0, 0, boardSquare, boardSquare).Add(image.Pt(boardEdge+column*boardSquare, row*boardSquare))
	var b strings.Builder
	for y := square.Min.Y; y < square.Max.Y; y++ {
		b.Write(m.Pix[m.PixOffset(square.Min.X, y):m.PixOffset(square.Max.X, y)])
	}
	return b.String()
}

// check compares the squares of the picture with the position.
func (r reader) check(t *testing.T, b Board) {
	t.Helper()
	m := composedBoard(t, b)
	ranks := []string{b.Position.String(), "PPPPPPPP", "........", "........", "........", "........", "pppppppp", strings.ToLower(b.Position.String())}
	for row := range 8 {
		for column := range 8 {
			file, rank := column, 7-row
			if b.FromBlack {
				file, rank = 7-column, row
			}
			want := manOf(rune(ranks[rank][file]))
			if got, ok := r.men[squarePixels(m, column, row)]; !ok || got != want {
				t.Fatalf("%v, from Black %t: %c%d shows %v (known: %t), want %v", b.Position, b.FromBlack, 'a'+file, rank+1, got, ok, want)
			}
		}
	}
}
