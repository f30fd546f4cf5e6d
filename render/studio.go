package render

import (
	"image"
	"image/color"
	"image/draw"

	"chess960bot/internal/chess960"
	"chess960bot/render/mosaic"
)

// A studio draws the tiles for pictures in one theme and one size.
type studio struct {
	theme   *Theme
	size    int // of a square in pixels
	sprites map[sprite]*image.RGBA
	quantizer
}

func newStudio(theme *Theme, size int) *studio {
	return &studio{theme: theme, size: size, sprites: map[sprite]*image.RGBA{}}
}

// pieceOnSquare returns a picture of the piece on a square.
func (s *studio) pieceOnSquare(piece chess960.Piece, ink *Ink, g ground) *image.RGBA {
	key := sprite{piece, ink, s.size}
	if s.sprites[key] == nil {
		s.sprites[key] = key.draw()
	}
	m := s.theme.square(g, s.size)
	draw.Draw(m, m.Rect, s.sprites[key], image.Point{}, draw.Over)
	return m
}

// cut returns a tile for an area of the picture. The method palette fills in its pixels.
func (s *studio) cut(m *image.RGBA, area image.Rectangle) *mosaic.Tile {
	part := image.NewRGBA(image.Rectangle{Max: area.Size()})
	draw.Draw(part, part.Rect, m, area.Min, draw.Src)
	return s.add(part)
}

// palette chooses the colours and gives all tiles their pixels.
func (s *studio) palette() color.Palette {
	t := s.theme
	return s.reduce(t.Light, t.Dark, t.MarkedLight, t.MarkedDark, t.Frame, pageColour(t))
}
