package chess960

import (
	"fmt"
	"strings"
	"unicode"
)

// A ParseError says why a text is no position. It names every rule that the
// text breaks, not only the first.
type ParseError struct {
	What     string // what the text was read as: "back rank" or "FEN"
	Input    string // the text, whole
	Problems []Problem
}

// A Problem is one broken rule.
type Problem struct {
	Text string // what is wrong, in words of this package alone
	At   string // the piece of the input that is wrong, or "" where Text says it all
}

// Error quotes the input, cut where it is long, and every problem:
//
//	parse back rank "RNBQKBNX": unknown piece on h1 (at "X"); one rook missing
func (e *ParseError) Error() string {
	texts := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		texts[i] = p.Text
		if p.At != "" {
			texts[i] += fmt.Sprintf(" (at %q)", p.At)
		}
	}
	return fmt.Sprintf("parse %s %q: %s", e.What, cut(e.Input, 80), strings.Join(texts, "; "))
}

// cut shortens s to at most n runes, the last of them "…" where it was longer.
func cut(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}

// ParsePosition reads a position from a back rank, a-file first, or from a FEN,
// which it knows by its slashes (see [ParseFEN]). A back rank is eight letters
// K, Q, R, B, N in any case, or chess figures of either colour, with spaces,
// commas or dashes anywhere between. The error, if any, is a *ParseError.
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

// MustParsePosition is ParsePosition for texts known to be right; it panics
// where that returns an error.
func MustParsePosition(text string) Position {
	p, err := ParsePosition(text)
	if err != nil {
		panic(err)
	}
	return p
}

// position makes a position of the letters, if they are one.
func position(rank []rune) (Position, bool) {
	if len(rank) != 8 {
		return Position{}, false
	}
	var p Position
	for f, letter := range rank {
		if letter > unicode.MaxASCII {
			return Position{}, false
		}
		p.rank[f] = byte(letter)
	}
	return p, p.SP() >= 0
}

// squares reduces a typed back rank to one upper-case letter a square: figures
// become letters, separators vanish, everything else stays to be complained of.
func squares(text string) []rune {
	rank := make([]rune, 0, 8)
	for _, r := range text {
		if !isSeparator(r) {
			rank = append(rank, unicode.ToUpper(letterOf(r)))
		}
	}
	return rank
}

func isSeparator(r rune) bool {
	const variationSelectors = "\ufe0e\ufe0f" // follow a figure to choose its look
	return unicode.IsSpace(r) || r == ',' || unicode.Is(unicode.Pd, r) || r == '−' ||
		strings.ContainsRune(variationSelectors, r) ||
		unicode.Is(unicode.Cf, r) // invisible marks, which come along with pasted text
}

// letterOf translates a chess figure, ♔ to ♘ and ♚ to ♞, to its letter and
// returns any other rune as it is.
func letterOf(r rune) rune {
	const order = "KQRBN"
	switch {
	case '♔' <= r && r <= '♘':
		return rune(order[r-'♔'])
	case '♚' <= r && r <= '♞':
		return rune(order[r-'♚'])
	}
	return r
}
