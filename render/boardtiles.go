package render

import (
	"errors"

	"chess960bot/internal/chess960"
	"chess960bot/render/mosaic"
)

// boardTiles are the tiles of boards in one theme.
type boardTiles struct {
	frame        *mosaic.Frame
	white, black rankTiles
	middle       [views]*mosaic.Tile // ranks 7 to 2, with their digits
	letters      [views]*mosaic.Tile // below the squares
}

// rankTiles are the tiles of rank 1 or rank 8.
type rankTiles struct {
	rank   int // counted from 0
	digit  *mosaic.Tile
	right  *mosaic.Tile // the empty edge
	pieces map[chess960.Piece]*[boardGrounds]*mosaic.Tile
}

// newBoardTiles draws and compresses the tiles.
func newBoardTiles(theme *Theme) (*boardTiles, error) {
	s := newStudio(theme, boardSquare)
	t := &boardTiles{white: s.rank(0, theme.White), black: s.rank(7, theme.Black)}
	middle, letters := s.middleSquares(), s.letters()
	t.frame = &mosaic.Frame{Width: boardWidth, Palette: s.palette()}
	err := errors.Join(
		mosaic.Compress(boardWidth, boardSquare, t.white.all()...),
		mosaic.Compress(boardWidth, boardSquare, t.black.all()...),
	)
	for v := range views {
		t.middle[v], t.letters[v] = middle.joined(v), letters.joined(v)
		err = errors.Join(err, mosaic.Compress(boardWidth, 2*boardSquare, t.middle[v], t.letters[v]))
	}
	return t, err
}

// rank draws the tiles of rank 1 or rank 8.
func (s *studio) rank(rank int, ink *Ink) rankTiles {
	t := rankTiles{rank: rank, digit: s.digit(rank), right: s.add(blankPage(s.theme, boardRight, boardSquare)), pieces: map[chess960.Piece]*[boardGrounds]*mosaic.Tile{}}
	for _, piece := range pieces {
		t.pieces[piece] = new([boardGrounds]*mosaic.Tile)
		for g := range boardGrounds {
			t.pieces[piece][g] = s.add(s.pieceOnSquare(piece, ink, g))
		}
	}
	return t
}

// digit returns the tile with the digit of a rank, at the left of its squares.
func (s *studio) digit(rank int) *mosaic.Tile {
	return s.add(s.theme.edgePart(digits[rank:rank+1], boardEdge, boardSquare, pixels(boardWriting, boardSquare)))
}

// all returns every tile of the rank.
func (t *rankTiles) all() []*mosaic.Tile {
	all := []*mosaic.Tile{t.digit, t.right}
	for _, piece := range pieces {
		all = append(all, t.pieces[piece][:]...)
	}
	return all
}

// middleSquares are the squares of ranks 7 to 2, which are the same in every
// position.
type middleSquares struct {
	empty, whitePawn, blackPawn [boardGrounds]*mosaic.Tile
	digits                      [8]*mosaic.Tile // by rank
	right                       *mosaic.Tile    // the empty edge beside a rank
}

func (s *studio) middleSquares() *middleSquares {
	m := &middleSquares{right: s.add(blankPage(s.theme, boardRight, boardSquare))}
	for g := range boardGrounds {
		m.empty[g] = s.add(s.theme.square(g, boardSquare))
		m.whitePawn[g] = s.add(s.pieceOnSquare(Pawn, s.theme.White, g))
		m.blackPawn[g] = s.add(s.pieceOnSquare(Pawn, s.theme.Black, g))
	}
	for rank := 1; rank <= 6; rank++ {
		m.digits[rank] = s.digit(rank)
	}
	return m
}

// joined returns ranks 7 to 2 as one tile.
func (m *middleSquares) joined(v view) *mosaic.Tile {
	t := newTile(boardWidth, 6*boardSquare)
	for rank := 1; rank <= 6; rank++ {
		y := (6 - rank) * boardSquare
		if v == fromBlack {
			y = (rank - 1) * boardSquare
		}
		paste(t, m.digits[rank], 0, y)
		paste(t, m.right, boardWidth-boardRight, y)
		for column := range 8 {
			squares := &m.empty
			switch rank {
			case 1:
				squares = &m.whitePawn
			case 6:
				squares = &m.blackPawn
			}
			paste(t, squares[groundOf(v.file(column), rank)], boardEdge+column*boardSquare, y)
		}
	}
	return t
}

// edgeLetters are the parts of the edge below a board.
type edgeLetters struct {
	corner *mosaic.Tile // at the left and at the right
	files  [8]*mosaic.Tile
}

func (s *studio) letters() *edgeLetters {
	size := pixels(boardWriting, boardSquare)
	e := &edgeLetters{corner: s.add(blankPage(s.theme, boardEdge, boardEdge))}
	for f := range e.files {
		e.files[f] = s.add(s.theme.edgePart(letters[f:f+1], boardSquare, boardEdge, size))
	}
	return e
}

// joined returns the edge as one tile.
func (e *edgeLetters) joined(v view) *mosaic.Tile {
	t := newTile(boardWidth, boardEdge)
	paste(t, e.corner, 0, 0)
	paste(t, e.corner, boardWidth-boardRight, 0)
	for column := range 8 {
		paste(t, e.files[v.file(column)], boardEdge+column*boardSquare, 0)
	}
	return t
}

func newTile(width, height int) *mosaic.Tile {
	return &mosaic.Tile{Width: width, Height: height, Pix: make([]uint8, width*height)}
}

// paste copies the pixels of a tile into a larger one.
func paste(to, t *mosaic.Tile, x, y int) {
	for row := range t.Height {
		copy(to.Pix[(y+row)*to.Width+x:], t.Pix[row*t.Width:(row+1)*t.Width])
	}
}
