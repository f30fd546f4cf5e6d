package explain

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// codes is the formula of three codes: of the bishops, the queen and the knights. The
// other direction divides by 16 and by 6.
var codes = &Method{
	ID:     "codes",
	Name:   "Three codes: bishops + 16 × queen + 96 × knights",
	Scheme: chess960.Scharnagl,
	Source: "“Starting position IDs in Chess960”, Scharnagl's methods",
	note: func(figures) string {
		return subtext + "The formula: idn = bishop code + 16 × queen + 96 × N5N. The codes are in `/table name:bishops` and `/table name:n5n`."
	},
	toPosition: func(f figures) []Step {
		return []Step{bishopsBy16(f), queenBy6(f), knightsOfCode(f), rooksAndKing(f)}
	},
	toNumber: func(f figures) []Step {
		return []Step{bishopsInTable(f), charactersLeftOfQueen(f), skeletonWithoutQueen(f), sumOfCodes(f)}
	},
}

// divisionWithSum divides, and gives the sum that leads back.
func divisionWithSum(dividend, divisor, quotient, remainder int) string {
	return fmt.Sprintf("%s, as %d × %d + %d = %d", division(dividend, divisor, quotient, remainder), quotient, divisor, remainder, dividend)
}

func bishopsBy16(f figures) Step {
	text := fmt.Sprintf("%s. %d is the bishop code: bishops on %s, %s.", divisionWithSum(f.number, 16, f.afterBishops(), f.bishopCode()),
		f.bishopCode(), f.bishops().Squares(), Code(f.rankWith("B")))
	return Step{text, f.uncounted(f.light, f.dark)}
}

func queenBy6(f figures) Step {
	text := fmt.Sprintf("%s. Count the free squares from 0: %d is %s. Queen there: %s.", divisionWithSum(f.afterBishops(), f.queen.Radix, f.knights.Digit, f.queen.Digit),
		f.queen.Digit, f.queen.Took.Squares(), Code(f.rankWith("BQ")))
	return Step{text, f.view(f.queen)}
}

func knightsOfCode(f figures) Step {
	text := fmt.Sprintf("**%d** is left, the N5N code: %s, skipping bishops and queen: knights on %s, %s.",
		f.knights.Digit, Code(f.knightPattern()), f.knights.Took.Squares(), Code(f.rankWith("BQN")))
	return Step{text, f.knightView()}
}

func charactersLeftOfQueen(f figures) Step {
	text := fmt.Sprintf("Leave out the bishops and write king and rooks as hyphens: %s, the NQ-skeleton. The Q has %s to its left: **%d** for the queen.",
		Code(f.position.NQSkeleton()), amount(f.queen.Digit, "character"), f.queen.Digit)
	return Step{text, f.view(f.queen)}
}

func skeletonWithoutQueen(f figures) Step {
	text := fmt.Sprintf("Without the Q the skeleton reads %s: N5N code **%d**.", Code(f.knightPattern()), f.knights.Digit)
	return Step{text, f.knightView()}
}

func sumOfCodes(f figures) Step {
	return Step{fmt.Sprintf("%d + 16 × %d + 96 × %d = **%d**.", f.bishopCode(), f.queen.Digit, f.knights.Digit, f.number), nil}
}

// afterBishops is the number divided by 16: what is left for queen and knights.
func (f figures) afterBishops() int { return f.knights.Digit*f.queen.Radix + f.queen.Digit }

// rankWith is the back rank with some pieces, and dashes for the others: "--BQ-B--".
func (f figures) rankWith(pieces string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(pieces, r) {
			return r
		}
		return '-'
	}, f.position.String())
}
