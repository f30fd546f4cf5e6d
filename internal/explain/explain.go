// Package explain puts derivations into words: how a number comes about and
// how to work it out by hand. It reads a [chess960.Derivation] and computes
// nothing anew, so that the words cannot disagree with the numbers.
//
// The voice: short numbered steps, one action and one result each. Pieces are
// named with their squares, sums are written out, and nothing is called easy.
// The text is Discord Markdown.
package explain

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// Direct explains Scharnagl's direct derivation of a position from its SP
// number: divide by 4, by 4 and by 6; what is left is the knights' digit. The
// derivation must be one of [chess960.Scharnagl].
func Direct(d chess960.Derivation) string {
	light, dark, queen, knights, rooks, king := d.Steps[0], d.Steps[1], d.Steps[2], d.Steps[3], d.Steps[4], d.Steps[5]
	n := d.Number()
	lines := []string{
		division(&n, light) + ": light-square bishop on " + light.Took.Squares() + " (b 0, d 1, f 2, h 3).",
		division(&n, dark) + ": dark-square bishop on " + dark.Took.Squares() + " (a 0, c 1, e 2, g 3).",
		division(&n, queen) + ": queen on " + queen.Took.Squares() + ", with " + squaresLeft(queen.Digit) + " left of her.",
		fmt.Sprintf("The **%d** left over is the knights' digit, `%s` in the N5N table: of the free squares %s the knights take %s.",
			n, pattern(knights), knights.Free, knights.Took.Squares()),
		fmt.Sprintf("Rooks on %s, the king between them on %s.", rooks.Took.Squares(), king.Took.Squares()),
	}
	for i, line := range lines {
		lines[i] = fmt.Sprintf("%d. %s", i+1, line)
	}
	return strings.Join(lines, "\n")
}

// division divides n by the step's radix, says so, and leaves the quotient in n.
func division(n *int, step chess960.Step) string {
	before := *n
	*n /= step.Radix
	return fmt.Sprintf("%d ÷ %d = %d remainder **%d**", before, step.Radix, *n, step.Digit)
}

func squaresLeft(n int) string {
	switch n {
	case 0:
		return "no free square"
	case 1:
		return "one free square"
	}
	return fmt.Sprintf("%d free squares", n)
}

// pattern draws a step's choice among the free squares: "-N-N-".
func pattern(step chess960.Step) string {
	var b strings.Builder
	for f := range step.Free.All() {
		if step.Took.Has(f) {
			b.WriteString(step.Piece.String())
		} else {
			b.WriteByte('-')
		}
	}
	return b.String()
}
