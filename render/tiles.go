package render

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"chess960bot/internal/chess960"
)

// A tile is a small picture in the palette of its theme.
type tile struct {
	width int
	pix   []uint8
}

// copyTo puts the tile's top left corner at (x, y).
func (t tile) copyTo(m *image.Paletted, x, y int) {
	for i, o := 0, m.PixOffset(x, y); i < len(t.pix); i, o = i+t.width, o+m.Stride {
		copy(m.Pix[o:], t.pix[i:i+t.width])
	}
}

// A ground is one of the kinds of square that a theme has. The zero ground is a
// plain light square.
type ground uint8

const (
	dark    ground = 1 << iota
	marked         // yellow, with a frame
	striped        // to be kept empty
	grounds        // how many kinds there are
)

// boardGrounds is how many kinds of square boards have: plain ones.
const boardGrounds = marked

func (g ground) has(property ground) bool { return g&property != 0 }

// groundOf returns the kind of plain square that file f has on rank r, 0 for
// rank 1.
func groundOf(f chess960.File, r int) ground {
	if (int(f)+r)%2 == 0 {
		return dark
	}
	return 0
}

// A man is a piece of one side. The zero man is none.
type man struct {
	piece chess960.Piece
	white bool
}

// The men of a strip and of a board.
var (
	stripMen = []man{{chess960.King, true}, {chess960.Queen, true}, {chess960.Rook, true}, {chess960.Bishop, true}, {chess960.Knight, true}}
	boardMen = append([]man{
		{chess960.King, false}, {chess960.Queen, false}, {chess960.Rook, false}, {chess960.Bishop, false}, {chess960.Knight, false},
		{pawn, true}, {pawn, false},
	}, stripMen...)
)

// A tileSet holds everything that pictures in one theme and one size are
// composed of.
type tileSet struct {
	size    int // of a square in pixels
	palette color.Palette
	empty   [grounds]tile
	men     map[man]*[grounds]tile
	letters [grounds][8]tile  // the corner with the file's letter
	digits  [grounds][8]tile  // the corner with the rank's digit
	figures [grounds][10]tile // the corner with a figure, where squares are counted
	counted [grounds][10]tile // the empty square with a figure
	shields [grounds]tile     // the corner with a shield, where a square must be safe
	safe    [grounds]tile     // the empty square with a shield
}

// drawTileSet draws the tiles of boards or of strips. Boards have plain squares
// alone. Strips have every kind of square, and figures and shields on them.
func drawTileSet(theme *Theme, size int, men []man, strips bool, sprites map[sprite]*image.RGBA) *tileSet {
	kinds := grounds
	if !strips {
		kinds = boardGrounds
	}
	s := &tileSet{size: size, men: map[man]*[grounds]tile{}}
	for _, m := range men {
		s.men[m] = new([grounds]tile)
	}
	var q quantizer
	for g := range kinds {
		square := theme.square(g, size)
		q.add(&s.empty[g], square)
		for m, tiles := range s.men {
			q.add(&tiles[g], over(sprites[theme.sprite(m, size)], square))
		}
		for i := range 8 {
			q.add(&s.letters[g][i], letterCorner(size).write(letters[i:i+1], square, theme.writing(g)))
			q.add(&s.digits[g][i], digitCorner(size).write(digits[i:i+1], square, theme.writing(g)))
		}
		if !strips {
			continue
		}
		q.add(&s.shields[g], crop(shielded(square, shieldCorner(size), theme.writing(g)), figureCorner(size).area))
		q.add(&s.safe[g], shielded(square, shieldMiddle(size), theme.writing(g)))
		for i := range figures {
			q.add(&s.figures[g][i], figureCorner(size).write(figures[i:i+1], square, theme.writing(g)))
			q.add(&s.counted[g][i], counted(figures[i:i+1], square, theme.writing(g)))
		}
	}
	s.palette = q.reduce(theme.Light, theme.Dark, theme.MarkedLight, theme.MarkedDark, theme.Frame)
	return s
}

// man returns the tile of the man, or of no man, on the ground.
func (s *tileSet) man(m man, g ground) tile {
	if m.piece == 0 {
		return s.empty[g]
	}
	return s.men[m][g]
}

// over returns the square with the sprite on it.
func over(sprite, square *image.RGBA) *image.RGBA {
	m := image.NewRGBA(square.Rect)
	copy(m.Pix, square.Pix)
	draw.Draw(m, m.Rect, sprite, image.Point{}, draw.Over)
	return m
}

// frameWidth is the width of a marked square's frame in units of the grid.
const frameWidth = 3

// square returns an empty square.
func (t *Theme) square(g ground, size int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, size, size))
	inside := m.Rect
	if g.has(marked) {
		draw.Draw(m, m.Rect, image.NewUniform(t.Frame), image.Point{}, draw.Src)
		inside = inside.Inset(frameWidth * size / gridSize)
	}
	if g.has(striped) {
		stripe(m, inside, t.colour(g), t.stripes(g))
	} else {
		draw.Draw(m, inside, image.NewUniform(t.colour(g)), image.Point{}, draw.Src)
	}
	return m
}

// colour returns the colour of a square.
func (t *Theme) colour(g ground) color.RGBA {
	return [striped]color.RGBA{t.Light, t.Dark, t.MarkedLight, t.MarkedDark}[g&^striped]
}

// stripes returns the colour of a square's stripes: between the square's own
// colour and that of its neighbours, where writing on dark squares can be read.
func (t *Theme) stripes(g ground) color.RGBA { return mix(t.colour(g), t.colour(g^dark), 0.6) }

// Measures of stripes along the edge of a square, in units of the grid. A square
// has a whole number of periods, so stripes go on in the square beside.
const (
	stripePeriod = gridSize / 5
	stripeWidth  = 8
)

// stripe fills the area with diagonal stripes.
func stripe(m *image.RGBA, area image.Rectangle, ground, stripes color.RGBA) {
	u := float64(m.Rect.Dx()) / gridSize
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			fromMiddle := math.Abs(math.Mod(float64(x+y), stripePeriod*u) - stripePeriod*u/2)
			coverage := (stripeWidth*u/2-fromMiddle)/2 + 0.5
			m.SetRGBA(x, y, mix(ground, stripes, max(0, min(1, coverage))))
		}
	}
}

// writing returns the colour of letters and figures.
func (t *Theme) writing(g ground) color.RGBA {
	switch {
	case g.has(marked):
		return t.Frame
	case g.has(dark), g.has(striped):
		return t.OnDark
	}
	return t.OnLight
}

// sprite returns the sprite of the man in the theme's ink.
func (t *Theme) sprite(m man, size int) sprite {
	if m.white {
		return sprite{m.piece, t.White, size}
	}
	return sprite{m.piece, t.Black, size}
}
