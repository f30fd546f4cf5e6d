// Package game plays the games of Chess960 and chess that people write down: which moves
// are legal, what a move in a score means, and where a game stands after some moves.
//
// [Scores] finds the games in a text such as a PGN file. [Replay] plays the moves of one
// from its start, in the piece letters of any language, and says why a move is not legal.
// [Position.XFEN] writes the position at any move.
//
// Castling is judged by package castling. The package has no state: values and functions,
// no I/O, no clock. The time to read a text grows with its length alone.
package game

import (
	"fmt"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
)

const pawn chess960.Piece = 'P'

// A Position is a position of a game with all that its legal moves depend on. Positions
// compare with ==. [ParseFEN] and [Start] make one; the zero Position is not valid.
type Position struct {
	castling.Position
	passant castling.Square // the square that a pawn has just crossed; 0 for none
	idle    int             // moves of either player since a capture or a pawn's move
	number  int             // of the next move
	rules   *chess960.CastlingRules
}

// ParseFEN reads a position from a FEN, X-FEN or Shredder-FEN as [castling.ParseFEN] does.
// The numbers of moves count too if they are there.
func ParseFEN(fen string) (Position, error) {
	p := Position{number: 1, rules: chess960.Chess960Castling}
	var err error
	if p.Position, err = castling.ParseFEN(fen); err != nil {
		return Position{}, err
	}
	fields := strings.Fields(fen)
	if len(fields) > 3 && fields[3] != "-" {
		p.passant = squareOf(fields[3])
		if p.Piece(p.passant) != 0 || p.Piece(p.passed()) != castling.PieceOf(p.Turn().Opponent(), pawn) {
			p.passant = 0
		}
	}
	if len(fields) > 5 {
		const most = 9999
		idle, errIdle := strconv.Atoi(fields[4])
		number, errNumber := strconv.Atoi(fields[5])
		if errIdle == nil && errNumber == nil && 0 <= idle && idle <= most && 0 < number && number <= most {
			p.idle, p.number = idle, number
		}
	}
	return p, nil
}

// By returns the position with other rules of castling than Chess960's.
func (p Position) By(rules *chess960.CastlingRules) Position {
	p.rules = rules
	return p
}

// Start returns a start position of both players.
func Start(p chess960.Position) Position {
	start, err := ParseFEN(p.XFEN())
	if err != nil {
		panic(err) // every start position is a FEN
	}
	return start
}

// Pass gives the move to the other player, who cannot capture en passant then.
func (p *Position) Pass() {
	p.Position.Pass()
	p.passant = 0
}

// passed returns the square of the pawn that has just crossed the square p.passant.
func (p *Position) passed() castling.Square {
	if p.passant.Rank() == 3 {
		return p.passant + 8
	}
	return p.passant - 8
}

// Number returns the number of the next move, 1 or more.
func (p Position) Number() int { return p.number }

// XFEN returns the position as X-FEN. The en passant square stands there only if a pawn can
// be captured that way.
func (p Position) XFEN() string {
	passant := "-"
	for _, m := range p.Moves() {
		if m.To == p.passant && p.passant != 0 && p.Piece(m.From).Kind() == pawn {
			passant = p.passant.String()
		}
	}
	board, _ := strings.CutSuffix(p.Position.XFEN(), " - 0 1")
	return fmt.Sprintf("%s %s %d %d", board, passant, p.idle, p.number)
}
