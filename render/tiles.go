package render

import (
	"image"
	"image/color"
	"image/draw"

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

// A ground is one of the four kinds of square that a theme has.
type ground int

const (
	light ground = iota
	dark
	markedLight
	markedDark
	grounds
)

func (g ground) plain() bool { return g < markedLight }

// groundOf returns the kind of square that file f has on rank r, 0 for rank 1.
func groundOf(f chess960.File, r int, marked bool) ground {
	g := light
	if (int(f)+r)%2 == 0 {
		g = dark
	}
	if marked {
		return g + markedLight
	}
	return g
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

// canBeMarked reports whether the man can stand on a marked square: marks are
// for White's first rank.
func (m man) canBeMarked() bool { return m.white && m.piece != pawn }

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
	counted [grounds][10]tile // the empty square with a figure, likewise
}

// drawTileSet draws the tiles for the men on every ground they can stand on, and
// if counts is set those with the figures by which squares are counted.
func drawTileSet(theme *Theme, size int, men []man, counts bool, sprites map[sprite]*image.RGBA) *tileSet {
	s := &tileSet{size: size, men: map[man]*[grounds]tile{}}
	for _, m := range men {
		s.men[m] = new([grounds]tile)
	}
	var q quantizer
	for g := range grounds {
		square := theme.square(g, size)
		q.add(&s.empty[g], square)
		for m, tiles := range s.men {
			if g.plain() || m.canBeMarked() {
				q.add(&tiles[g], over(sprites[theme.sprite(m, size)], square))
			}
		}
		for i := range 8 {
			q.add(&s.letters[g][i], letterCorner(size).write(letters[i:i+1], square, theme.writing(g)))
			q.add(&s.digits[g][i], digitCorner(size).write(digits[i:i+1], square, theme.writing(g)))
		}
		if !counts {
			continue
		}
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
	if !g.plain() {
		draw.Draw(m, m.Rect, image.NewUniform(t.Frame), image.Point{}, draw.Src)
		inside = inside.Inset(frameWidth * size / gridSize)
	}
	c := [grounds]color.RGBA{t.Light, t.Dark, t.MarkedLight, t.MarkedDark}[g]
	draw.Draw(m, inside, image.NewUniform(c), image.Point{}, draw.Src)
	return m
}

// writing returns the colour of coordinates, on marked squares that of their
// frame.
func (t *Theme) writing(g ground) color.RGBA {
	return [grounds]color.RGBA{t.OnLight, t.OnDark, t.Frame, t.Frame}[g]
}

// sprite returns the sprite of the man in the theme's ink.
func (t *Theme) sprite(m man, size int) sprite {
	if m.white {
		return sprite{m.piece, t.White, size}
	}
	return sprite{m.piece, t.Black, size}
}
