package render

import (
	"image"
	"image/draw"
	"runtime"
	"sync"

	"github.com/fogleman/gg"

	"chess960bot/internal/chess960"
	"chess960bot/render/mosaic"
)

// diagramTiles are the tiles of diagrams in one theme and one size. A square is compressed
// when it is first needed. Where arrows are, tiles are painted and compressed for
// the one picture.
type diagramTiles struct {
	of      measures
	frame   *mosaic.Frame
	nearest nearest
	digits  [8]*mosaic.Tile // by rank
	side    *mosaic.Tile    // the empty edge beside a rank
	corner  *mosaic.Tile    // the same below
	letters [8]*mosaic.Tile // by file
	like    *mosaic.Tile    // a square

	mu      sync.Mutex
	studio  *studio
	squares map[square]*mosaic.Tile

	canvases sync.Pool     // of *image.RGBA, as large as a picture
	painting chan struct{} // has room for those who paint: a canvas takes 2 MB
}

// A square is a kind of square with a man, or 0.
type square struct {
	man    byte
	ground ground
}

// menLetters are the letters of a FEN.
const menLetters = "KQRBNPkqrbnp"

// diagramTilesOf returns what makes the tiles for pictures of these measures.
func diagramTilesOf(of measures) func(*Theme) (*diagramTiles, error) {
	return func(theme *Theme) (*diagramTiles, error) {
		s := newStudio(theme, of.square)
		t := &diagramTiles{of: of, studio: s, squares: map[square]*mosaic.Tile{}, painting: make(chan struct{}, runtime.GOMAXPROCS(0))}
		writing := pixels(of.writing, of.square)
		t.side = s.add(blankPage(theme, of.edge, of.square))
		t.corner = s.add(blankPage(theme, of.edge, of.below))
		for i := range 8 {
			t.letters[i] = s.add(theme.edgePart(letters[i:i+1], of.square, of.below, writing))
			t.digits[i] = s.add(theme.edgePart(digits[i:i+1], of.edge, of.square, writing))
		}
		sample := s.sample()
		for y := 0; y < sample.Rect.Dy(); y += of.square {
			for x := 0; x < sample.Rect.Dx(); x += of.square {
				t.like = s.cut(sample, image.Rect(x, y, x+of.square, y+of.square))
			}
		}
		palette := s.palette(white, kingBlue, rookOrange, attackRed)
		t.frame, t.nearest = &mosaic.Frame{Width: of.width(), Palette: palette}, newNearest(palette)
		err := mosaic.Compress(of.width(), of.square, s.tiles()...)
		s.quantizer = quantizer{} // its pictures are not needed any more
		return t, err
	}
}

// sample draws squares with every man, ground and arrow. They give the palette of all
// diagrams, and their code.
func (s *studio) sample() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 8*s.size, 8*s.size))
	var d Diagram
	for i := range 64 {
		man := byte(0)
		if i%16 < len(menLetters) {
			man = menLetters[(i+i/16)%len(menLetters)]
		}
		x, y := i%8*s.size, i/8*s.size
		tile := s.square(square{man, ground(i/2+i) % (2 * grounds)})
		draw.Draw(m, image.Rect(x, y, x+s.size, y+s.size), tile, image.Point{}, draw.Src)
		if i%7 == 0 {
			d.Arrows = append(d.Arrows, Arrow{i, (i * 37) % 64, ArrowKind(i % 3)})
		}
	}
	dc := gg.NewContextForRGBA(m)
	dc.Scale(float64(s.size)/boardSquare, float64(s.size)/boardSquare)
	for _, arrow := range d.shafts() {
		arrow.draw(dc)
	}
	return m
}

// square draws a square.
func (s *studio) square(q square) (m *image.RGBA) {
	g := q.ground &^ shielded
	switch {
	case q.man == 0:
		m = s.theme.square(g, s.size)
	case q.man >= 'a':
		m = s.pieceOnSquare(chess960.Piece(q.man-'a'+'A'), s.theme.Black, g)
	default:
		m = s.pieceOnSquare(chess960.Piece(q.man), s.theme.White, g)
	}
	if q.ground.has(shielded) {
		s.theme.drawShield(m)
	}
	return m
}

// tile returns the tile of a square.
func (t *diagramTiles) tile(q square) (tile *mosaic.Tile, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.squares[q] == nil {
		t.squares[q], err = t.like.Alike(t.nearest.all(t.studio.square(q)))
	}
	return t.squares[q], err
}

// bands lays out the diagram.
func (t *diagramTiles) bands(d Diagram) ([]mosaic.Band, error) {
	var bands []mosaic.Band
	grounds, arrows := d.grounds(), d.shafts()
	for row := range t.of.rows {
		band := append(make(mosaic.Band, 0, 10), t.digits[d.squareAt(0, row)/8])
		for column := range 8 {
			s := d.squareAt(column, row)
			tile, err := t.tile(square{d.Men[s], grounds[s]})
			if err != nil {
				return nil, err
			}
			band = append(band, tile)
		}
		bands = append(bands, append(band, t.side))
	}
	below := append(make(mosaic.Band, 0, 10), t.corner)
	for column := range 8 {
		below = append(below, t.letters[d.squareAt(column, 0)%8])
	}
	bands = append(bands, append(below, t.corner))
	if d.Then != [8]byte{} {
		then := mosaic.Band{t.side}
		for column := range 8 {
			s := d.squareAt(column, 0)
			tile, err := t.tile(square{d.Then[s%8], groundOf(chess960.File(s%8), s/8)})
			if err != nil {
				return nil, err
			}
			then = append(then, tile)
		}
		bands = append(bands, append(then, t.side))
	}
	return bands, t.paint(cellsOf(bands, arrows), arrows)
}
