package render

import (
	"image"
	"image/color"
	"image/draw"
	"slices"

	"github.com/fogleman/gg"

	"chess960bot/internal/chess960"
)

// A Theme is a set of colours for boards and strips.
type Theme struct {
	ID   string // stable, for commands and file names: "brown"
	Name string // for people: "Brown"

	Light, Dark             color.RGBA // the squares
	Writing                 color.RGBA // letters and figures beside the squares
	MarkedLight, MarkedDark color.RGBA // the squares when marked
	Frame                   color.RGBA // of marked squares, for people without colour vision; also shields and blocks

	White, Black *Ink // the pieces
}

// themes lists all themes. To add one, add an entry here. The first is the default.
var themes = []*Theme{
	{
		ID: "brown", Name: "Brown",
		Light: rgb(0xf0dab6), Dark: rgb(0xb58763), Writing: rgb(0x7d5433),
		MarkedLight: rgb(0xf8e27a), MarkedDark: rgb(0xdcb545), Frame: rgb(0x6e3f16),
		White: ivory, Black: ebony,
	},
	{
		ID: "green", Name: "Green",
		Light: rgb(0xeeeed4), Dark: rgb(0x779556), Writing: rgb(0x4a6330),
		MarkedLight: rgb(0xf6e97a), MarkedDark: rgb(0xc6c23a), Frame: rgb(0x2f4a17),
		White: ivory, Black: ebony,
	},
	{
		ID: "blue", Name: "Blue",
		Light: rgb(0xe3e9f0), Dark: rgb(0x7593b4), Writing: rgb(0x44617f),
		MarkedLight: rgb(0xf8e38a), MarkedDark: rgb(0xd9bb52), Frame: rgb(0x24415f),
		White: ivory, Black: ebony,
	},
	{
		ID: "contrast", Name: "High contrast",
		Light: rgb(0xbcc4cd), Dark: rgb(0x6b7785), Writing: rgb(0x000000),
		MarkedLight: rgb(0xffe45c), MarkedDark: rgb(0xf0b400), Frame: rgb(0x000000),
		White: paper, Black: pitch,
	},
}

// An Ink is the colours of one side's pieces.
type Ink struct {
	Body    color.RGBA // flat, so that a small piece stays clear
	Outline color.RGBA
	Detail  color.RGBA // lines and spots within the body
	Halo    color.RGBA // a rim around the outline; transparent for none
}

// The inks of most themes, and those of the theme for low vision.
var (
	ivory = &Ink{Body: rgb(0xfffdf8), Outline: rgb(0x15110f), Detail: rgb(0x15110f)}
	ebony = &Ink{Body: rgb(0x1a1714), Outline: rgb(0x100e0c), Detail: rgb(0xd9d1c5)}
	paper = &Ink{Body: rgb(0xffffff), Outline: rgb(0x000000), Detail: rgb(0x000000)}
	pitch = &Ink{Body: rgb(0x000000), Outline: rgb(0x000000), Detail: rgb(0xffffff), Halo: rgb(0xffffff)}
)

// Themes returns all themes, the default first. They are shared: do not modify
// them.
func Themes() []*Theme { return slices.Clone(themes) }

// ThemeByID returns the theme with the given ID.
func ThemeByID(id string) (*Theme, bool) {
	for _, t := range themes {
		if t.ID == id {
			return t, true
		}
	}
	return nil, false
}

// orDefault returns t, or the default theme for nil.
func (t *Theme) orDefault() *Theme {
	if t == nil {
		return themes[0]
	}
	return t
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}

var white = rgb(0xffffff)

// mix returns a mixture of two colours: a for t = 0, b for t = 1.
func mix(a, b color.RGBA, t float64) color.RGBA {
	between := func(a, b uint8) uint8 { return uint8(float64(a) + t*(float64(b)-float64(a)) + 0.5) }
	return color.RGBA{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B), 0xff}
}

// A ground is one of the kinds of square that a theme has. The zero ground is a
// plain light square.
type ground uint8

const (
	dark     ground = 1 << iota
	marked          // yellow, with a frame
	shielded        // with a shield in a corner

	grounds = shielded // the number of kinds without shields
)

// boardGrounds is the number of kinds of square on boards: only plain ones.
const boardGrounds = marked

func (g ground) has(property ground) bool { return g&property != 0 }

// groundOf returns the kind of the plain square on file f and rank r; r is 0 for rank 1.
func groundOf(f chess960.File, r int) ground {
	if (int(f)+r)%2 == 0 {
		return dark
	}
	return 0
}

// frameWidth is the width of a marked square's frame in units.
const frameWidth = 5

// square returns an empty square.
func (t *Theme) square(g ground, size int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, size, size))
	inside := m.Rect
	if g.has(marked) {
		fill(m, m.Rect, t.Frame)
		inside = inside.Inset(pixels(frameWidth, size))
	}
	fill(m, inside, t.colour(g))
	return m
}

// drawShield draws a shield into the upper right corner of a square, before its man.
func (t *Theme) drawShield(m *image.RGBA) {
	dc := gg.NewContextForRGBA(m)
	unit := float64(m.Rect.Dx()) / gridSize
	dc.Scale(unit, unit)
	dc.Translate(gridSize-15, 17)
	dc.Scale(0.85, 0.85)
	dc.MoveTo(0, -13)
	dc.CubicTo(3, -11, 6, -10, 10, -10)
	dc.CubicTo(10.5, 1, 8, 9, 0, 14)
	dc.CubicTo(-8, 9, -10.5, 1, -10, -10)
	dc.CubicTo(-6, -10, -3, -11, 0, -13)
	dc.ClosePath()
	dc.SetColor(white)
	dc.SetLineWidth(4 * unit)
	dc.StrokePreserve()
	dc.SetColor(t.Frame)
	dc.Fill()
}

// fill gives an area of a picture one colour.
func fill(m *image.RGBA, area image.Rectangle, colour color.RGBA) {
	draw.Draw(m, area, image.NewUniform(colour), image.Point{}, draw.Src)
}

// colour returns the colour of a square.
func (t *Theme) colour(g ground) color.RGBA {
	return [grounds]color.RGBA{t.Light, t.Dark, t.MarkedLight, t.MarkedDark}[g]
}

func blankPage(theme *Theme, width, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	fill(m, m.Rect, pageColour(theme))
	return m
}

// pageColour returns the colour around squares, and behind labels and facts.
func pageColour(theme *Theme) color.RGBA { return mix(theme.Light, white, 0.6) }
