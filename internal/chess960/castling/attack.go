package castling

import "chess960bot/internal/chess960"

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
