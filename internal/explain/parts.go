package explain

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// PartSteps are the steps of working a number out in the head, part by part: what the
// sequence of king, rooks and knights adds, what the queen adds and what the bishops add.
// In Fritz 9's scheme the sequence is the pair of the knights.
type PartSteps struct {
	Hint string // how to begin, in Discord Markdown: the first step, or a part without its result
	Text string // all steps, one paragraph of Discord Markdown
}

// ByParts returns the steps of the whole derivation in one direction.
func ByParts(d chess960.Derivation, direction Direction) PartSteps {
	f := figuresOf(d)
	left, text, hint := f.number, "", ""
	if direction == ToPosition && d.Scheme.First == 1 {
		left--
		text = fmt.Sprintf("%d − 1 = %d. ", f.number, left)
	}
	for _, piece := range f.partsInOrder() {
		step := f.part(piece, direction, left)
		if hint == "" {
			hint = text + step.Text
		}
		text += step.Text + " "
		left -= f.adds(piece)
	}
	if direction == ToNumber {
		return PartSteps{hint, text + f.sumOfParts()}
	}
	return PartSteps{hint, text + fmt.Sprintf("The rest is rook, king, rook: `%v`.", f.position)}
}

// PartAlone returns the steps for what one part adds to the number: the part of the
// bishops, of the queen or of the knights.
func PartAlone(d chess960.Derivation, part chess960.Piece, direction Direction) PartSteps {
	f := figuresOf(d)
	return f.part(part, direction, f.adds(part))
}

// partsInOrder returns the pieces of the parts, the largest weight first.
func (f figures) partsInOrder() []chess960.Piece {
	if f.queen.Weight > f.knights.Weight {
		return []chess960.Piece{chess960.Queen, chess960.Knight, chess960.Bishop}
	}
	return []chess960.Piece{chess960.Knight, chess960.Queen, chess960.Bishop}
}

// adds is what a part adds to the number.
func (f figures) adds(part chess960.Piece) int {
	switch part {
	case chess960.Bishop:
		return f.dark.Adds + f.light.Adds
	case chess960.Queen:
		return f.queen.Adds
	}
	return f.knights.Adds
}

// part returns the steps of a part. left is what is left of the number on the way to the
// position.
func (f figures) part(part chess960.Piece, direction Direction, left int) PartSteps {
	switch {
	case part == chess960.Bishop && direction == ToNumber:
		hint := countedBy(f.dark) + " " + countedBy(f.light)
		return PartSteps{hint, fmt.Sprintf("Bishops on %s: %s.", f.bishops().Squares(), f.bishopSum())}
	case part == chess960.Bishop:
		upper, lower := f.orderedBishops()
		quotient := division(left, upper.Weight/lower.Weight, upper.Digit, lower.Digit)
		return PartSteps{quotient + ".", fmt.Sprintf("%s: %s on %s, %s on %s.", quotient, upper.Rule, upper.Took.Squares(), lower.Rule, lower.Took.Squares())}
	}
	step, found := f.knights, f.sequenceRow()
	if part == chess960.Queen {
		step, found = f.queen, fmt.Sprintf("queen on %s, %s", f.queen.Took.Squares(), f.leftOfQueenAlone())
	}
	if direction == ToNumber {
		found = capitalise(found)
		return PartSteps{found + ".", fmt.Sprintf("%s: %d × %d = **%d**.", found, step.Digit, step.Weight, step.Adds)}
	}
	quotient := division(left, step.Weight, step.Digit, left-step.Adds)
	return PartSteps{quotient + ".", quotient + ": " + found + "."}
}

// sequenceRow names the row of the sequence, or of the pair of knights.
func (f figures) sequenceRow() string {
	if f.knights.Free.Len() == 5 {
		return fmt.Sprintf("`%s` is sequence %d", f.without("BQ"), f.knights.Digit)
	}
	return fmt.Sprintf("knights on %s, without the bishops %s, are pair %d", f.knights.Took.Squares(), Code(f.knightPattern()), f.knights.Digit)
}

// leftOfQueenAlone counts the squares to the left of the queen.
func (f figures) leftOfQueenAlone() string {
	return fmt.Sprintf("%s to her left without the %s", squares(f.queen.Digit), f.placedBeforeQueen())
}

// placedBeforeQueen names the pieces whose squares are not counted for the queen.
func (f figures) placedBeforeQueen() string {
	if f.queen.Free.Len() == 4 {
		return "bishops and knights"
	}
	return "bishops"
}

// orderedBishops returns the bishop that counts four times, and the other one.
func (f figures) orderedBishops() (upper, lower chess960.Step) {
	if f.dark.Weight > f.light.Weight {
		return f.dark, f.light
	}
	return f.light, f.dark
}

// bishopSum is what the bishops add: "4 × 1 + 2 = **6**".
func (f figures) bishopSum() string {
	upper, lower := f.orderedBishops()
	return fmt.Sprintf("4 × %d + %d = **%d**", upper.Digit, lower.Digit, f.adds(chess960.Bishop))
}

// sumOfParts adds the parts: "480 + 32 + 6 = **518**."
func (f figures) sumOfParts() string {
	sum, rest := "", f.number
	for _, piece := range f.partsInOrder() {
		if sum != "" {
			sum += " + "
		}
		sum += fmt.Sprint(f.adds(piece))
		rest -= f.adds(piece)
	}
	if rest > 0 {
		sum += fmt.Sprintf(" + %d", rest)
	}
	return fmt.Sprintf("%s = **%d**.", sum, f.number)
}

// capitalise returns a text with a capital first letter, unless it starts with code.
func capitalise(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Rule returns what has to be remembered to work out a part, in small Discord Markdown:
// the part of the bishops, of the queen or of the knights.
func Rule(s *chess960.Scheme, part chess960.Piece) string {
	f := figuresOf(s.Derive(chess960.Classical()))
	switch part {
	case chess960.Bishop:
		upper, lower := f.orderedBishops()
		return fmt.Sprintf("%s4 × %s + %s. %s %s", subtext, upper.Rule, lower.Rule, countedBy(f.dark), countedBy(f.light))
	case chess960.Queen:
		return fmt.Sprintf("%sEach square to the queen's left counts %d, without the %s.", subtext, f.queen.Weight, f.placedBeforeQueen())
	}
	if f.knights.Free.Len() == 5 {
		return noteOf("", sequences.Rows())
	}
	return noteOf("", fritzPairs.Rows())
}

// fritzPairs are the pairs of knights on the six squares that the bishops leave.
var fritzPairs = &Table{
	Scheme: chess960.Fritz9,
	row:    func(f figures) Row { return Row{f.knights.Adds, f.knightPattern()} },
}
