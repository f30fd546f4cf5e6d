package firstlook

import (
	"math/bits"

	"chess960bot/internal/chess960"
)

// A state is White's men as sets of squares, and the squares of all Black's men. It is an
// independent way to find moves: sets of squares are shifted, and no list of steps is
// walked as in package game. Bit 0 is a1, bit 63 is h8.
type state struct {
	men   [6]uint64 // in the order of kinds
	black uint64
}

const kinds = "KQRBNP"

const (
	king = iota
	queen
	rook
	bishop
	knight
	pawn
)

func stateOf(p chess960.Position) state {
	s := state{black: 0xffff << 48}
	s.men[pawn] = 0xff << 8
	for kind, letter := range kinds[:5] {
		for f := range p.Files(chess960.Piece(letter)).All() {
			s.men[kind] |= 1 << f
		}
	}
	return s
}

const notA, notH, notAB, notGH uint64 = 0xfefefefefefefefe, 0x7f7f7f7f7f7f7f7f, 0xfcfcfcfcfcfcfcfc, 0x3f3f3f3f3f3f3f3f

// shifts move a set of squares by one to each of the eight sides, and drop what leaves the
// board. Even ones are straight.
var shifts = []func(uint64) uint64{
	func(b uint64) uint64 { return b << 8 },
	func(b uint64) uint64 { return b << 9 & notA },
	func(b uint64) uint64 { return b << 1 & notA },
	func(b uint64) uint64 { return b >> 7 & notA },
	func(b uint64) uint64 { return b >> 8 },
	func(b uint64) uint64 { return b >> 9 & notH },
	func(b uint64) uint64 { return b >> 1 & notH },
	func(b uint64) uint64 { return b << 7 & notH },
}

func (s state) white() (all uint64) {
	for _, men := range s.men {
		all |= men
	}
	return all
}

// reach returns the squares that a man of a kind attacks from a square.
func (s state) reach(kind int, from uint64) (squares uint64) {
	empty := ^(s.white() | s.black)
	switch kind {
	case knight:
		return from<<17&notA | from<<15&notH | from>>15&notA | from>>17&notH |
			from<<10&notAB | from<<6&notGH | from>>6&notAB | from>>10&notGH
	case pawn:
		return from<<9&notA | from<<7&notH
	}
	for side, shift := range shifts {
		if kind == rook && side%2 == 1 || kind == bishop && side%2 == 0 {
			continue
		}
		line := shift(from)
		for step := line; kind != king && step&empty != 0; line |= step {
			step = shift(step & empty)
		}
		squares |= line
	}
	return squares
}

// attacked returns all squares that White attacks.
func (s state) attacked() (squares uint64) {
	for kind, men := range s.men {
		for ; men != 0; men &= men - 1 {
			squares |= s.reach(kind, men&-men)
		}
	}
	return squares
}

// moves calls do with the state after each of White's moves. Captures are included on
// demand. fixed are men that do not move.
func (s state) moves(captures bool, fixed uint64, do func(state)) {
	white := s.white()
	empty := ^(white | s.black)
	for kind, men := range s.men {
		for men &^= fixed; men != 0; men &= men - 1 {
			from := men & -men
			to := s.reach(kind, from) &^ white
			if kind == pawn {
				to &= s.black
				one := from << 8 & empty
				to |= one | one<<8&empty&(0xff<<24)
			}
			if !captures {
				to &= empty
			}
			for ; to != 0; to &= to - 1 {
				after := s
				after.men[kind] = s.men[kind]&^from | to&-to
				after.black &^= to & -to
				do(after)
			}
		}
	}
}

// A clearance searches for the fewest of White's moves that empty some squares.
type clearance struct {
	mustBeEmpty, fixed uint64
	seen               map[state]int // the moves that were left
}

// within reports whether some moves are enough. Each move empties one square at most.
func (c clearance) within(s state, moves int) (ok bool) {
	blockers := bits.OnesCount64(s.white() & c.mustBeEmpty)
	if blockers == 0 {
		return true
	}
	if left, known := c.seen[s]; blockers > moves || known && left >= moves {
		return false
	}
	c.seen[s] = moves
	s.moves(true, c.fixed, func(after state) { ok = ok || c.within(after, moves-1) })
	return ok
}
