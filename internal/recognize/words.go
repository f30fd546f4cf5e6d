package recognize

import (
	"unicode"
	"unicode/utf8"
)

// A word is a run of letters and digits.
type word struct {
	text string
	at   int // byte offset
}

func wordsOf(clean string) []word {
	var words []word
	start := -1
	for i, r := range clean {
		isWord := unicode.IsLetter(r) || unicode.IsDigit(r)
		switch {
		case isWord && start < 0:
			start = i
		case !isWord && start >= 0:
			words = append(words, word{clean[start:i], start})
			start = -1
		}
	}
	if start >= 0 {
		words = append(words, word{clean[start:], start})
	}
	return words
}

// letters counts the letters of a word.
func (w word) letters() int { return utf8.RuneCountInString(w.text) }
