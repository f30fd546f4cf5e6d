package chess960

import (
	"strings"
	"unicode"
)

// cut shortens s to at most n runes. The last rune of a shortened text is "…".
func cut(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}

// ParsePosition reads a position from a back rank, a-file first, or from a FEN
// (see [ParseFEN]). A text with a slash is read as a FEN. A back rank is eight
// letters K, Q, R, B, N in any case, or chess figures of either colour, with
// spaces, commas or dashes anywhere between. The error, if any, is a *ParseError.
func ParsePosition(text string) (Position, error) {
	if strings.Contains(text, "/") {
		return ParseFEN(text)
	}
	rank := squares(text)
	if p, ok := position(rank); ok {
		return p, nil
	}
	return Position{}, &ParseError{"back rank", text, backRankProblems(rank)}
}

// MustParsePosition is like [ParsePosition] but panics if the text is not a position.
func MustParsePosition(text string) Position {
	p, err := ParsePosition(text)
	if err != nil {
		panic(err)
	}
	return p
}

// position returns the position with these letters, and reports whether they are one.
func position(rank []rune) (p Position, ok bool) {
	text := string(rank)
	copy(p.rank[:], text)
	return p, len(text) == len(p.rank) && p.SP() >= 0
}

// squares reduces a typed back rank to upper-case letters, one for each square. Figures
// become letters and separators are dropped. Other characters stay, so that the error
// can name them.
func squares(text string) []rune {
	rank := make([]rune, 0, 8)
	for _, r := range text {
		if !isSeparator(r) {
			const figures = "KQRBN"
			switch {
			case '♔' <= r && r <= '♘':
				r = rune(figures[r-'♔'])
			case '♚' <= r && r <= '♞':
				r = rune(figures[r-'♚'])
			}
			rank = append(rank, unicode.ToUpper(r))
		}
	}
	return rank
}

func isSeparator(r rune) bool {
	const variationSelectors = "\ufe0e\ufe0f" // follow a figure to choose its look
	return unicode.IsSpace(r) || r == ',' || unicode.Is(unicode.Pd, r) || r == '−' ||
		strings.ContainsRune(variationSelectors, r) ||
		unicode.Is(unicode.Cf, r) // invisible marks in pasted text
}

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
	var problems []Problem
	if n := len(rank); n != 8 {
		problems = append(problems, Problem{Broken: Broken{Kind: "pattern", Number: n}})
	}
	problems = append(problems, unknownLetters(rank, func(r rune) bool { return isOpen(r) || isPieceLetter(r) })...)
	if problems != nil {
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
