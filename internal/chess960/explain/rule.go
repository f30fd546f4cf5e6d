package explain

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// Rule returns what has to be remembered to work out a part: the part of the bishops, of the
// queen or of the knights. The rule of the sequences has the next one as an example.
func Rule(d chess960.Derivation, part chess960.Piece) []Sentence {
	f := figuresOf(d)
	switch part {
	case chess960.Bishop:
		rule := darkTimesFour
		if f.light.Weight > f.dark.Weight {
			rule = lightTimesFour
		}
		return []Sentence{rule, DarkSquares, LightSquares}
	case chess960.Queen:
		rule := QueenRule{"bishops", f.queen.Weight}
		if f.knightsFirst {
			rule.Kind = "knights"
		}
		return []Sentence{rule}
	}
	rows := sequenceRows(d.Scheme)
	if f.knightsFirst {
		return []Sentence{KnightRule{"pairs", rows}}
	}
	if next := f.knights.Digit + 1; next < len(rows) {
		return []Sentence{rightKnightMoves, NextSequence{rows[next]}}
	}
	return []Sentence{rightKnightMoves, lastSequence}
}

// TenSequences lists what the sequences of king, rooks and knights count in a scheme. It returns
// nil for a scheme that counts pairs of knights.
func TenSequences(s *chess960.Scheme) Sentence {
	if s.KnightsFirst() {
		return nil
	}
	return KnightRule{"tenSequences", sequenceRows(s)}
}

// A NextSequence is the sequence after the one that was asked for.
type NextSequence struct{ Row Row }

// Sentence returns "": there is one sentence.
func (NextSequence) Sentence() string { return "" }

// A QueenRule says what a square to the queen's left counts.
type QueenRule struct {
	Kind   QueenRuleKind
	Weight int
}

// A QueenRuleKind says which squares count.
type QueenRuleKind string

// Sentence returns the kind.
func (q QueenRule) Sentence() string { return string(q.Kind) }

// A KnightRule lists what the sequences count, or the pairs of knights.
type KnightRule struct {
	Kind KnightRuleKind
	Rows []Row
}

// A KnightRuleKind chooses the words before the list.
type KnightRuleKind string

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
