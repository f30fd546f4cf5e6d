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

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
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

// Pawn is the one kind of piece that no back rank has.
const Pawn chess960.Piece = 'P'

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
	if p.Kind() == Pawn {
		return "pawn"
	}
	return p.Kind().Name()
}

// A Square is a square of the board.
type Square = chess960.Square

// A Position is a position of a game of Chess960 or chess, as far as castling depends on
// it. Positions compare with ==. [ParseFEN] makes one; the zero Position has no kings
// and is not valid.
type Position struct {
	board   chess960.Board
	turn    Colour
	rights  [2][2]chess960.Files // by Colour and chess960.CastlingSide: the rook with which the player may castle
	assumed bool
}

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
	return c.Square(rook.First()), rook != 0
}

// Put puts a piece on a square, or empties the square with 0. What stood there has no right
// to castle any more.
func (p *Position) Put(s Square, piece Piece) {
	if gone := p.at(s); gone != 0 {
		rights := &p.rights[gone.Colour()]
		for side, rook := range rights {
			if gone.Kind() == chess960.King || rook != 0 && s == gone.Colour().Square(rook.First()) {
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

// A Direction is a step on the board: files to the h-side, and ranks to Black's side.
type Direction struct{ Files, Ranks int }

// The directions in which pieces move: along straight and diagonal lines, and a knight's.
var (
	Lines = []Direction{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}
	Jumps = []Direction{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}
)

// Attackers returns the squares of the player's pieces that attack a square. A pinned
// piece attacks too.
func (p *Position) Attackers(target Square, by Colour) []Square {
	var from []Square
	for _, d := range Lines {
		s, on := target.Towards(d.Files, d.Ranks)
		for ; on && p.at(s) == 0; s, on = s.Towards(d.Files, d.Ranks) {
		}
		if on && p.at(s).Colour() == by && p.at(s).attacksAlong(d, s, target) {
			from = append(from, s)
		}
	}
	for _, d := range Jumps {
		if s, on := target.Towards(d.Files, d.Ranks); on && p.at(s) == PieceOf(by, chess960.Knight) {
			from = append(from, s)
		}
	}
	return from
}

// attacksAlong reports whether the piece on a square attacks the target. The direction
// leads from the target to the piece, and the squares between are empty.
func (p Piece) attacksAlong(d Direction, at, target Square) bool {
	straight := d.Files == 0 || d.Ranks == 0
	near, _ := target.Towards(d.Files, d.Ranks)
	switch p.Kind() {
	case chess960.Queen:
		return true
	case chess960.Rook:
		return straight
	case chess960.Bishop:
		return !straight
	case chess960.King:
		return at == near
	case Pawn:
		forward := 1
		if p.Colour() == Black {
			forward = -1
		}
		return at == near && !straight && d.Ranks == -forward
	}
	return false
}

// A ParseError is returned for a text that could not be read. It names every rule that was
// found broken.
type ParseError struct {
	Input    string // the whole text
	Problems []Problem
}

// Error names the rules, for operators: people read the sentences of the problems.
func (e *ParseError) Error() string {
	texts := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		texts[i] = p.String()
	}
	return fmt.Sprintf("castling: %.80q: %s", e.Input, strings.Join(texts, "; "))
}

// A Problem is a rule that a text breaks, with the part of the text that breaks the rule.
type Problem struct {
	Broken Broken
	At     string // "" if the whole text does
}

// String writes the rule with its facts: `letter 6 "9"`, "kings White e1 g1".
func (p Problem) String() string {
	b := p.Broken
	text := string(b.Kind)
	if slices.Contains(ofPlayer, b.Kind) {
		text += " " + b.Player.String()
	}
	if b.By != 0 {
		text += " " + b.By.Name()
	}
	for _, s := range b.Squares {
		text += " " + s.String()
	}
	if b.Kind == "rook" || b.Kind == "rooks" {
		text += " " + b.Side.String()
	}
	for _, n := range []int{b.Rank, b.Number} {
		if n > 0 {
			text += " " + strconv.Itoa(n)
		}
	}
	if p.At != "" {
		text += " " + strconv.Quote(p.At)
	}
	return text
}

// Broken is a broken rule, as a sentence. The message of the rule (castling.broken in package
// voice) shows which fields it uses.
type Broken struct {
	Kind    Rule
	Player  Colour
	Squares []Square
	By      Piece
	Side    chess960.CastlingSide
	Rank    int
	Number  int // of ranks or squares
}

// Sentence returns the rule.
func (b Broken) Sentence() string { return string(b.Kind) }

// A Rule is one that a text must keep.
type Rule string

// ofPlayer lists the rules about one player.
var ofPlayer = []Rule{
	"king", "kings", "pawn", "pawns", "promotions", "check", "moved", "rooks", "rook", "absent", "owner",
}
