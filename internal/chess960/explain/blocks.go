package explain

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// FirstNumbers lists the SP numbers 0 to 19 with the squares of the two bishops, below
// those of knights and queen, as a block of code.
// (Source: “The Chess960 Numbers Decoded”.)
func FirstNumbers() string {
	return "```\n" + numbersOfQueen(0, 16) + numbersOfQueen(16, 4) + "```"
}

// numbersOfQueen lists SP numbers with the same knights and queen, in two columns.
func numbersOfQueen(first, count int) string {
	f := figuresAt(chess960.Scharnagl, first)
	text := fmt.Sprintf("%s %s\n", f.knightPattern(), choice(f.queen))
	for sp := first; sp < first+count/2; sp++ {
		left, right := figuresAt(chess960.Scharnagl, sp), figuresAt(chess960.Scharnagl, sp+count/2)
		text += fmt.Sprintf("%2d %s  %2d %s\n", left.number, choiceOfBishops(left), right.number, choiceOfBishops(right))
	}
	return text
}

// choiceOfBishops writes the choices of both bishops, and their files: "B--- -B-- a d".
func choiceOfBishops(f figures) string {
	return fmt.Sprintf("%s %s %v %v", choice(f.dark), choice(f.light), f.dark.Took, f.light.Took)
}

// choice writes the squares that a piece had to choose from: "--Q---".
func choice(s chess960.Step) string { return pattern(s.Piece, s.Took, s.Among) }

// Blocks lists the ten blocks of 96 SP numbers, as a block of code: N, the first number,
// the knights, and 9 − N as the sum of what the left and the right knight count.
// (Source: “The Chess960 Numbers Decoded”.)
func Blocks() string {
	var b strings.Builder
	b.WriteString("```\nN   SP           9 − N\n")
	for n := range 10 {
		f := figuresAt(chess960.Scharnagl, 96*n)
		left, right := f.knightSquares()
		fmt.Fprintf(&b, "%d  %3d %s   %d = %d + %d\n", n, f.number, f.knightPattern(), 9-n, triangular(3-left), 4-right)
	}
	return b.String() + "```"
}
