package chess960

import (
	"strings"
	"unicode"
)

// A Pattern is a back rank in which some pieces are not determined: 0 stands for any
// piece. The zero Pattern matches every position.
type Pattern [8]Piece

// marks replaces the marks that stand for any piece. An ellipsis counts as the three dots
// that a phone made it from.
var marks = strings.NewReplacer("…", "...", "*", ".", "_", ".", "x", ".", "X", ".", "·", ".")

// ParsePattern reads a pattern such as "Q.....KR", a-file first: letters or chess
// figures as in [ParsePosition], and ".", "?", "*", "_" or "x" for any piece. A dash
// stands for any piece too if the pattern has eight squares then, "Q-----KR"; otherwise
// dashes separate pieces. The error, if any, is a *ParseError.
func ParsePattern(typed string) (Pattern, error) {
	text := marks.Replace(typed)
	rank := squares(text)
	if dashed := squares(strings.Map(dashToDot, text)); len(rank) != 8 && len(dashed) == 8 {
		rank = dashed
	}
	if problems := patternProblems(rank); problems != nil {
		return Pattern{}, &ParseError{"pattern", typed, problems}
	}
	var p Pattern
	for f, r := range rank {
		if !isOpen(r) {
			p[f] = Piece(r)
		}
	}
	return p, nil
}

func dashToDot(r rune) rune {
	if unicode.Is(unicode.Pd, r) || r == '−' {
		return '.'
	}
	return r
}

func isOpen(r rune) bool { return r == '.' || r == '?' }

func patternProblems(rank []rune) []Problem {
	var problems []Problem
	if n := len(rank); n != 8 {
		problems = append(problems, Problem{Broken: Broken{Kind: "pattern", Number: n}})
	}
	return append(problems, unknownLetters(rank, func(r rune) bool { return isOpen(r) || isPieceLetter(r) })...)
}

// Matches reports whether the position has the pattern's pieces.
func (p Pattern) Matches(q Position) bool {
	for f, piece := range p {
		if piece != 0 && piece != q.Piece(File(f)) {
			return false
		}
	}
	return true
}

// Missing returns a problem for each kind of piece of which the pattern has too few, or too many.
func (p Pattern) Missing() []Problem { return wrongCounts([]rune(p.String())) }

// String returns the pattern with "." for any piece.
func (p Pattern) String() string {
	var b strings.Builder
	for _, piece := range p {
		if piece == 0 {
			b.WriteByte('.')
		} else {
			b.WriteString(piece.String())
		}
	}
	return b.String()
}
