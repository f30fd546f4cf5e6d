package castling

import (
	"bytes"

	"chess960bot/internal/chess960"
)

// A Position is a position of a game of Chess960 or chess, as far as castling depends on
// it. Positions compare with ==. [ParseFEN] makes one; the zero Position has no kings
// and is not valid.
type Position struct {
	board   chess960.Board
	turn    Colour
	rights  [2][2]right // by Colour and chess960.CastlingSide
	assumed bool
}

// A right is the right to castle with a rook: the rook's file plus 1, or 0 for none.
type right uint8

// Turn returns the player to move.
func (p Position) Turn() Colour { return p.turn }

// Piece returns the piece on a square; 0 if the square is empty.
func (p Position) Piece(s Square) Piece { return p.at(s) }

// at is Piece without a copy of the position.
func (p *Position) at(s Square) Piece { return Piece(p.board[s]) }

// Start returns the start position that this is, with all rights to castle. ok is false for
// any other position. The player to move does not count.
func (p Position) Start() (start chess960.Double, ok bool) {
	if p.rightLetters() != "KQkq" {
		return chess960.Double{}, false
	}
	return p.board.Start()
}

// RightsAssumed reports whether the FEN did not say which castling rights are left. They
// are assumed to be there if king and rook stand on their first rank.
func (p Position) RightsAssumed() bool { return p.assumed }

// Rook returns the square of the rook with which a player still has the right to castle to a side.
// ok is false without the right.
func (p Position) Rook(c Colour, side chess960.CastlingSide) (s Square, ok bool) {
	rook := p.rights[c][side]
	return c.Square(chess960.File(rook - 1)), rook != 0
}

// Put puts a piece on a square, or empties the square with 0. What stood there has no right
// to castle any more.
func (p *Position) Put(s Square, piece Piece) {
	if gone := p.at(s); gone != 0 {
		rights := &p.rights[gone.Colour()]
		for side, rook := range rights {
			if gone.Kind() == chess960.King || rook != 0 && s == gone.Colour().Square(chess960.File(rook-1)) {
				rights[side] = 0
			}
		}
	}
	p.board[s] = byte(piece)
}

// Pass gives the move to the other player.
func (p *Position) Pass() { p.turn = p.turn.Opponent() }

// count returns how many men of a kind there are. It is find without the squares.
func (p *Position) count(piece Piece) int { return bytes.Count(p.board[:], []byte{byte(piece)}) }

// HasKing reports whether the player has a king. Only a position that [ParseMen] read may have none.
func (p Position) HasKing(c Colour) bool { return p.at(p.King(c)) == PieceOf(c, chess960.King) }

// King returns the square of the player's king; a1 if there is none.
func (p *Position) King(c Colour) Square {
	return Square(max(0, bytes.IndexByte(p.board[:], byte(PieceOf(c, chess960.King)))))
}

// outerRook returns the file of the outermost rook on a side of the king, which is on
// its first rank. ok is false if no rook is there.
func (p *Position) outerRook(c Colour, side chess960.CastlingSide) (rook chess960.File, ok bool) {
	king, step := p.King(c), -1
	if side == chess960.HSide {
		step = 1
	}
	for s, on := king.Towards(step, 0); on; s, on = s.Towards(step, 0) {
		if p.at(s) == PieceOf(c, chess960.Rook) {
			rook, ok = s.File(), true
		}
	}
	return rook, ok
}

// A direction is a step on the board: files to the h-side, and ranks to Black's side.
type direction struct{ files, ranks int }

var (
	lines = []direction{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}
	jumps = []direction{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}
)

// Attackers returns the squares of the player's pieces that attack a square. A pinned
// piece attacks too.
func (p *Position) Attackers(target Square, by Colour) []Square {
	var from []Square
	for _, d := range lines {
		s, on := target.Towards(d.files, d.ranks)
		for ; on && p.at(s) == 0; s, on = s.Towards(d.files, d.ranks) {
		}
		if on && p.at(s).Colour() == by && p.at(s).attacksAlong(d, s, target) {
			from = append(from, s)
		}
	}
	for _, d := range jumps {
		if s, on := target.Towards(d.files, d.ranks); on && p.at(s) == PieceOf(by, chess960.Knight) {
			from = append(from, s)
		}
	}
	return from
}

// attacksAlong reports whether the piece on a square attacks the target. The direction
// leads from the target to the piece, and the squares between are empty.
func (p Piece) attacksAlong(d direction, at, target Square) bool {
	straight := d.files == 0 || d.ranks == 0
	near, _ := target.Towards(d.files, d.ranks)
	switch p.Kind() {
	case chess960.Queen:
		return true
	case chess960.Rook:
		return straight
	case chess960.Bishop:
		return !straight
	case chess960.King:
		return at == near
	case pawn:
		forward := 1
		if p.Colour() == Black {
			forward = -1
		}
		return at == near && !straight && d.ranks == -forward
	}
	return false
}
