package render

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestThemes(t *testing.T) {
	seen := map[string]bool{}
	for _, theme := range Themes() {
		if theme.ID == "" || theme.Name == "" || seen[theme.ID] {
			t.Errorf("theme %q (%q) needs a name and an ID of its own", theme.ID, theme.Name)
		}
		seen[theme.ID] = true
		if got, ok := ThemeByID(theme.ID); !ok || got != theme {
			t.Errorf("ThemeByID(%q) = %v, %t", theme.ID, got, ok)
		}
	}
	if _, ok := ThemeByID("none"); ok {
		t.Error("there is a theme none")
	}
	if got := Themes()[0].ID; got != "brown" {
		t.Errorf("the default theme is %q", got)
	}
}

// TestThemesNeedNoColourVision compares only the lightness of colours, with the contrast
// ratio of WCAG 2: 1 for equal colours, 21 for black on white.
func TestThemesNeedNoColourVision(t *testing.T) {
	for _, theme := range Themes() {
		for _, c := range []struct {
			what  string
			a, b  color.RGBA
			least float64
		}{
			{"light and dark squares", theme.Light, theme.Dark, 2},
			{"the frame of marked light squares", theme.Frame, theme.MarkedLight, 4.5},
			{"the frame of marked dark squares", theme.Frame, theme.MarkedDark, 4.5},
			{"the frame and plain dark squares", theme.Frame, theme.Dark, 2.5},
			{"blocks and the page", theme.Frame, pageColour(theme), 3},
			{"letters and figures on the edge", theme.Writing, pageColour(theme), 4.5},
			{"White's pieces and their outline", theme.White.Body, theme.White.Outline, 7},
			{"White's and Black's pieces", theme.White.Body, theme.Black.Body, 7},
			{"White's outline and light squares", theme.White.Outline, theme.Light, 4.5},
			{"White's outline and dark squares", theme.White.Outline, theme.Dark, 4.5},
			{"Black's pieces and light squares", theme.Black.Body, theme.Light, 4.5},
			{"Black's pieces and dark squares", theme.Black.Body, theme.Dark, 4.5},
			{"Black's pieces and their details", theme.Black.Body, theme.Black.Detail, 4.5},
		} {
			if got := contrast(c.a, c.b); got < c.least {
				t.Errorf("%s: %s have a contrast of %.1f, want %.1f", theme.ID, c.what, got, c.least)
			}
		}
	}
}

func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.RGBA) float64 {
	linear := func(level uint8) float64 {
		v := float64(level) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// On a phone a picture is 330 pixels wide. Each letter and digit beside squares, and the
// capitals of labels, then have at least 9 pixels. The test measures them in the drawn pixels.
func TestWritingIsLargeOnAPhone(t *testing.T) {
	theme := Themes()[0]
	large := func(what, text string, picture int, writing *image.RGBA) {
		t.Helper()
		const phone = 330.0
		if got := inked(writing) * phone / float64(picture); got < 9 {
			t.Errorf("%s: %s is %.1f pixels high", what, text, got)
		}
	}
	for i := range 8 {
		digit, letter := digits[i:i+1], letters[i:i+1]
		large("beside a board", digit, boardKind.width(), theme.edgePart(digit, boardEdge, boardSquare, pixels(boardWriting, boardSquare)))
		large("below a board", letter, boardKind.width(), theme.edgePart(letter, boardSquare, boardEdge, pixels(boardWriting, boardSquare)))
		large("below a strip", letter, stripKind.width(), theme.edgePart(letter, stripSquare, stripEdge, pixels(stripWriting, stripSquare)))
	}
	for _, text := range slices.Concat(figures, throws) {
		large("above a strip", text, stripKind.width(), theme.edgePart(text, stripSquare, stripEdge, pixels(stripWriting, stripSquare)))
	}
	large("a label", "B", ranksKind.width(), labelGlyph(theme, "B"))
}

// Writing does not touch the squares, nor the rim of a picture.
func TestWritingIsClearOfTheSquares(t *testing.T) {
	theme := Themes()[0]
	clear := func(what, text string, writing *image.RGBA) {
		t.Helper()
		inside := writing.Rect.Inset(1)
		for y := range writing.Rect.Dy() {
			for x := range writing.Rect.Dx() {
				if !image.Pt(x, y).In(inside) && contrast(writing.RGBAAt(x, y), pageColour(theme)) > 1.1 {
					t.Fatalf("%s: %s reaches the end of the edge at %d, %d", what, text, x, y)
				}
			}
		}
	}
	for _, text := range strings.Split(letters+digits, "") {
		clear("board", text, theme.edgePart(text, boardEdge, boardEdge, pixels(boardWriting, boardSquare)))
	}
	for _, text := range slices.Concat(strings.Split(letters, ""), figures, throws) {
		clear("strip", text, theme.edgePart(text, stripSquare, stripEdge, pixels(stripWriting, stripSquare)))
	}
}

// inked returns the number of rows that differ from the picture's corner.
func inked(m *image.RGBA) float64 {
	rows := 0.0
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if contrast(m.RGBAAt(x, y), m.RGBAAt(0, 0)) > 2 {
				rows++
				break
			}
		}
	}
	return rows
}
