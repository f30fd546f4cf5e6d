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
// "Kc1 Rb1 Rh1", for the rule of these squares.
//
// The rules are those of [chess960.CastlingRules]. The package has no state: values and
// functions, no I/O, no clock.
package castling

import (
	"strings"

	"chess960bot/internal/chess960"
)

// A Colour is one of the two players.
type Colour uint8

// The two players.
const (
	White Colour = iota
	Black
)

// String returns "White" or "Black".
func (c Colour) String() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// Opponent returns the other player.
func (c Colour) Opponent() Colour { return White + Black - c }

// Square returns the square of the player's first rank on a file: rank 1 for White, rank
// 8 for Black.
func (c Colour) Square(f chess960.File) Square { return Square(c)*56 + Square(f) }

// A Piece is the letter of a piece in a FEN: upper case for White, lower case for Black.
// The zero Piece stands for an empty square.
type Piece byte

// pieceOf returns the player's piece of a kind.
func pieceOf(c Colour, kind chess960.Piece) Piece {
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

// A Square is a square of the board: 0 for a1, 7 for h1, 63 for h8.
type Square uint8

// File returns the square's file.
func (s Square) File() chess960.File { return chess960.File(s % 8) }

// Rank returns the square's rank, 1 to 8.
func (s Square) Rank() int { return int(s/8) + 1 }

// String returns the square's name: "e4".
func (s Square) String() string { return s.File().String() + string(rune('0'+s.Rank())) }

// towards returns the square a number of files and ranks away. ok is false outside the
// board.
func (s Square) towards(files, ranks int) (to Square, ok bool) {
	f, r := int(s%8)+files, int(s/8)+ranks
	return Square(r*8 + f), 0 <= f && f < 8 && 0 <= r && r < 8
}

// A Position is a position of a game of Chess960 or chess, as far as castling depends on
// it. Positions compare with ==. [ParseFEN] makes one; the zero Position has no kings
// and is not valid.
type Position struct {
	board   [64]Piece
	turn    Colour
	rights  [2][2]right // by Colour and chess960.CastlingSide
	assumed bool
}

// A right is the right to castle with a rook: the rook's file plus 1, or 0 for none.
type right uint8

// Turn returns the player to move.
func (p Position) Turn() Colour { return p.turn }

// Piece returns the piece on a square; 0 if the square is empty.
func (p Position) Piece(s Square) Piece { return p.board[s] }

// RightsAssumed reports whether the FEN did not say which castling rights are left. They
// are assumed to be there if king and rook stand on their first rank.
func (p Position) RightsAssumed() bool { return p.assumed }

// find returns the squares of a piece, from a1 to h8.
func (p *Position) find(piece Piece) []Square {
	var at []Square
	for s := range Square(64) {
		if p.board[s] == piece {
			at = append(at, s)
		}
	}
	return at
}

// king returns the square of the player's king.
func (p *Position) king(c Colour) Square { return p.find(pieceOf(c, chess960.King))[0] }

// outerRook returns the file of the outermost rook on a side of the king, which is on
// its first rank. ok is false if no rook is there.
func (p *Position) outerRook(c Colour, side chess960.CastlingSide) (rook chess960.File, ok bool) {
	king, step := p.king(c), -1
	if side == chess960.HSide {
		step = 1
	}
	for s, on := king.towards(step, 0); on; s, on = s.towards(step, 0) {
		if p.board[s] == pieceOf(c, chess960.Rook) {
			rook, ok = s.File(), true
		}
	}
	return rook, ok
}

// XFEN returns the position as X-FEN. A castling right is K or Q if it is the right of
// the outermost rook, and the rook's file otherwise.
func (p Position) XFEN() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			piece := p.board[rank*8+file]
			if piece == 0 {
				empty++
				continue
			}
			writeEmpty(&b, &empty)
			b.WriteByte(byte(piece))
		}
		writeEmpty(&b, &empty)
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String() + " " + "wb"[p.turn:p.turn+1] + " " + p.rightLetters() + " - 0 1"
}

// writeEmpty writes the number of empty squares, if any, and resets it.
func writeEmpty(b *strings.Builder, empty *int) {
	if *empty > 0 {
		b.WriteByte(byte('0' + *empty))
		*empty = 0
	}
}

// rightLetters returns the third field of an X-FEN: "KQkq", "KQb", or "-".
func (p *Position) rightLetters() string {
	var letters string
	for _, c := range []Colour{White, Black} {
		for _, side := range chess960.CastlingSides() {
			rook := p.rights[c][side]
			if rook == 0 {
				continue
			}
			letter := chess960.File(rook - 1).String()
			if outer, _ := p.outerRook(c, side); right(outer)+1 == rook {
				letter = "kq"[side : side+1]
			}
			if c == White {
				letter = strings.ToUpper(letter)
			}
			letters += letter
		}
	}
	if letters == "" {
		return "-"
	}
	return letters
}
