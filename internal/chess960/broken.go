package chess960

import (
	"fmt"
	"strconv"
	"strings"
)

// A ParseError is returned for a text that could not be read. It names every rule that
// the text breaks, not only the first.
type ParseError struct {
	What     string // the expected form, such as "back rank", "FEN" or "pattern"
	Input    string // the whole text
	Problems []Problem
}

// Error quotes the input, shortened to 80 characters, and names the rules, for operators.
// People read the sentences of the problems.
//
//	parse back rank "RNBQKBNX": letter h1 "X"; rooks 1
func (e *ParseError) Error() string {
	return fmt.Sprintf("parse %s %q: %s", e.What, cut(e.Input, 80), joined(e.Problems))
}

func joined(problems []Problem) string {
	texts := make([]string, len(problems))
	for i, p := range problems {
		texts[i] = p.String()
	}
	return strings.Join(texts, "; ")
}

// A Problem is a rule that a text breaks, with the part of the text that breaks the rule.
type Problem struct {
	Broken Broken
	At     string // "" if the squares are enough
}

// String writes the rule with its facts: `letter h1 "X"`, "rooks 3 a1 b1 h1".
func (p Problem) String() string {
	b := p.Broken
	text := string(b.Kind)
	for _, n := range []int{b.Rank, b.Number} {
		if n > 0 {
			text += " " + strconv.Itoa(n)
		}
	}
	if b.Kind == "between" && b.Squares != nil {
		text += " " + b.King.String()
	}
	for _, s := range b.Squares {
		text += " " + s.String()
	}
	if p.At != "" {
		text += " " + strconv.Quote(p.At)
	}
	return text
}

// Broken is a broken rule, as a sentence. The message of the rule (chess960.broken in package
// voice) shows which fields it uses.
type Broken struct {
	Kind    Rule
	Squares []Square
	King    Square // of a king who is not between the rooks
	Rank    int
	Number  int       // of pieces, letters, squares, ranks or parts, or the number of a letter
	Rights  fieldText // that the FEN should have
}

// A fieldText is a part of a FEN. It prints as code.
type fieldText string

// String returns the code.
func (f fieldText) String() string { return "`" + string(f) + "`" }

// Sentence returns the rule.
func (b Broken) Sentence() string { return string(b.Kind) }

// A Rule is one that a text must keep: a back rank, a pattern, a list of pieces, a field of a FEN or a
// path of swaps. Its message is in chess960.broken.
type Rule string

// The rules that package recognize finds broken.
const (
	UnknownName Rule = "unknownName" // a list of eight names of pieces has no other word
	RuleTwice   Rule = "twice"       // two pieces on a square
	RuleOpen    Rule = "open"        // squares that more than one set of pieces can fill, or none
)
