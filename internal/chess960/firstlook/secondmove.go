package firstlook

import (
	"iter"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/game"
)

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
