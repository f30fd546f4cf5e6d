package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"sync"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/testrun"
)

// renderer is shared by the tests, because drawing takes long.
var renderer = sync.OnceValue(New)

var traditional = chess960.MustParsePosition("RNBQKBNR")

// testedThemes returns all themes in long runs, otherwise one for each pair of inks: the other themes
// are only other colours of squares, which TestStripPictures shows. With -short it returns only the
// default one, because drawing a theme takes a second under the race detector.
func testedThemes() []*Theme {
	if testrun.Short() {
		return Themes()[:1]
	}
	return testrun.Choose(slices.CompactFunc(Themes(), func(a, b *Theme) bool { return a.White == b.White }), Themes())
}

func board(t testing.TB, b Board) []byte {
	t.Helper()
	data, err := renderer().Board(b)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// decoded reads a picture. image/png compares both checksums.
func decoded(t testing.TB, data []byte) *image.Paletted {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return m.(*image.Paletted)
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
	m := decoded(t, board(t, Board{Position: chess960.MustParsePosition(backRank), Theme: theme}))
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
	m := decoded(t, board(t, b))
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

func strip(t testing.TB, s Strip) []byte {
	t.Helper()
	data, err := renderer().Strip(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// rankOf reads a rank. A point is an empty square.
func rankOf(letters string) (rank [8]chess960.Piece) {
	for f, letter := range letters {
		rank[f] = manOf(letter).piece
	}
	return rank
}

func TestStripPictures(t *testing.T) {
	golden.Image(t, "testdata/strip-518.png", strip(t, Strip{Rank: rankOf("RNBQKBNR")}))
	golden.Image(t, "testdata/strip-empty.png", strip(t, Strip{}))
	halfway := Strip{Rank: rankOf(".QB..B.."), Marked: chess960.FilesOf(chess960.FileB, chess960.FileE)}
	themes := Themes() // a marked strip has all the colours of a theme
	if testrun.Short() {
		themes = testedThemes()
	}
	for _, theme := range themes {
		halfway.Theme = theme
		golden.Image(t, "testdata/strip-marked-"+theme.ID+".png", strip(t, halfway))
	}
	halfway.Theme, halfway.FromBlack = nil, true
	golden.Image(t, "testdata/strip-from-black.png", strip(t, halfway))
}

func TestCountedStripPictures(t *testing.T) {
	queen := Strip{Rank: rankOf("..BQ.B.."), Marked: chess960.FilesOf(chess960.FileD), Above: [8]string{"0", "1", "", "2", "3", "", "4", "5"}}
	for _, theme := range testedThemes() {
		queen.Theme = theme
		golden.Image(t, "testdata/strip-counted-"+theme.ID+".png", strip(t, queen))
	}
	queen.Theme, queen.FromBlack = nil, true
	golden.Image(t, "testdata/strip-counted-from-black.png", strip(t, queen))
}

// Marked squares have a frame. TestMarks looks for it in the middle of the upper edge, which
// no piece reaches.
func TestMarks(t *testing.T) {
	for _, theme := range testedThemes() {
		for _, fromBlack := range []bool{false, true} {
			for marked := chess960.Files(1); marked != 0; marked <<= 1 {
				marked := marked | 0b10010 // two or three squares
				s := decoded(t, strip(t, Strip{Rank: rankOf("RNBQKBNR"), Theme: theme, FromBlack: fromBlack, Marked: marked}))
				for column := range 8 {
					want := edge(theme, marked, column, fromBlack)
					if got := s.At(stripLeft+column*stripSquare+stripSquare/2, 0); got != color.Color(want) {
						t.Errorf("%s, from Black %t, marked %v: column %d has %v, want %v", theme.ID, fromBlack, marked, column, got, want)
					}
				}
			}
		}
	}
}

// edge returns the colour of the upper edge of a square of White's first rank.
func edge(theme *Theme, marked chess960.Files, column int, fromBlack bool) color.Color {
	f := chess960.File(column)
	if fromBlack {
		f = 7 - f
	}
	switch {
	case marked.Has(f):
		return theme.Frame
	case f.Dark():
		return theme.Dark
	}
	return theme.Light
}

// A strip of throws, the longest ones included.
func TestThrownStripPictures(t *testing.T) {
	golden.Image(t, "testdata/strip-thrown.png", strip(t, Strip{
		Rank: rankOf("BRQNKBRN"), Marked: chess960.FilesOf(chess960.FileA, chess960.FileF), Above: [8]string{"HH", "", "10", "20", "K", "TT", "Q", "17"},
	}))
}

// Pictures have the exact colours of the theme for squares. The other colours of the palette
// are so close to full colour that people see no difference.
func TestPaletteKeepsSquares(t *testing.T) {
	for _, theme := range testedThemes() {
		for g, want := range [grounds]color.RGBA{theme.Light, theme.Dark, theme.MarkedLight, theme.MarkedDark} {
			s := Strip{Theme: theme}
			if ground(g).has(marked) {
				s.Marked = chess960.AllFiles
			}
			column := 1 - g%2 // b1 is light
			if got := decoded(t, strip(t, s)).At(stripLeft+column*stripSquare+stripSquare/2, stripSquare/2); got != color.Color(want) {
				t.Errorf("%s: ground %d is %v, want %v", theme.ID, g, got, want)
			}
		}
		fullBoard, fullStrip := newKit(&boardKind, theme), newKit(&stripKind, theme)
		m := decoded(t, board(t, Board{Position: traditional, Theme: theme}))
		marks := decoded(t, strip(t, Strip{Rank: rankOf("RNBQKBNR"), Theme: theme, Marked: 0x3c}))
		corner := func(column, row int) image.Point { return image.Pt(boardEdge+column*boardSquare, row*boardSquare) }
		for column, piece := range rankOf("RNBQKBNR") {
			f := chess960.File(column)
			g := groundOf(f, 0)
			checkColours(t, theme, piece, m, corner(column, 7), fullBoard.draw(square{byte(piece), g}, fullBoard.size))
			checkColours(t, theme, piece, m, corner(column, 0), fullBoard.draw(square{byte(piece) - 'A' + 'a', g ^ dark}, fullBoard.size))
			if chess960.Files(0x3c).Has(f) {
				g |= marked
			}
			checkColours(t, theme, piece, marks, image.Pt(stripLeft+column*stripSquare, 0), fullStrip.draw(square{byte(piece), g}, fullStrip.size))
		}
	}
}

// checkColours compares the square whose upper left corner is at a point with the square in
// full colour.
func checkColours(t *testing.T, theme *Theme, piece chess960.Piece, m *image.Paletted, at image.Point, full *image.RGBA) {
	t.Helper()
	size := full.Rect.Dx()
	sum, n := 0, 0
	for y := range size {
		for x := range size {
			got := m.At(at.X+x, at.Y+y).(color.RGBA)
			want := full.RGBAAt(x, y)
			for _, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B)} {
				sum += d * d
				n++
			}
		}
	}
	if off := float64(sum) / float64(n); off > 3 {
		t.Errorf("%s: %v at %v is off by %.2f levels squared in the mean", theme.ID, piece, at, off)
	}
}
