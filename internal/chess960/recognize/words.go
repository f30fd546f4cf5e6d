package recognize

import (
	"regexp"
	"unicode"
	"unicode/utf8"
)

// A word is a run of letters and digits.
type word struct {
	text string
	at   int // byte offset
}

var wordPattern = regexp.MustCompile(`[\p{L}\p{Nd}]+`)

func wordsOf(clean string) []word {
	var words []word
	for _, at := range wordPattern.FindAllStringIndex(clean, -1) {
		words = append(words, word{clean[at[0]:at[1]], at[0]})
	}
	return words
}

// isWordRune reports whether a character can belong to a word.
func isWordRune(r rune) bool { return r > ' ' && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

func (w word) end() int { return w.at + len(w.text) }

// letters counts the letters of a word.
func (w word) letters() int { return utf8.RuneCountInString(w.text) }
