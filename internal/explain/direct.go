package explain

import (
	"fmt"

	"chess960bot/internal/chess960"
)

// Direct is Scharnagl's direct derivation: divide by 4, by 4 and by 6; the last
// quotient is the row of the knights. The other direction multiplies.
var Direct = &Method{
	ID:     "direct",
	Name:   "Divide step by step",
	Scheme: chess960.Scharnagl,
	Source: "Reinhard Scharnagl; “Chess960 numbering scheme”, an encyclopedia article",
	note:   func(figures) string { return subtext + "`/table name:n5n` shows the knights' table." },
	noteTo: [2]int{3, 0},
	toPosition: func(f figures) []Step {
		afterLight := f.number / f.light.Radix
		afterDark := afterLight / f.dark.Radix
		return []Step{
			bishopByRemainder(f, f.number, f.light),
			bishopByRemainder(f, afterLight, f.dark),
			queenByRemainder(f, afterDark),
			knightsByRow(f),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		afterQueen := f.knights.Digit*f.queen.Radix + f.queen.Digit
		afterDark := afterQueen*f.dark.Radix + f.dark.Digit
		return []Step{
			rowOfKnights(f),
			addQueen(f),
			addBishop(f, afterQueen, f.dark),
			addBishop(f, afterDark, f.light),
		}
	},
	shortToPosition: func(f figures) string {
		afterLight := f.number / f.light.Radix
		return join(shortBishop(f.number, f.light), shortBishop(afterLight, f.dark), shortQueen(afterLight/f.dark.Radix, f), shortKnights(f), theRest)
	},
}

func knightsByRow(f figures) Step {
	text := fmt.Sprintf("**%d** is left. Row %d of the knights' table puts them on the %s of the five free squares: %s. That row is %s.",
		f.knights.Digit, f.knights.Digit, ordinals(f.knightPattern()), f.knights.Took.Squares(), Code(f.knightPattern()))
	return Step{text, f.knightView()}
}

func rowOfKnights(f figures) Step {
	text := fmt.Sprintf("Leave out bishops and queen. The knights on %s have the %s of the five squares left, %s: row **%d** of the knights' table.",
		f.knights.Took.Squares(), ordinals(f.knightPattern()), Code(f.knightPattern()), f.knights.Digit)
	return Step{text, f.knightView()}
}

func addQueen(f figures) Step {
	times := f.knights.Digit * f.queen.Radix
	text := fmt.Sprintf("%d × %d = %d. %s: %d + %d = **%d**.", f.knights.Digit, f.queen.Radix, times, leftOfQueen(f), times, f.queen.Digit, times+f.queen.Digit)
	return Step{text, f.view(f.queen)}
}

// addBishop multiplies the number so far, and adds the value of the bishop.
func addBishop(f figures, before int, bishop chess960.Step) Step {
	times := before * bishop.Radix
	text := fmt.Sprintf("%d × %d = %d. %s The bishop on %s counts %d: %d + %d = **%d**.",
		before, bishop.Radix, times, countedBy(bishop), bishop.Took.Squares(), bishop.Digit, times, bishop.Digit, times+bishop.Digit)
	return Step{text, f.view(bishop)}
}
