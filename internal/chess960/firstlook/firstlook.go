// Package firstlook computes what players look for in a start position before the first
// move: undefended men, the men in the way of each castling, bishops behind pawns, knights'
// first squares, and pawns that can be attacked at once.
//
//	facts := firstlook.Of(p)
//	facts.UndefendedPieces.On(1) // a1, h1
//
// All facts are about White; Black's are the same on the other side of the board. They are
// facts of the rules, without an opinion about good moves. Where they count moves, the
// other side waits.
//
// The package also has the evaluations of all positions by two engines:
//
//	band, agreed := firstlook.Agreed(p)
//
// An evaluation is an estimate of White's advantage. The two tables correlate at 0.72, so a
// rank in either table means little. The thirds of a table, its bands, say as much as the
// tables support, and only where both agree: on 565 positions of 960. On 52 one engine sees
// the smallest third and the other the largest. The tables and their licences are in the
// folder data, and in every program that imports this package.
package firstlook

import (
	"iter"
	"math/bits"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/game"
)

// Facts are the facts of one position.
type Facts struct {
	Position         chess960.Position
	UndefendedPieces chess960.Files // pieces on the first rank that no other piece defends; never the king
	UndefendedPawns  chess960.Files
	HSide, ASide     Clearing
	Bishops          []Bishop       // from the a-side
	Knights          []Knight       // from the a-side
	Cornered         chess960.Files // the queen and knights on a1 and h1
	Attacks          []Attack       // of Black's pawns on move 1, from the a-file
	SecondMove       chess960.Files // Black's undefended pawns that White can attack on move 2 at the earliest, without capturing
}

// A Clearing says what has to move before a castling.
type Clearing struct {
	Pieces int // on the ways of king and rook
	Pawns  int // the fewest pawns whose moves let these pieces out
}

// Moves returns the fewest moves before the castling.
func (c Clearing) Moves() int { return c.Pieces + c.Pawns }

// A Bishop is one of White's bishops behind the pawns.
type Bishop struct {
	At    chess960.File
	Pawns chess960.Files // each of these pawns opens the bishop with its first move
	Faces chess960.Piece // Black's piece at the far end of the long diagonal; 0 for a bishop that is not in a corner
}

// A Knight is one of White's knights.
type Knight struct {
	At chess960.File
	To chess960.Files // its first squares on the third rank, without those on the edge of the board
}

// An Attack is an attack on a pawn of Black's after White's first move: the move of a pawn
// opens the diagonal of a bishop or the queen.
type Attack struct {
	By, Opener, Target chess960.File // of the attacker, the pawn that moves, and Black's pawn
}

// Of computes the facts of a position, which must be valid.
func Of(p chess960.Position) Facts {
	var defended chess960.Files // nothing else defends a square of the first rank
	for f := range (p.Files(chess960.King) | p.Files(chess960.Queen) | p.Files(chess960.Rook)).All() {
		defended |= beside(f)
	}
	l := Facts{
		Position:         p,
		UndefendedPieces: chess960.AllFiles &^ defended &^ p.Files(chess960.King),
		UndefendedPawns:  p.UndefendedPawns(),
		HSide:            clearing(p, chess960.HSide),
		ASide:            clearing(p, chess960.ASide),
		Cornered:         corners & (p.Files(chess960.Queen) | p.Files(chess960.Knight)),
		Attacks:          firstMoveAttacks(p),
	}
	for f := range p.Files(chess960.Bishop).All() {
		bishop := Bishop{f, beside(f), 0}
		if corners.Has(f) {
			bishop.Faces = p.Piece(chess960.FileH - f) // along the long diagonal
		}
		l.Bishops = append(l.Bishops, bishop)
	}
	for f := range p.Files(chess960.Knight).All() {
		l.Knights = append(l.Knights, Knight{f, beside(f) &^ corners})
	}
	early := chess960.Files(0)
	for _, a := range l.Attacks {
		early |= chess960.FilesOf(a.Target)
	}
	l.SecondMove = secondMoveAttacks(p, l.UndefendedPawns&^early)
	return l
}

var corners = chess960.FilesOf(chess960.FileA, chess960.FileH)

// beside returns the files to the left and right of f.
func beside(f chess960.File) chess960.Files {
	at := chess960.FilesOf(f)
	return at<<1 | at>>1
}

// clearing counts the men that have to move before a castling. Knights jump out; each other
// piece needs a pawn that makes way.
func clearing(p chess960.Position, side chess960.CastlingSide) Clearing {
	inTheWay := p.Castling(side, chess960.Chess960Castling).MustBeEmpty()
	fewest := chess960.AllFiles
	for pawns := range chess960.Files(0xff) {
		if bits.OnesCount8(uint8(pawns)) < fewest.Len() && letOut(p, inTheWay, pawns) {
			fewest = pawns
		}
	}
	return Clearing{inTheWay.Len(), fewest.Len()}
}

// letOut reports whether each of the pieces can leave the first rank after the pawns have
// moved.
func letOut(p chess960.Position, pieces, pawns chess960.Files) bool {
	for f := range pieces.All() {
		if ways, blocked := waysOut(p.Piece(f), f); blocked && ways&pawns == 0 {
			return false
		}
	}
	return true
}

// waysOut returns the files of the pawns that block a piece. The move of one of them lets
// the piece out. No pawn blocks a knight.
func waysOut(piece chess960.Piece, f chess960.File) (pawns chess960.Files, blocked bool) {
	ahead := chess960.FilesOf(f)
	switch piece {
	case chess960.Bishop:
		return beside(f), true
	case chess960.Rook:
		return ahead, true
	case chess960.Queen:
		return ahead | beside(f), true
	}
	return 0, false
}

// firstMoveAttacks returns the attacks on Black's pawns after one move of a pawn. Only the
// diagonals from a1, b1, g1 and h1 reach the seventh rank.
func firstMoveAttacks(p chess960.Position) []Attack {
	var attacks []Attack
	for _, a := range []Attack{
		{chess960.FileG, chess960.FileF, chess960.FileA},
		{chess960.FileH, chess960.FileG, chess960.FileB},
		{chess960.FileA, chess960.FileB, chess960.FileG},
		{chess960.FileB, chess960.FileC, chess960.FileH},
	} {
		if piece := p.Piece(a.By); piece == chess960.Bishop || piece == chess960.Queen {
			attacks = append(attacks, a)
		}
	}
	return attacks
}

// quietMoves yields the position after each of the player's moves that captures nothing, with
// the same player to move again. Castling is left out.
func quietMoves(p game.Position) iter.Seq[game.Position] {
	return func(yield func(game.Position) bool) {
		for _, m := range p.Moves() {
			if p.Piece(m.To) != 0 { // a castling goes to the rook's square
				continue
			}
			after := p.Play(m)
			after.Pass()
			if !yield(after) {
				return
			}
		}
	}
}

// secondMoveAttacks returns those of Black's pawns that White can attack with two moves
// that capture nothing.
func secondMoveAttacks(p chess960.Position, pawns chess960.Files) (attacked chess960.Files) {
	if pawns == 0 {
		return 0
	}
	for first := range quietMoves(game.Start(p)) {
		for second := range quietMoves(first) {
			for f := range (pawns &^ attacked).All() {
				if second.Attackers(castling.Black.Square(f)-8, castling.White) != nil {
					attacked |= chess960.FilesOf(f)
				}
			}
		}
	}
	return attacked
}
