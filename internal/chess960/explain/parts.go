package explain

import (
	"fmt"
	"slices"

	"chess960bot/internal/chess960"
)

// PartSteps are the steps of working a number out in the head, part by part: what the
// sequence of king, rooks and knights adds, what the queen adds and what the bishops add.
// In Fritz 9's scheme the sequence is the pair of the knights.
type PartSteps struct {
	Hint  []Sentence   // of a part alone: the rule and the step that is needed, without the result
	Lines [][]Sentence // all steps, a line for each
}

// ByParts returns the steps of the whole derivation in one direction.
func ByParts(d chess960.Derivation, direction Direction) (steps PartSteps) {
	f := figuresOf(d)
	left := f.number
	if direction == ToPosition && d.Scheme.First == 1 {
		left--
		steps.Lines = append(steps.Lines, []Sentence{subtract(f.number, 1)})
	}
	for _, piece := range f.partsInOrder() {
		steps.Lines = append(steps.Lines, f.part(piece, direction, left))
		left -= f.adds(piece)
	}
	switch {
	case direction == ToNumber:
		steps.Lines = append(steps.Lines, []Sentence{f.sumOfParts()})
	case f.knightsFirst:
		steps.Lines = append(steps.Lines, rooksAndKing(f).Said)
	default:
		steps.Lines = append(steps.Lines, sequenceFills(f).Said)
	}
	return steps
}

// PartAlone returns the steps for what one part adds to the number: the part of the
// bishops, of the queen or of the knights.
func PartAlone(d chess960.Derivation, part chess960.Piece, direction Direction) PartSteps {
	f := figuresOf(d)
	line, rule := f.part(part, direction, f.adds(part)), Rule(d, part, direction)
	steps := PartSteps{rule, [][]Sentence{line}}
	sequence := part == chess960.Knight && !f.knightsFirst
	switch {
	case direction == ToPosition:
		steps.Hint = append(rule, line[0]) // the division
	case part == chess960.Queen:
		steps.Hint = slices.Insert(rule, 0, Sentence(f.queenPart("number", "numberKnights")))
	case sequence:
		steps.Hint = []Sentence{f.knightCount("left")}
	}
	if sequence {
		steps.Lines = append(steps.Lines, []Sentence{f.knightCount("count")})
		if direction == ToNumber {
			slices.Reverse(steps.Lines)
		}
	}
	return steps
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

// part returns the line of a part. left is what is left of the number on the way to the
// position, whose division comes first.
func (f figures) part(part chess960.Piece, direction Direction, left int) []Sentence {
	switch {
	case part == chess960.Bishop && direction == ToNumber:
		return []Sentence{f.bishopSum("darkFirst")}
	case part == chess960.Bishop:
		upper, lower := f.orderedBishops()
		return []Sentence{divideBy("plain", left, upper.Weight/lower.Weight), f.bishopPair()}
	}
	step, found, times := f.knights, Sentence(f.knightPart("sequenceNumber", "pairNumber")), Sentence(f.knightPart("sequenceTimes", "pairTimes"))
	if part == chess960.Queen {
		step, found, times = f.queen, f.queenPart("number", "numberKnights"), f.queenPart("times", "timesKnights")
	}
	if direction == ToNumber {
		return []Sentence{times}
	}
	return []Sentence{divideBy("plain", left, step.Weight), found}
}

// knightPart names the sequence or the pair of knights.
func (f figures) knightPart(sequence, pair Kind[ShortPart]) ShortPart {
	p := ShortPart{Kind: sequence, Pattern: f.sequence(), Row: f.knights.Digit, Weight: f.knights.Weight, Squares: f.knights.Took.On(1), Result: f.knights.Adds}
	if f.knightsFirst {
		p.Kind, p.Pattern = pair, Pattern(f.knightPattern())
	}
	return p
}

// orderedBishops returns the bishop that counts four times, and the other one.
func (f figures) orderedBishops() (upper, lower chess960.Step) {
	if f.dark.Weight > f.light.Weight {
		return f.dark, f.light
	}
	return f.light, f.dark
}

// bishopSum is what the bishops add: "4 × 1 + 2 = **6**".
func (f figures) bishopSum(kind Kind[Bishops]) Bishops {
	upper, lower := f.orderedBishops()
	b := Bishops{kind, f.dark.Took.On(1)[0], f.light.Took.On(1)[0], Choices{f.dark}, Choices{f.light}, upper.Digit, lower.Digit, f.adds(chess960.Bishop)}
	if f.light.Weight > f.dark.Weight {
		b.Kind = "lightFirst"
	}
	return b
}

// A BishopPair places the bishops by a quotient and a remainder.
type BishopPair struct {
	Kind[BishopPair] // which bishop the quotient places
	Dark, Light      Square
}

func (f figures) bishopPair() BishopPair {
	b := BishopPair{"quotientIsDark", f.dark.Took.On(1)[0], f.light.Took.On(1)[0]}
	if f.light.Weight > f.dark.Weight {
		b.Kind = "quotientIsLight"
	}
	return b
}

// sumOfParts adds the parts: "480 + 32 + 6 = **518**.", and what a scheme adds to them.
func (f figures) sumOfParts() Sum {
	order := f.partsInOrder()
	s := Sum{Kind: "three", A: f.adds(order[0]), B: f.adds(order[1]), C: f.adds(order[2]), Result: f.number}
	if s.D = f.number - s.A - s.B - s.C; s.D > 0 {
		s.Kind = "four"
	}
	return s
}

// Rule returns what has to be remembered to work out a part in one direction: the part of the bishops,
// of the queen or of the knights. It does not tell what a part adds, or where its pieces stand.
func Rule(d chess960.Derivation, part chess960.Piece, direction Direction) []Sentence {
	f := figuresOf(d)
	if part == chess960.Bishop {
		kind := [...]Kind[PartRule]{"darkTimesFour", "darkByFour", "lightTimesFour", "lightByFour"}
		return []Sentence{PartRule{kind[ruleIndex(f.light.Weight > f.dark.Weight, direction)], 4}, DarkSquares, LightSquares}
	}
	kind, weight := [...]Kind[PartRule]{"sequenceAdds", "sequenceBack", "pairAdds", "pairBack"}, f.knights.Weight
	if part == chess960.Queen {
		kind, weight = [...]Kind[PartRule]{"queenAdds", "queenBack", "queenAddsKnights", "queenBackKnights"}, f.queen.Weight
	}
	return []Sentence{PartRule{kind[ruleIndex(f.knightsFirst, direction)], weight}}
}

// ruleIndex is the index of a rule among four: Scharnagl's to the number and to the position, and those of a
// numbering that differs.
func ruleIndex(differs bool, direction Direction) (i int) {
	if differs {
		i = 2
	}
	if direction == ToPosition {
		i++
	}
	return i
}

// A PartRule says how a part adds to the number, or how its pieces follow from what it adds.
type PartRule struct {
	Kind[PartRule] // which part, numbering and direction
	Weight         int
}

// TenSequences lists what the sequences of king, rooks and knights count in a scheme. It returns
// nil for a scheme that counts pairs of knights.
func TenSequences(s *chess960.Scheme) Sentence {
	if s.KnightsFirst() {
		return nil
	}
	return KnightRule{"tenSequences", sequenceRows(s)}
}

// A KnightRule lists what the sequences count.
type KnightRule struct {
	Kind[KnightRule] // chooses the words before the list
	Rows             []Row
}

// String writes a row in a list: "480 `RNKNR`".
func (r Row) String() string { return fmt.Sprintf("%d %s", r.Number, Code(r.Pattern)) }

// sequenceRows lists what the ten sequences add in a scheme.
func sequenceRows(s *chess960.Scheme) (rows []Row) {
	knights := figuresOf(s.Derive(chess960.Classical())).knights
	for n := range knights.Radix {
		f := figuresAt(s, s.First+n*knights.Weight)
		rows = append(rows, Row{f.knights.Adds, f.without("BQ")})
	}
	return rows
}
