// Package castling says whether a side can castle now, in a position from the middle of
// a game of Chess960 or chess, and why it cannot.
//
// [ParseFEN] reads a position. [Position.Judge] answers for one castling: allowed, not
// now, or not any more. The [Verdict] has every reason as a value, so that a caller can
// word it and mark its squares on a board. A reason disappears when its cause does: a
// square without its piece is no longer occupied, and without the attacker it is no
// longer attacked.
//
// [ParseAlone] reads a king and its rooks without the other pieces, such as
// "Kc1 Rb1 Rh1", for the rule of these squares. [ParseMen] reads them with what may stop them,
// such as "Kc1 Rb1, enemy rook a1".
//
// The rules are those of [chess960.CastlingRules]. The package has no state: values and
// functions, no I/O, no clock.
package castling

import "chess960bot/internal/chess960"

// A Colour is one of the two players.
type Colour uint8

// The two players.
const (
	White Colour = iota
	Black
)

// String returns "White" or "Black".
func (c Colour) String() string { return [...]string{"White", "Black"}[c] }

// Word returns the player's word.
func (c Colour) Word() string { return [...]string{"white", "black"}[c] }

// Opponent returns the other player.
func (c Colour) Opponent() Colour { return White + Black - c }

// Square returns the square of the player's first rank on a file: rank 1 for White, rank
// 8 for Black.
func (c Colour) Square(f chess960.File) Square { return Square(c)*56 + Square(f) }

// A Piece is the letter of a piece in a FEN: upper case for White, lower case for Black.
// The zero Piece stands for an empty square.
type Piece byte

// PieceOf returns the player's piece of a kind.
func PieceOf(c Colour, kind chess960.Piece) Piece {
	if c == Black {
		return Piece(kind) + 'a' - 'A'
	}
	return Piece(kind)
}

// pawn is the one kind of piece that no back rank has.
const pawn chess960.Piece = 'P'

// Colour returns the owner of the piece.
func (p Piece) Colour() Colour {
	if p >= 'a' {
		return Black
	}
	return White
}

// Kind returns the piece as White's letter: 'P' for a pawn.
func (p Piece) Kind() chess960.Piece {
	if p >= 'a' {
		return chess960.Piece(p) - ('a' - 'A')
	}
	return chess960.Piece(p)
}

// Name returns the English name in lower case, such as "knight" or "pawn".
func (p Piece) Name() string {
	if p.Kind() == pawn {
		return "pawn"
	}
	return p.Kind().Name()
}

// A Square is a square of the board.
type Square = chess960.Square
