package castling

import (
	"strings"

	"chess960bot/internal/chess960"
)

// XFEN returns the position as X-FEN. A castling right is K or Q if it is the right of
// the outermost rook, and the rook's file otherwise.
func (p Position) XFEN() string {
	return p.board.String() + " " + "wb"[p.turn:p.turn+1] + " " + p.rightLetters() + " - 0 1"
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
