package render

import (
	"errors"
	"image"

	"chess960bot/internal/chess960"
	"chess960bot/internal/mosaic"
)

// boardTiles are the tiles of boards in one theme.
type boardTiles struct {
	frame        *mosaic.Frame
	white, black rankTiles
	middle       [views]*mosaic.Tile // ranks 7 to 2
}

// rankTiles are the tiles of rank 1 or rank 8.
type rankTiles struct {
	rank    int // counted from 0
	pieces  map[chess960.Piece]*[boardGrounds]boardPiece
	letters [8]*mosaic.Tile     // of the files, in their corners
	digit   [views]*mosaic.Tile // of the rank, in its corner
}

// A boardPiece is a piece on its square, cut to leave room for coordinates.
type boardPiece struct {
	top, topBesideDigit        *mosaic.Tile
	middle                     *mosaic.Tile
	bottom, bottomBesideLetter *mosaic.Tile
}

// newBoardTiles draws and compresses the tiles.
func newBoardTiles(theme *Theme) (*boardTiles, error) {
	const width = 8 * boardSquare
	s := newStudio(theme, boardSquare)
	t := &boardTiles{white: s.rank(0, theme.White), black: s.rank(7, theme.Black)}
	middle := s.middleSquares()
	t.frame = &mosaic.Frame{Width: width, Palette: s.palette()}
	err := errors.Join(
		mosaic.Compress(width, boardSquare, t.white.all()...),
		mosaic.Compress(width, boardSquare, t.black.all()...),
	)
	for v := range views {
		t.middle[v] = middle.joined(v)
		err = errors.Join(err, mosaic.Compress(width, 2*boardSquare, t.middle[v]))
	}
	return t, err
}

// rank draws the tiles of rank 1 or rank 8.
func (s *studio) rank(rank int, ink *Ink) rankTiles {
	t := rankTiles{rank: rank, pieces: map[chess960.Piece]*[boardGrounds]boardPiece{}}
	for _, piece := range pieces {
		t.pieces[piece] = new([boardGrounds]boardPiece)
		for g := range boardGrounds {
			t.pieces[piece][g] = s.boardPiece(s.pieceOnSquare(piece, ink, g))
		}
	}
	for f := range chess960.File(8) {
		t.letters[f] = s.corner(letterCorner(boardSquare), letters[f:f+1], groundOf(f, rank))
	}
	for v := range views {
		t.digit[v] = s.corner(digitCorner(boardSquare), digits[rank:rank+1], groundOf(v.file(7), rank))
	}
	return t
}

func (s *studio) boardPiece(m *image.RGBA) boardPiece {
	letter, digit := letterCorner(boardSquare).area, digitCorner(boardSquare).area
	return boardPiece{
		top:                s.cut(m, image.Rect(0, 0, boardSquare, digit.Max.Y)),
		topBesideDigit:     s.cut(m, image.Rect(0, 0, digit.Min.X, digit.Max.Y)),
		middle:             s.cut(m, image.Rect(0, digit.Max.Y, boardSquare, letter.Min.Y)),
		bottom:             s.cut(m, image.Rect(0, letter.Min.Y, boardSquare, boardSquare)),
		bottomBesideLetter: s.cut(m, image.Rect(letter.Max.X, letter.Min.Y, boardSquare, boardSquare)),
	}
}

// all returns every tile of the rank.
func (t *rankTiles) all() []*mosaic.Tile {
	all := append(t.letters[:], t.digit[:]...)
	for _, piece := range pieces {
		for _, p := range t.pieces[piece] {
			all = append(all, p.top, p.topBesideDigit, p.middle, p.bottom, p.bottomBesideLetter)
		}
	}
	return all
}

// middleSquares are the squares of ranks 7 to 2, which are the same in every
// position.
type middleSquares struct {
	empty, whitePawn, blackPawn [boardGrounds]*mosaic.Tile
	digits                      [8][views]*mosaic.Tile // by rank
}

func (s *studio) middleSquares() *middleSquares {
	m := &middleSquares{}
	whole := image.Rect(0, 0, boardSquare, boardSquare)
	for g := range boardGrounds {
		m.empty[g] = s.cut(s.theme.square(g, boardSquare), whole)
		m.whitePawn[g] = s.cut(s.pieceOnSquare(Pawn, s.theme.White, g), whole)
		m.blackPawn[g] = s.cut(s.pieceOnSquare(Pawn, s.theme.Black, g), whole)
	}
	for rank := 1; rank <= 6; rank++ {
		for v := range views {
			m.digits[rank][v] = s.corner(digitCorner(boardSquare), digits[rank:rank+1], groundOf(v.file(7), rank))
		}
	}
	return m
}

// joined returns ranks 7 to 2 as one tile.
func (m *middleSquares) joined(v view) *mosaic.Tile {
	const width, height = 8 * boardSquare, 6 * boardSquare
	t := &mosaic.Tile{Width: width, Height: height, Pix: make([]uint8, width*height)}
	for rank := 1; rank <= 6; rank++ {
		y := (6 - rank) * boardSquare
		if v == fromBlack {
			y = (rank - 1) * boardSquare
		}
		for column := range 8 {
			squares := &m.empty
			switch rank {
			case 1:
				squares = &m.whitePawn
			case 6:
				squares = &m.blackPawn
			}
			paste(t, squares[groundOf(v.file(column), rank)], column*boardSquare, y)
		}
		paste(t, m.digits[rank][v], width-m.digits[rank][v].Width, y)
	}
	return t
}

// paste copies the pixels of a tile into a larger one.
func paste(to, t *mosaic.Tile, x, y int) {
	for row := range t.Height {
		copy(to.Pix[(y+row)*to.Width+x:], t.Pix[row*t.Width:(row+1)*t.Width])
	}
}
