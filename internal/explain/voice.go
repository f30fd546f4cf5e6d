package explain

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// How the bot speaks
//
//   - A step is one action and its result. The number that is found is bold.
//   - Sums are written out, with × ÷ − + and =, so that people can check them.
//   - A piece is named with its square. Patterns are code: letters and dashes.
//   - Squares are counted from 0 and from the a-side, by every method. A square
//     is called free only while a position is built up.
//   - Sentences are short and say first what to do, then what comes out.
//   - Nothing is called easy.
//
// This file has the phrases that several methods share. The sentences of a single
// method are in that method's file.

// How the squares of bishops are counted.
const (
	lightSquares = "b = 0, d = 1, f = 2, h = 3"
	darkSquares  = "a = 0, c = 1, e = 2, g = 3"
)

// countedBy returns how the squares of a bishop's colour are counted.
func countedBy(bishop chess960.Step) string {
	if bishop.Took&chess960.DarkFiles != 0 {
		return "Dark squares count " + darkSquares + "."
	}
	return "Light squares count " + lightSquares + "."
}

// Label returns the words in front of a number of the scheme: "SP", "Fritz 9".
func Label(s *chess960.Scheme) string {
	if s == chess960.Scharnagl {
		return "SP"
	}
	return s.Name
}

// Code writes a pattern as code. Its dashes become no-break hyphens, so that phones do
// not break the line there.
func Code(pattern string) string {
	return "`" + strings.ReplaceAll(pattern, "-", "\u2011") + "`"
}

// Spell spells out a pattern or a rank for screen readers: "blank, knight, queen".
func Spell(pattern string) string {
	words := make([]string, len(pattern))
	for i, letter := range []byte(pattern) {
		if words[i] = chess960.Piece(letter).Name(); letter == '-' {
			words[i] = "blank"
		}
	}
	return strings.Join(words, ", ")
}

// fileLetters names the files of the letters in the pattern of a rank: "c f".
func fileLetters(pattern string) string {
	var files []string
	for i, letter := range pattern {
		if letter != '-' {
			files = append(files, chess960.File(i).String())
		}
	}
	return strings.Join(files, " ")
}

func division(dividend, divisor, quotient, remainder int) string {
	return fmt.Sprintf("%d ÷ %d = %d remainder **%d**", dividend, divisor, quotient, remainder)
}

// bishopByRemainder divides, and places a bishop by the remainder.
func bishopByRemainder(f figures, n int, bishop chess960.Step) Step {
	text := fmt.Sprintf("%s. %s Remainder %d: bishop on %s.", division(n, bishop.Radix, n/bishop.Radix, bishop.Digit), countedBy(bishop), bishop.Digit, bishop.Took.Squares())
	return Step{text, f.view(bishop)}
}

// queenByRemainder divides, and places the queen by the remainder.
func queenByRemainder(f figures, n int) Step {
	text := fmt.Sprintf("%s. Count the free squares from 0: %d is %s. Queen there.", division(n, f.queen.Radix, n/f.queen.Radix, f.queen.Digit), f.queen.Digit, f.queen.Took.Squares())
	return Step{text, f.view(f.queen)}
}

// leftOfQueen counts the squares to the left of the queen.
func leftOfQueen(f figures) string {
	return fmt.Sprintf("The queen on %s has %s to her left, bishops not counted", f.queen.Took.Squares(), squares(f.queen.Digit))
}

// squares counts squares: "no square", "1 square", "2 squares".
func squares(n int) string { return amount(n, "square") }

// amount writes a number with its noun: "no piece", "1 piece", "2 pieces".
func amount(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// ordinals counts the letters of a pattern from 1: "2nd and 4th" for "-N-N-".
func ordinals(pattern string) string {
	var at []string
	for i, letter := range pattern {
		if letter != '-' {
			at = append(at, [...]string{"1st", "2nd", "3rd", "4th", "5th", "6th"}[i])
		}
	}
	return strings.Join(at, " and ")
}

func rooksAndKing(f figures) Step {
	text := fmt.Sprintf("Rooks on %s, the king between them on %s: **%v**.", f.rooks.Took.Squares(), f.king.Took.Squares(), f.position)
	return Step{text, f.view(f.rooks, f.king)}
}

// othersFill puts the six other pieces on the squares that the bishops leave.
func othersFill(f figures) Step {
	free := chess960.AllFiles &^ f.bishops()
	text := fmt.Sprintf("`%s` fills the free squares %s, in this order: **%v**.", f.others(), free.Squares(), f.position)
	return Step{text, f.whole(free)}
}

// largestEntry finds the largest entry that is not above the number, in a table
// without bishops.
func largestEntry(t *Table, f figures) Step {
	row := t.row(f)
	return Step{fmt.Sprintf("In the %s find the largest number that is %d or less: **%d**, %s.", t.Name, f.number, row.Number, Code(row.Pattern)), nil}
}

// restIsBishops finds the bishops from the difference between number and entry.
func restIsBishops(t *Table, f figures) Step {
	text := fmt.Sprintf("%d − %d = **%d**. Row %d of the Bishop's Table is %s: bishops on %s.",
		f.number, t.row(f).Number, f.bishopCode(), f.bishopCode(), Code(f.bishopPattern()), f.bishops().Squares())
	return Step{text, f.uncounted(f.light, f.dark)}
}

// bishopsInTable finds the bishop code.
func bishopsInTable(f figures) Step {
	text := fmt.Sprintf("Bishops on %s, %s: row **%d** of the Bishop's Table.", f.bishops().Squares(), Code(f.bishopPattern()), f.bishopCode())
	return Step{text, f.uncounted(f.light, f.dark)}
}

// skeletonFills places the knights and the queen as in the NQ-skeleton.
func skeletonFills(f figures) Step {
	free := chess960.AllFiles &^ f.bishops()
	text := fmt.Sprintf("Write %s on the free squares %s: knights on %s, queen on %s.", Code(f.position.NQSkeleton()), free.Squares(), f.knights.Took.Squares(), f.queen.Took.Squares())
	return Step{text, f.uncounted(f.queen, f.knights)}
}

// skeletonInTable finds the entry of the NQ-skeleton in a part of a table. where says how
// to find the part.
func skeletonInTable(t *Table, f figures, where string) Step {
	text := fmt.Sprintf("Leave out the bishops and write king and rooks as hyphens: %s. %s In it, this skeleton is **%d**.", Code(f.position.NQSkeleton()), where, t.row(f).Number)
	return Step{text, nil}
}

func sumOfTwo(a, b, sum int) Step {
	return Step{fmt.Sprintf("%d + %d = **%d**.", a, b, sum), nil}
}

// signed writes a number with a typographic minus sign.
func signed(n int) string { return strings.Replace(fmt.Sprint(n), "-", "−", 1) }

// bracketed writes a number with brackets if it is negative: "3", "(−1)".
func bracketed(n int) string {
	if n < 0 {
		return "(" + signed(n) + ")"
	}
	return fmt.Sprint(n)
}

// The numbers to know by heart are below the steps, in small text: Discord shows a
// line that starts with "-#" small.
const subtext = "-# "

func noteOf(what string, rows []Row) string {
	list := make([]string, len(rows))
	for i, row := range rows {
		list[i] = fmt.Sprintf("%d %s", row.Number, Code(row.Pattern))
		if strings.Contains(row.Pattern, "-") {
			list[i] += " " + ordinals(row.Pattern)
		}
	}
	return subtext + what + strings.Join(list, ", ") + "."
}

// The phrases of the short forms.

// theRest names the pieces that are placed last, in short.
const theRest = "the rest: `RKR`"

func join(parts ...string) string { return strings.Join(parts, " · ") }

func shortBishop(n int, bishop chess960.Step) string {
	return fmt.Sprintf("%s (bishop %s)", timesAndRest(n, bishop), bishop.Took.Squares())
}

func shortQueen(n int, f figures) string {
	return fmt.Sprintf("%s (queen %s)", timesAndRest(n, f.queen), f.queen.Took.Squares())
}

func shortKnights(f figures) string {
	return fmt.Sprintf("**%d**: knights %s", f.knights.Digit, listed(f.knights.Took))
}

// listed names squares, separated by commas: "b1, g1".
func listed(files chess960.Files) string {
	var list []string
	for f := range files.All() {
		list = append(list, f.Square())
	}
	return strings.Join(list, ", ")
}

// timesAndRest divides as a product and a rest, which is shorter than division and is heard
// as well: "518 = 4 × 129 + **2**".
func timesAndRest(n int, s chess960.Step) string {
	return fmt.Sprintf("%d = %d × %d + **%d**", n, s.Radix, n/s.Radix, s.Digit)
}
