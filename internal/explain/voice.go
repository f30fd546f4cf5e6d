package explain

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// How the bot speaks
//
//   - A step is one action and its result; the figure that it finds is bold.
//   - Sums are written out, with × ÷ − + and =, so that they can be checked.
//   - A piece is named with its square. Patterns are code: letters and dashes.
//   - Squares are counted from 0 and from the a-side, by every method. A square
//     is called free only while a position is built up.
//   - Nothing is called easy, and nobody is told that they can see at once.
//
// The sentences stand in this file, the methods put them in order.

// What a bishop counts by its file. The spaces within do not break lines.
const (
	lightCounted = "(b\u00a00, d\u00a01, f\u00a02, h\u00a03)"
	darkCounted  = "(a\u00a00, c\u00a01, e\u00a02, g\u00a03)"
)

func division(dividend, divisor, quotient, remainder int) string {
	return fmt.Sprintf("%d ÷ %d = %d remainder **%d**", dividend, divisor, quotient, remainder)
}

func lightBishopGoes(s chess960.Step) string {
	return "the light-square bishop goes to " + s.Took.Squares() + " " + lightCounted + "."
}

func darkBishopGoes(s chess960.Step) string {
	return "the dark-square bishop goes to " + s.Took.Squares() + " " + darkCounted + "."
}

func queenGoes(s chess960.Step) string {
	return fmt.Sprintf("the queen goes to %s, with %s left of her.", s.Took.Squares(), squares(s.Digit))
}

// squares counts free squares: "no free square", "1 free square".
func squares(n int) string {
	return strings.Replace(squaresThen(n), "square", "free square", 1)
}

// squaresThen counts squares of a rank that is full.
func squaresThen(n int) string {
	switch n {
	case 0:
		return "no square"
	case 1:
		return "1 square"
	}
	return fmt.Sprintf("%d squares", n)
}

// theFree names the squares left for a step: "the free squares a1, b1 and e1".
func theFree(s chess960.Step) string { return "the free squares " + s.Free.Squares() }

// theRest names the same squares in a rank that is full: those without bishops
// and queen.
func theRest(s chess960.Step) string { return "the squares " + s.Free.Squares() }

func knightsTake(s chess960.Step) string {
	return fmt.Sprintf("of %s the knights take %s.", theFree(s), s.Took.Squares())
}

func rooksAndKing(f figures) Step {
	text := fmt.Sprintf("Rooks on %s, the king between them on %s: **%v**.", f.rooks.Took.Squares(), f.king.Took.Squares(), f.position)
	return Step{text, f.view(f.rooks, f.king)}
}

func othersFill(f figures, free chess960.Files) Step {
	text := fmt.Sprintf("`%s` fills the free squares %s: **%v**.", f.others(), free.Squares(), f.position)
	return Step{text, f.whole(free)}
}

// bishopsOfCode takes the bishop code apart.
func bishopsOfCode(f figures) string {
	return fmt.Sprintf("`%s`. 4 × %d + %d = %d, so bishops on %s %s and %s %s.", f.bishopPattern(),
		f.dark.Digit, f.light.Digit, f.bishopCode(), f.dark.Took.Squares(), darkCounted, f.light.Took.Squares(), lightCounted)
}

func bishopCodeAdds(f figures) Step {
	text := fmt.Sprintf("Bishops on %s: %s is %d %s, %s is %d %s. The bishop code is 4 × %d + %d = **%d**.",
		f.bishops().Squares(), f.dark.Took, f.dark.Digit, darkCounted, f.light.Took, f.light.Digit, lightCounted,
		f.dark.Digit, f.light.Digit, f.bishopCode())
	return Step{text, f.view(f.light, f.dark)}
}

// The direct derivation.

func n5nDigitMeans(f figures) Step {
	text := fmt.Sprintf("The **%d** left over is the knights' digit, `%s` in the N5N table: %s", f.knights.Digit, f.knightPattern(), knightsTake(f.knights))
	return Step{text, f.view(f.knights)}
}

func n5nDigitOf(f figures) Step {
	text := fmt.Sprintf("Leave out bishops and queen. Of %s the knights have %s, `%s`: the knights' digit **%d** in the N5N table.",
		theRest(f.knights), f.knights.Took.Squares(), f.knightPattern(), f.knights.Digit)
	return Step{text, f.view(f.knights)}
}

// timesAnd multiplies what is carried by a step's radix and adds its digit.
func timesAnd(carried *int, s chess960.Step, for_ string) string {
	before := *carried
	*carried = before*s.Radix + s.Digit
	return fmt.Sprintf("%d × %d = %d, and %d for %s: %d + %d = **%d**.", before, s.Radix, before*s.Radix, s.Digit, for_, before*s.Radix, s.Digit, *carried)
}

func queenWith(s chess960.Step) string {
	return fmt.Sprintf("the queen on %s, who has %s left of her, bishops left out", s.Took.Squares(), squaresThen(s.Digit))
}

// The two tables.

func kingsRow(f figures, row Row) Step {
	return Step{fmt.Sprintf("In the King's Table the largest number not above %d is **%d**: `%s`.", f.number, row.Number, row.Pattern), nil}
}

func differenceIsBishops(f figures, row, bishops Row) Step {
	text := fmt.Sprintf("%d − %d = **%d**. In the Bishop's Table %d is `%s`: bishops on %s.",
		f.number, row.Number, bishops.Number, bishops.Number, bishops.Pattern, f.bishops().Squares())
	return Step{text, f.uncounted(f.light, f.dark)}
}

func othersAre(f figures, row Row) Step {
	text := fmt.Sprintf("Without the bishops the rank reads `%s`, which is **%d** in the King's Table.", row.Pattern, row.Number)
	return Step{text, f.whole(chess960.AllFiles &^ f.bishops())}
}

func bishopsCount(f figures, row Row) Step {
	text := fmt.Sprintf("The bishops on %s, `%s`, are **%d** in the Bishop's Table.", f.bishops().Squares(), row.Pattern, row.Number)
	return Step{text, f.uncounted(f.light, f.dark)}
}

func sumOfTwo(a, b, sum int) Step {
	return Step{fmt.Sprintf("%d + %d = **%d**.", a, b, sum), nil}
}

// The NQ-skeleton.

func codeMeansBishops(f figures, quotient int) Step {
	text := fmt.Sprintf("%s, the bishop code: %s", division(f.number, 16, quotient, f.bishopCode()), bishopsOfCode(f))
	return Step{text, f.view(f.light, f.dark)}
}

func n5nCodeMeans(f figures) Step {
	text := fmt.Sprintf("The **%d** left over is the N5N code, `%s`: %s The NQ-skeleton is `%s`.", f.knights.Digit, f.knightPattern(), knightsTake(f.knights), f.position.NQSkeleton())
	return Step{text, f.view(f.knights)}
}

func skeletonQueen(f figures) Step {
	text := fmt.Sprintf("Leave out the bishops and write king and rooks as dashes: the NQ-skeleton is `%s`. Signs left of the Q: **%d**.", f.position.NQSkeleton(), f.queen.Digit)
	return Step{text, f.view(f.queen)}
}

func skeletonN5N(f figures) Step {
	text := fmt.Sprintf("Without the Q it is `%s`, N5N code **%d**.", f.knightPattern(), f.knights.Digit)
	return Step{text, f.view(f.knights)}
}

func skeletonSum(f figures) Step {
	return Step{fmt.Sprintf("%d + 16 × %d + 96 × %d = **%d**.", f.bishopCode(), f.queen.Digit, f.knights.Digit, f.number), nil}
}

// The formula without tables. Its letters are the source's: Bw, Bb, Q, N1, N2.

func formulaNamed(letter string, s chess960.Step, what string) string {
	return fmt.Sprintf("%s = %d, %s on %s.", letter, s.Digit, what, s.Took.Squares())
}

func searchN1(f figures, tries []try) Step {
	text := fmt.Sprintf("N = **%d** is left over. Try N1 = 0, 1, 2, 3 until N2 = N − 5 + T(3 − N1) is at most 4.", f.knights.Digit)
	for _, t := range tries {
		text += fmt.Sprintf(" N1 = %d: N2 = %d − 5 + %d = ", t.n1, f.knights.Digit, t.triangular)
		if t.fits {
			text += fmt.Sprintf("**%d**, which fits.", t.n2)
		} else {
			text += fmt.Sprintf("%d, too large.", t.n2)
		}
	}
	return Step{text, nil}
}

func knightsCounted(f figures) Step {
	left, right := f.knightSquares()
	text := fmt.Sprintf("N1 = %d and N2 = %d count the squares from 0: %s", left, right, knightsTake(f.knights))
	return Step{text, f.view(f.knights)}
}

func countKnights(f figures) Step {
	left, right := f.knightSquares()
	text := fmt.Sprintf("Leave out bishops and queen and count %s from 0: the knights on %s are N1 = **%d** and N2 = **%d**.", theRest(f.knights), f.knights.Took.Squares(), left, right)
	return Step{text, f.view(f.knights)}
}

func formulaN(f figures) Step {
	left, right := f.knightSquares()
	t := triangular(3 - left)
	text := fmt.Sprintf("N = 9 − T(3 − N1) − (4 − N2). Here T(3 − %d) = %d, so N = 9 − %d − (4 − %d) = **%d**.", left, t, t, right, f.knights.Digit)
	return Step{text, nil}
}

func formulaQ(f figures) Step {
	text := fmt.Sprintf("Bishops left out, the queen on %s has %s left of her: Q = **%d**.", f.queen.Took.Squares(), squaresThen(f.queen.Digit), f.queen.Digit)
	return Step{text, f.view(f.queen)}
}

func formulaBishops(f figures) Step {
	text := fmt.Sprintf("The dark-square bishop on %s is Bb = **%d** %s, the light-square bishop on %s is Bw = **%d** %s.",
		f.dark.Took.Squares(), f.dark.Digit, darkCounted, f.light.Took.Squares(), f.light.Digit, lightCounted)
	return Step{text, f.view(f.light, f.dark)}
}

func formulaSum(f figures) Step {
	return Step{fmt.Sprintf("96 × %d + 16 × %d + 4 × %d + %d = **%d**.", f.knights.Digit, f.queen.Digit, f.dark.Digit, f.light.Digit, f.number), nil}
}

// In the head.

func sequenceOf(f figures) Step {
	text := fmt.Sprintf("Read king, rooks and knights alone: `%s`, which counts **%d**.", f.without("BQ"), f.knights.Adds)
	return Step{text, f.whole(f.knights.Took | f.rooks.Took | f.king.Took)}
}

func headQueen(f figures) Step {
	text := fmt.Sprintf("Bishops left out, the queen on %s has %s left of her: %d × 16 = %d, and %d + %d = **%d**.",
		f.queen.Took.Squares(), squaresThen(f.queen.Digit), f.queen.Digit, f.queen.Adds, f.knights.Adds, f.queen.Adds, f.knights.Adds+f.queen.Adds)
	return Step{text, f.view(f.queen)}
}

func headBishops(f figures) Step {
	text := fmt.Sprintf("Bishops on %s: 4 × %d for %s %s, and %d for %s %s. %d + 4 × %d + %d = **%d**.",
		f.bishops().Squares(), f.dark.Digit, f.dark.Took, darkCounted, f.light.Digit, f.light.Took, lightCounted,
		f.knights.Adds+f.queen.Adds, f.dark.Digit, f.light.Digit, f.number)
	return Step{text, f.view(f.light, f.dark)}
}

func headSequence(f figures) Step {
	rest := f.number - f.knights.Adds
	text := fmt.Sprintf("Of the ten sequences' numbers the largest not above %d is **%d**: `%s`. %d − %d = **%d**.", f.number, f.knights.Adds, f.without("BQ"), f.number, f.knights.Adds, rest)
	return Step{text, nil}
}

func headQueenGoes(f figures) Step {
	rest := f.number - f.knights.Adds
	text := fmt.Sprintf("%s. Put the queen into the sequence with %d of its pieces on her left: `%s`.", division(rest, 16, f.queen.Digit, f.bishopCode()), f.queen.Digit, f.others())
	return Step{text, nil}
}

func headBishopsGo(f figures) Step {
	text := fmt.Sprintf("%s: the dark-square bishop goes to %s %s, the light-square bishop to %s %s.",
		division(f.bishopCode(), 4, f.dark.Digit, f.light.Digit), f.dark.Took.Squares(), darkCounted, f.light.Took.Squares(), lightCounted)
	return Step{text, f.view(f.light, f.dark)}
}

// Fritz9.

func fritzColumnOf(f figures) Step {
	text := fmt.Sprintf("Leave out the bishops and write king and rooks as dashes: the NQ-skeleton is `%s`. Dashes left of the Q: %d, so column %d, which starts at 1 + 240 × %d = **%d**.",
		f.position.NQSkeleton(), f.queen.Digit, f.queen.Digit, f.queen.Digit, 1+f.queen.Adds)
	return Step{text, f.view(f.queen)}
}

func fritzRowOf(f figures) Step {
	text := fmt.Sprintf("Write the Q as a dash too: `%s`, row %d in alphabetical order. %d + 16 × %d = **%d**.",
		f.knightPattern(), f.knights.Digit, 1+f.queen.Adds, f.knights.Digit, 1+f.queen.Adds+f.knights.Adds)
	return Step{text, f.view(f.knights)}
}

func fritzColumn(f figures) Step {
	text := fmt.Sprintf("%d − 1 = %d, and %s. Column **%d**.", f.number, f.number-1, division(f.number-1, 240, f.queen.Digit, f.number-1-f.queen.Adds), f.queen.Digit)
	return Step{text, nil}
}

func fritzRow(f figures) Step {
	text := fmt.Sprintf("%s. Row **%d**, and the bishop code is %d: %s", division(f.number-1-f.queen.Adds, 16, f.knights.Digit, f.bishopCode()), f.knights.Digit, f.bishopCode(), bishopsOfCode(f))
	return Step{text, f.view(f.light, f.dark)}
}

func fritzKnights(f figures) Step {
	text := fmt.Sprintf("Row %d in alphabetical order is `%s`: %s", f.knights.Digit, f.knightPattern(), knightsTake(f.knights))
	return Step{text, f.view(f.knights)}
}

func fritzQueen(f figures) Step {
	text := fmt.Sprintf("Column %d: %s", f.queen.Digit, queenGoes(f.queen))
	return Step{text, f.view(f.queen)}
}

// The Almanac.

// signed writes a number with a proper minus.
func signed(n int) string { return strings.Replace(fmt.Sprint(n), "-", "−", 1) }

func almanacDark(f figures) Step {
	text := fmt.Sprintf("The dark-square bishop on %s is **%d** %s.", f.dark.Took.Squares(), f.dark.Digit, darkCounted)
	return Step{text, f.view(f.dark)}
}

func almanacLight(f figures) Step {
	text := fmt.Sprintf("The light-square bishop on %s is %d %s: %d × 4 = %d, and %d + %d = **%d**.",
		f.light.Took.Squares(), f.light.Digit, lightCounted, f.light.Digit, f.light.Adds, f.light.Adds, f.dark.Adds, f.light.Adds+f.dark.Adds)
	return Step{text, f.view(f.light)}
}

func almanacQueen(f figures) Step {
	bishops := f.light.Adds + f.dark.Adds
	text := fmt.Sprintf("Bishops left out, the queen on %s has %s left of her: %d × 16 = %d, and %d + %d = **%d**.",
		f.queen.Took.Squares(), squaresThen(f.queen.Digit), f.queen.Digit, f.queen.Adds, f.queen.Adds, bishops, f.queen.Adds+bishops)
	return Step{text, f.view(f.queen)}
}

func almanacKnights(f figures) Step {
	left, right := f.knightSquares()
	counts, before := leftKnightCounts[left], f.light.Adds+f.dark.Adds+f.queen.Adds
	text := fmt.Sprintf("The left knight, on square %d of %s, counts %s (of −1, 3, 6, 8); the right one stands %s further: %s + %d = %d. %d × 96 = %d, and %d + %d = **%d**.",
		left, theRest(f.knights), signed(counts), squaresThen(right-left), signed(counts), right-left, f.knights.Digit,
		f.knights.Digit, f.knights.Adds, f.knights.Adds, before, f.knights.Adds+before)
	return Step{text, f.view(f.knights)}
}

func almanacOne(f figures) Step {
	return Step{fmt.Sprintf("%d + 1 = **%d**.", f.number-1, f.number), nil}
}

func almanacMinusOne(f figures) Step {
	return Step{fmt.Sprintf("%d − 1 = **%d**.", f.number, f.number-1), nil}
}

func almanacKnightsGo(f figures) Step {
	left, right := f.knightSquares()
	counts := leftKnightCounts[left]
	text := fmt.Sprintf("The **%d** left over is the knights'. Of −1, 3, 6, 8 the largest that is smaller is %s: the left knight takes square %d of %s. %d − %s = %d, so the right one goes %s further: knights on %s.",
		f.knights.Digit, signed(counts), left, theFree(f.knights), f.knights.Digit, bracketed(counts), right-left, squaresThen(right-left), f.knights.Took.Squares())
	return Step{text, f.view(f.knights)}
}

// bracketed writes a number as it is subtracted: "3", "(−1)".
func bracketed(n int) string {
	if n < 0 {
		return "(" + signed(n) + ")"
	}
	return fmt.Sprint(n)
}

// What must be known by heart, or where to look it up. Discord shows lines that
// start with "-#" small.

const subtext = "-# "

func noteOf(what string, rows []Row) string {
	list := make([]string, len(rows))
	for i, row := range rows {
		list[i] = fmt.Sprintf("%d `%s`", row.Number, row.Pattern)
	}
	return subtext + what + strings.Join(list, ", ") + "."
}
