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
			rank = append(rank, unicode.ToUpper(letterOf(r)))
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

// letterOf translates a chess figure, ♔ to ♘ and ♚ to ♞, to its letter and
// returns any other rune unchanged.
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
