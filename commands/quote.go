package commands

import (
	"strings"
	"unicode"
)

// maxQuoted is how many characters of a person's text an answer repeats.
const maxQuoted = 90

// quote returns a person's text as code, without anything that could have an effect:
// mentions, Markdown, line breaks, or marks that change the reading direction. It
// returns at most maxQuoted characters, and "an empty text" if nothing is left.
func quote(text string) string {
	if quoted := harmless(text); quoted != "" {
		return "`" + quoted + "`"
	}
	return "an empty text"
}

// quoteFirst is like quote, for the start of a sentence.
func quoteFirst(text string) string {
	if harmless(text) == "" {
		return "An empty text"
	}
	return quote(text)
}

// harmless returns the part of a text that can safely be shown within backticks.
func harmless(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if unicode.In(r, unicode.Mn, unicode.Me) {
			continue // combining marks, which could pile up on a letter
		}
		if n++; n > maxQuoted {
			b.WriteRune('…')
			break
		}
		switch {
		case r == '`':
			b.WriteRune('ˋ') // a backtick would end the code
		case unicode.IsSpace(r):
			b.WriteRune(' ')
		case !unicode.IsPrint(r):
			b.WriteRune('�')
		default:
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String())
}
