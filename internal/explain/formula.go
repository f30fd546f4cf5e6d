package explain

import (
	"fmt"

	"chess960bot/internal/chess960"
)

// formula is a method without a table: it computes the knights' value with triangular
// numbers. Its letters are from the source: Bw, Bb, Q, N, N1, N2.
var formula = &Method{
	ID:     "formula",
	Name:   "By formula, without tables",
	Scheme: chess960.Scharnagl,
	Source: "“The Chess960 Numbers Decoded”",
	note: func(figures) string {
		return subtext + "T(n) = 1 + 2 + … + n: T(0) = 0, T(1) = 1, T(2) = 3, T(3) = 6."
	},
	noteTo: [2]int{3, 1},
	toPosition: func(f figures) []Step {
		afterLight := f.number / f.light.Radix
		afterDark := afterLight / f.dark.Radix
		return []Step{
			remainderNamed("Bw", f.number, f, f.light, countedBy(f.light)+" Bishop"),
			remainderNamed("Bb", afterLight, f, f.dark, countedBy(f.dark)+" Bishop"),
			remainderNamed("Q", afterDark, f, f.queen, "Free squares count from 0. Queen"),
			searchN1(f),
			knightsCounted(f),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		return []Step{countKnights(f), formulaN(f), formulaQ(f), formulaBishops(f), formulaSum(f)}
	},
}

// remainderNamed divides, gives the remainder the source's letter, and places a piece.
func remainderNamed(letter string, n int, f figures, s chess960.Step, pieceName string) Step {
	text := fmt.Sprintf("%s: %s = %d. %s on %s.", division(n, s.Radix, n/s.Radix, s.Digit), letter, s.Digit, pieceName, s.Took.Squares())
	return Step{text, f.view(s)}
}

// triangular returns 0 + 1 + … + n.
func triangular(n int) int { return n * (n + 1) / 2 }

// searchN1 finds the knights' squares. While N1 is too small, N2 is too large.
func searchN1(f figures) Step {
	left, right := f.knightSquares()
	text := fmt.Sprintf("N = **%d** is left. Try N1 = 0, 1, 2, 3 until N2 = N − 5 + T(3 − N1) is at most 4. N1 = %d: N2 = %d − 5 + %d = **%d**.", f.knights.Digit, left, f.knights.Digit, triangular(3-left), right)
	text += fmt.Sprintf(" Short cut: N1 is 0 if N < 4, else 1 if N < 7, else 2 if N < 9, else 3. Here that is N1 = %d.", left)
	return Step{text, nil}
}

func knightsCounted(f figures) Step {
	left, right := f.knightSquares()
	text := fmt.Sprintf("N1 = %d and N2 = %d. Count the free squares %s from 0: knights on %s.", left, right, f.knights.Free.Squares(), f.knights.Took.Squares())
	return Step{text, f.view(f.knights)}
}

func countKnights(f figures) Step {
	left, right := f.knightSquares()
	text := fmt.Sprintf("Leave out bishops and queen and count the squares %s from 0: the knights on %s are N1 = **%d** and N2 = **%d**.",
		f.knights.Free.Squares(), f.knights.Took.Squares(), left, right)
	return Step{text, f.view(f.knights)}
}

func formulaN(f figures) Step {
	left, right := f.knightSquares()
	t := triangular(3 - left)
	text := fmt.Sprintf("N = 9 − T(3 − N1) − (4 − N2). Here T(3 − %d) = %d, so N = 9 − %d − (4 − %d) = **%d**.", left, t, t, right, f.knights.Digit)
	return Step{text, nil}
}

func formulaQ(f figures) Step {
	return Step{fmt.Sprintf("%s: Q = **%d**.", leftOfQueen(f), f.queen.Digit), f.view(f.queen)}
}

func formulaBishops(f figures) Step {
	text := fmt.Sprintf("%s The bishop on %s is Bb = **%d**. %s The bishop on %s is Bw = **%d**.",
		countedBy(f.dark), f.dark.Took.Squares(), f.dark.Digit, countedBy(f.light), f.light.Took.Squares(), f.light.Digit)
	return Step{text, f.view(f.light, f.dark)}
}

func formulaSum(f figures) Step {
	return Step{fmt.Sprintf("96 × %d + 16 × %d + 4 × %d + %d = **%d**.", f.knights.Digit, f.queen.Digit, f.dark.Digit, f.light.Digit, f.number), nil}
}
