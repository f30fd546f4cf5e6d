package render

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/workshop/testrun"
	"chess960bot/render/mosaic"
)

// composed returns a picture that is made by copying the pixels of tiles.
func composed(bands ...mosaic.Band) *image.Paletted {
	size := image.Point{}
	for _, t := range bands[0] {
		size.X += t.Width
	}
	for _, b := range bands {
		size.Y += b[0].Height
	}
	m := image.NewPaletted(image.Rectangle{Max: size}, nil)
	y := 0
	for _, b := range bands {
		x := 0
		for _, t := range b {
			for row := range t.Height {
				copy(m.Pix[m.PixOffset(x, y+row):], t.Pix[row*t.Width:(row+1)*t.Width])
			}
			x += t.Width
		}
		y += b[0].Height
	}
	return m
}

func composedBoard(t testing.TB, b Board) *image.Paletted {
	t.Helper()
	kit, err := renderer().boards.of(b.Theme)
	if err != nil {
		t.Fatal(err)
	}
	m := composed(kit.bands(b)...)
	m.Palette = kit.frame.Palette
	return m
}

func composedStrip(t testing.TB, s Strip) *image.Paletted {
	t.Helper()
	kit, err := renderer().strips.of(s.Theme)
	if err != nil {
		t.Fatal(err)
	}
	m := composed(kit.bands(s)...)
	m.Palette = kit.frame.Palette
	return m
}

// checkDecoded fails the test unless the PNG has the pixels and the palette of
// the picture.
func checkDecoded(t *testing.T, what any, data []byte, want *image.Paletted) {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v: %v", what, err)
	}
	got, ok := m.(*image.Paletted)
	if !ok || got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
		t.Fatalf("%v: the decoded picture differs", what)
	}
	for i, c := range want.Palette {
		if got.Palette[i] != c {
			t.Fatalf("%v: colour %d is %v, want %v", what, i, got.Palette[i], c)
		}
	}
}

// testedThemes returns all themes in long runs, otherwise one for each pair of inks: the other themes
// are only other colours of squares, which TestStripPictures shows. With -short it returns only the
// default one, because making the tiles of a theme takes a second under the race detector.
func testedThemes() []*Theme {
	if testrun.Short() {
		return Themes()[:1]
	}
	return testrun.Choose(slices.CompactFunc(Themes(), func(a, b *Theme) bool { return a.White == b.White }), Themes())
}

// TestEveryBoardDecodes decodes boards with image/png and compares them with the composed
// pictures: all boards in long runs, otherwise one in 481.
func TestEveryBoardDecodes(t *testing.T) {
	step := testrun.Choose(481, 1)
	for _, theme := range testedThemes() {
		t.Run(theme.ID, func(t *testing.T) {
			t.Parallel()
			for sp, p := range chess960.All() {
				if sp%step > 0 {
					continue
				}
				for _, fromBlack := range []bool{false, true} {
					b := Board{Position: p, Theme: theme, FromBlack: fromBlack}
					checkDecoded(t, b, board(t, b), composedBoard(t, b))
				}
			}
		})
	}
}

// explained returns the strips of all explanations, for one position in every step.
func explained(step int) map[Strip]bool {
	strips := map[Strip]bool{}
	for sp, p := range chess960.All() {
		if sp%step > 0 {
			continue
		}
		for _, method := range explain.Methods() {
			for _, direction := range []explain.Direction{explain.ToPosition, explain.ToNumber} {
				for _, s := range method.Explain(method.Scheme.Derive(p), direction).Steps {
					if s.View != nil {
						strips[viewed(*s.View)] = true
					}
				}
			}
		}
	}
	return strips
}

func viewed(v explain.View) Strip {
	s := Strip{Rank: v.Rank, Marked: v.New}
	for f, count := range v.Counts {
		if count >= 0 {
			s.Above[f] = strconv.Itoa(count)
		}
	}
	return s
}

// TestEveryStripDecodes does the same for the strips of explanations.
func TestEveryStripDecodes(t *testing.T) {
	step := testrun.Choose(481, 1)
	for s := range explained(step) {
		checkDecoded(t, s, strip(t, s), composedStrip(t, s))
	}
	for _, theme := range testedThemes() {
		for f := range chess960.File(8) {
			s := Strip{Rank: rankOf("RNBQK..."), Theme: theme, Marked: chess960.FilesOf(f), FromBlack: f%2 == 0}
			checkDecoded(t, s, strip(t, s), composedStrip(t, s))
		}
	}
}

// TestEveryTileDecodes puts each tile of pieces and writing into a picture of its kit.
func TestEveryTileDecodes(t *testing.T) {
	decode := func(frame *mosaic.Frame, edge mosaic.Band, columns int, tiles []*mosaic.Tile) {
		t.Helper()
		var bands []mosaic.Band
		for len(tiles)%columns > 0 {
			tiles = append(tiles, tiles[0])
		}
		for row := range slices.Chunk(tiles, columns) {
			bands = append(bands, slices.Concat(edge, row))
		}
		data, err := frame.Join(bands...)
		if err != nil {
			t.Fatal(err)
		}
		want := composed(bands...)
		want.Palette = frame.Palette
		checkDecoded(t, len(tiles), data, want)
	}
	for _, theme := range testedThemes() {
		board, boardErr := renderer().boards.of(theme)
		ranks, ranksErr := renderer().ranks.of(theme)
		if err := errors.Join(boardErr, ranksErr); err != nil {
			t.Fatal(err)
		}
		for _, side := range []rankTiles{board.white, board.black} {
			decode(board.frame, mosaic.Band{side.digit, side.right}, 8, side.all()[2:])
		}
		for _, kits := range []kits[*stripTiles]{renderer().strips, renderer().throws} {
			strip, err := kits.of(theme)
			if err != nil {
				t.Fatal(err)
			}
			for _, squares := range strip.squares {
				decode(strip.frame, mosaic.Band{strip.digit}, 8, slices.Collect(maps.Values(squares)))
			}
			decode(strip.frame, mosaic.Band{strip.corner}, 8, slices.Collect(maps.Values(strip.above)))
			decode(strip.frame, mosaic.Band{strip.corner}, 8, strip.letters[:])
		}
		var halves []*mosaic.Tile
		for _, grounds := range ranks.pieces {
			for _, both := range grounds {
				halves = append(halves, both[:]...)
			}
		}
		decode(ranks.frame, ranks.line(""), 8, halves)
		for r := range ranks.glyphs {
			decode(ranks.frame, ranks.line(string(r)), 8, halves[:8])
		}
	}
}

// TestIndependentDecoder checks some pictures with pngcheck.
func TestIndependentDecoder(t *testing.T) {
	pngcheck := testrun.Program(t, "pngcheck", "pngcheck")
	dir := t.TempDir()
	args := []string{"-v"}
	for i, theme := range testedThemes() {
		name := filepath.Join(dir, theme.ID)
		files := map[string][]byte{
			name + "-board.png": board(t, Board{Position: traditional, Theme: theme, FromBlack: i%2 == 0}),
			name + "-strip.png": strip(t, Strip{Rank: rankOf("RNBQ.B.R"), Theme: theme, Above: [8]string{4: "1", 6: "2"}}),
			name + "-marks.png": strip(t, Strip{Rank: rankOf("RN.QK..R"), Theme: theme, Marked: 0x90}),
		}
		for name, data := range files {
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args, name)
		}
	}
	if out, err := exec.Command(pngcheck, args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRenderersAgree uses a second renderer in many goroutines, for the race detector, which
// runs with -short.
func TestRenderersAgree(t *testing.T) {
	if !testrun.Short() {
		testrun.LongOnly(t, "makes all tiles again")
	}
	other := New()
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for sp, p := range chess960.All() {
				if sp%240 != worker/2 {
					continue
				}
				b := Board{Position: p, FromBlack: worker%3 == 0}
				s := Strip{Rank: rankOf(p.String()), Marked: chess960.AllFiles}
				gotBoard, err := other.Board(b)
				if err != nil || !bytes.Equal(gotBoard, board(t, b)) {
					t.Errorf("%v: two renderers draw different boards (%v)", p, err)
				}
				gotStrip, err := other.Strip(s)
				if err != nil || !bytes.Equal(gotStrip, strip(t, s)) {
					t.Errorf("%v: two renderers draw different strips (%v)", p, err)
				}
			}
		})
	}
	wg.Wait()
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
			if got := composedStrip(t, s).At(stripLeft+column*stripSquare+stripSquare/2, stripSquare/2); got != color.Color(want) {
				t.Errorf("%s: ground %d is %v, want %v", theme.ID, g, got, want)
			}
		}
		fullBoard, fullStrip := newStudio(theme, boardSquare), newStudio(theme, stripSquare)
		m := composedBoard(t, Board{Position: traditional, Theme: theme})
		marks := composedStrip(t, Strip{Rank: rankOf("RNBQKBNR"), Theme: theme, Marked: 0x3c})
		square := func(column, row int) image.Point { return image.Pt(boardEdge+column*boardSquare, row*boardSquare) }
		for column, piece := range rankOf("RNBQKBNR") {
			f := chess960.File(column)
			g := groundOf(f, 0)
			checkColours(t, theme, piece, m, square(column, 7), fullBoard.pieceOnSquare(piece, theme.White, g))
			checkColours(t, theme, piece, m, square(column, 0), fullBoard.pieceOnSquare(piece, theme.Black, g^dark))
			if chess960.Files(0x3c).Has(f) {
				g |= marked
			}
			checkColours(t, theme, piece, marks, image.Pt(stripLeft+column*stripSquare, 0), fullStrip.pieceOnSquare(piece, theme.White, g))
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
