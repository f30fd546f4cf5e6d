package explain

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// Rule returns what has to be remembered to work out a part: the part of the bishops, of the
// queen or of the knights.
func Rule(s *chess960.Scheme, part chess960.Piece) []Sentence {
	f := figuresOf(s.Derive(chess960.Classical()))
	switch part {
	case chess960.Bishop:
		rule := darkTimesFour
		if f.light.Weight > f.dark.Weight {
			rule = lightTimesFour
		}
		return []Sentence{rule, DarkSquares, LightSquares}
	case chess960.Queen:
		rule := QueenRule{withoutBishops, f.queen.Weight}
		if f.knightsFirst {
			rule.Kind = withoutKnights
		}
		return []Sentence{rule}
	}
	if f.knightsFirst {
		return []Sentence{KnightRule{pairs, sequenceRows(s)}}
	}
	return []Sentence{sequencesFollow, KnightRule{sequences, sequenceRows(s)}}
}

// A QueenRule says what a square to the queen's left counts.
type QueenRule struct {
	Kind   QueenRuleKind
	Weight int
}

// A QueenRuleKind says which squares count.
type QueenRuleKind string

// The kinds: squares without bishops, or without bishops and knights.
const (
	withoutBishops QueenRuleKind = "bishops"
	withoutKnights QueenRuleKind = "knights"
)

// Sentence returns the kind.
func (q QueenRule) Sentence() string { return string(q.Kind) }

// A KnightRule lists what the sequences count, or the pairs of knights.
type KnightRule struct {
	Kind KnightRuleKind
	Rows []Row
}

// A KnightRuleKind chooses the words before the list.
type KnightRuleKind string

// The kinds: the list for the method with ten sequences, and the rules of a part.
const (
	tenSequences KnightRuleKind = "tenSequences"
	sequences    KnightRuleKind = "sequences"
	pairs        KnightRuleKind = "pairs"
)

// Sentence returns the kind.
func (k KnightRule) Sentence() string { return string(k.Kind) }

// String writes a row in a list: "480 `RNKNR`", and with the indexes of the letters if it has
// dashes, as screen readers skip dashes: "16 `N-N---` (0, 2)".
func (r Row) String() string {
	text := fmt.Sprintf("%d %s", r.Number, Code(r.Pattern))
	if strings.Contains(r.Pattern, "-") {
		text += " (" + strings.ReplaceAll(indexesOf(r.Pattern), " ", ", ") + ")"
	}
	return text
}

// sequenceRows lists what the sequences add in a scheme, or the pairs of knights on the six
// squares that the bishops leave.
func sequenceRows(s *chess960.Scheme) (rows []Row) {
	knights := figuresOf(s.Derive(chess960.Classical())).knights
	for n := range knights.Radix {
		f := figuresAt(s, s.First+n*knights.Weight)
		row := Row{f.knights.Adds, f.without("BQ")}
		if s.KnightsFirst() {
			row.Pattern = f.knightPattern()
		}
		rows = append(rows, row)
	}
	return rows
}
