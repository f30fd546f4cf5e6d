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
	"slices"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
)

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
		ofOpponent := (p.passant.Rank() == 3) == (p.Turn() == castling.Black)
		if !ofOpponent || p.Piece(p.passant) != 0 || p.Piece(p.passed()) != castling.PieceOf(p.Turn().Opponent(), castling.Pawn) {
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
		if m.To == p.passant && p.passant != 0 && p.Piece(m.From).Kind() == castling.Pawn {
			passant = p.passant.String()
		}
	}
	board, _ := strings.CutSuffix(p.Position.XFEN(), " - 0 1")
	return fmt.Sprintf("%s %s %d %d", board, passant, p.idle, p.number)
}

// A Move is a move by its squares. A castling goes from the king's square to the castling
// rook's. Promotion is the new piece, or 0.
type Move struct {
	From, To  castling.Square
	Promotion chess960.Piece
}

var (
	straight, diagonal = castling.Lines[:4], castling.Lines[4:]
	promotion          = []chess960.Piece{chess960.Queen, chess960.Rook, chess960.Bishop, chess960.Knight}
)

// Moves returns the legal moves.
func (p Position) Moves() []Move {
	moves := make([]Move, 0, 64)
	for s := range castling.Square(64) {
		if piece := p.Piece(s); piece != 0 && piece.Colour() == p.Turn() {
			moves = p.fromSquare(moves, s)
		}
	}
	moves = slices.DeleteFunc(moves, func(m Move) bool { return p.attacker(m) != nil })
	for _, side := range chess960.CastlingSides() {
		if m, reasons := p.castle(side); reasons == nil {
			moves = append(moves, m)
		}
	}
	return moves
}

// castle returns the castling to a side, or every reason against it.
func (p *Position) castle(side chess960.CastlingSide) (Move, []castling.Reason) {
	v := p.Judge(p.Turn(), side, p.rules)
	return Move{From: p.Turn().Square(v.Castling.King.From), To: p.Turn().Square(v.Castling.Rook.From)}, v.Reasons
}

// attacker returns the squares of the pieces that attack the player's king after a move
// that is no castling: if there are any, the move is not legal.
func (p *Position) attacker(m Move) []castling.Square {
	after := p.Position
	p.put(&after, m)
	return after.Attackers(after.King(p.Turn()), p.Turn().Opponent())
}

// fromSquare appends the moves of the piece on a square, castlings left out. Its king may be
// attacked afterwards.
func (p *Position) fromSquare(moves []Move, from castling.Square) []Move {
	switch p.Piece(from).Kind() {
	case castling.Pawn:
		return p.pawnMoves(moves, from)
	case chess960.Knight:
		return p.walk(moves, from, castling.Jumps, 1)
	case chess960.King:
		return p.walk(moves, from, castling.Lines, 1)
	case chess960.Bishop:
		return p.walk(moves, from, diagonal, 7)
	case chess960.Rook:
		return p.walk(moves, from, straight, 7)
	}
	return p.walk(moves, from, castling.Lines, 7)
}

// walk appends the moves of a piece in some directions, at most so many steps each.
func (p *Position) walk(moves []Move, from castling.Square, directions []castling.Direction, most int) []Move {
	for _, d := range directions {
		to, on := from.Towards(d.Files, d.Ranks)
		for n := 0; on && n < most; n++ {
			taken := p.Piece(to)
			if taken != 0 && taken.Colour() == p.Turn() {
				break
			}
			moves = append(moves, Move{From: from, To: to})
			if taken != 0 {
				break
			}
			to, on = to.Towards(d.Files, d.Ranks)
		}
	}
	return moves
}

func (p *Position) pawnMoves(moves []Move, from castling.Square) []Move {
	forward, home, last := 1, 2, 8
	if p.Turn() == castling.Black {
		forward, home, last = -1, 7, 1
	}
	add := func(to castling.Square) {
		if to.Rank() != last {
			moves = append(moves, Move{From: from, To: to})
			return
		}
		for _, piece := range promotion {
			moves = append(moves, Move{from, to, piece})
		}
	}
	if to, _ := from.Towards(0, forward); p.Piece(to) == 0 {
		add(to)
		if to, _ = to.Towards(0, forward); from.Rank() == home && p.Piece(to) == 0 {
			add(to)
		}
	}
	for _, files := range []int{-1, 1} {
		to, on := from.Towards(files, forward)
		if !on {
			continue
		}
		if taken := p.Piece(to); taken != 0 && taken.Colour() != p.Turn() || p.passant != 0 && to == p.passant {
			add(to)
		}
	}
	return moves
}

// isCastling reports whether the move goes from the king to a rook of the same player.
func (p *Position) isCastling(m Move) bool {
	return p.Piece(m.From) == castling.PieceOf(p.Turn(), chess960.King) && p.Piece(m.To) == castling.PieceOf(p.Turn(), chess960.Rook)
}

// put makes a move on the board.
func (p *Position) put(board *castling.Position, m Move) {
	piece := p.Piece(m.From)
	if p.isCastling(m) {
		c := p.rules.Castling(m.From.File(), m.To.File())
		board.Put(m.From, 0)
		board.Put(m.To, 0)
		board.Put(p.Turn().Square(c.King.To), piece)
		board.Put(p.Turn().Square(c.Rook.To), castling.PieceOf(p.Turn(), chess960.Rook))
		return
	}
	if p.passant != 0 && m.To == p.passant && piece.Kind() == castling.Pawn {
		board.Put(p.passed(), 0)
	}
	if m.Promotion != 0 {
		piece = castling.PieceOf(p.Turn(), m.Promotion)
	}
	board.Put(m.From, 0)
	board.Put(m.To, piece)
}

// Play returns the position after a legal move.
func (p Position) Play(m Move) Position {
	next := p
	p.put(&next.Position, m)
	next.Pass()
	isPawn := p.Piece(m.From).Kind() == castling.Pawn
	if isPawn && (m.To == m.From+16 || m.From == m.To+16) {
		next.passant = (m.From + m.To) / 2
	}
	next.idle++
	if isPawn || p.Piece(m.To) != 0 && !p.isCastling(m) {
		next.idle = 0
	}
	if p.Turn() == castling.Black {
		next.number++
	}
	return next
}
