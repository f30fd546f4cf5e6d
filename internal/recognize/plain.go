package recognize

import (
	"regexp"
	"strings"
	"unicode"
)

// escapes replaces the escapes in links by the characters of a FEN.
var escapes = strings.NewReplacer("%20", " ", "%2F", "/", "%2f", "/", "%2D", "-", "%2d", "-")

// plain returns a text in the characters that this package looks for: full-width forms
// become ASCII, chess figures become English letters, and every dash becomes "-".
// Spaces, quotes, Markdown and control characters become spaces, but line breaks stay.
// Invisible marks are dropped.
func plain(text string) string {
	return strings.Map(plainRune, escapes.Replace(text))
}

func plainRune(r rune) rune {
	if '！' <= r && r <= '～' { // full-width forms, in the order of ASCII
		r -= '！' - '!'
	}
	switch {
	case r == '\n':
		return r
	case '♔' <= r && r <= '♘':
		return rune(english[r-'♔'])
	case '♚' <= r && r <= '♞':
		return rune(english[r-'♚'])
	case unicode.Is(unicode.Pd, r), r == '−':
		return '-'
	case unicode.IsSpace(r), unicode.IsControl(r), unicode.In(r, unicode.Pi, unicode.Pf),
		strings.ContainsRune("`'\"„*_~|<>\\", r):
		return ' '
	case unicode.In(r, unicode.Cf, unicode.Mn): // such as U+202E, or a figure's variation selector
		return -1
	}
	return r
}

// inOneLine replaces the line breaks of a plain text by spaces.
func inOneLine(clean string) string { return strings.ReplaceAll(clean, "\n", " ") }

// A word is a run of letters and digits; a pawn counts as a letter.
type word struct {
	text string
	at   int // byte offset
}

var wordPattern = regexp.MustCompile(`[\p{L}\p{N}♙♟]+`)

func wordsOf(clean string) []word {
	var words []word
	for _, at := range wordPattern.FindAllStringIndex(clean, -1) {
		words = append(words, word{clean[at[0]:at[1]], at[0]})
	}
	return words
}
