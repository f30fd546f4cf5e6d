package firstlook

import "chess960bot/internal/chess960"

// A board is the board of a position, and after White's moves.
type board chess960.Board

// A step leads to a neighbouring square, or to the square of a knight's jump.
type step struct{ files, ranks int }

var (
	straight = []step{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonal = []step{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	everyWay = append(straight[:4:4], diagonal...)
	jumps    = []step{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// from returns the square after a step; ok is false outside the board.
func (s step) from(square int) (to int, ok bool) {
	file, rank := square%8+s.files, square/8+s.ranks
	return rank*8 + file, 0 <= file && file < 8 && 0 <= rank && rank < 8
}

// steps returns the directions of a white piece, and whether it moves any distance.
func steps(man byte) (directions []step, far bool) {
	switch man {
	case 'R':
		return straight, true
	case 'B':
		return diagonal, true
	case 'Q':
		return everyWay, true
	case 'K':
		return everyWay, false
	case 'N':
		return jumps, false
	}
	return nil, false
}

// eachQuietMove calls do with the board after each of White's moves that captures nothing.
// Castling is left out.
func (b board) eachQuietMove(do func(board)) {
	move := func(from, to int) {
		after := b
		after[from], after[to] = 0, b[from]
		do(after)
	}
	for from, man := range b {
		directions, far := steps(man)
		for _, s := range directions {
			for to, ok := s.from(from); ok && b[to] == 0; to, ok = s.from(to) {
				move(from, to)
				if !far {
					break
				}
			}
		}
		if man == 'P' && from < 56 && b[from+8] == 0 {
			move(from, from+8)
			if from < 16 && b[from+16] == 0 {
				move(from, from+16)
			}
		}
	}
}

// attacks reports whether White attacks a square.
func (b board) attacks(target int) bool {
	for from, man := range b {
		directions, far := steps(man)
		if man == 'P' {
			directions = []step{{-1, 1}, {1, 1}}
		}
		for _, s := range directions {
			to, ok := s.from(from)
			for far && ok && to != target && b[to] == 0 {
				to, ok = s.from(to)
			}
			if ok && to == target {
				return true
			}
		}
	}
	return false
}

// secondMoveAttacks returns those of Black's pawns that White can attack with two moves
// that capture nothing.
func secondMoveAttacks(p chess960.Position, pawns chess960.Files) (attacked chess960.Files) {
	if pawns == 0 {
		return 0
	}
	board(p.Board()).eachQuietMove(func(first board) {
		first.eachQuietMove(func(second board) {
			for f := range (pawns &^ attacked).All() {
				if second.attacks(48 + int(f)) {
					attacked |= chess960.FilesOf(f)
				}
			}
		})
	})
	return attacked
}
