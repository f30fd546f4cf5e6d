package castling

import (
	"strings"

	"chess960bot/internal/chess960"
)

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
