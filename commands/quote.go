package commands

import (
	"strings"
	"unicode"
)

// maxQuoted is how many characters of a person's text are repeated to them.
const maxQuoted = 90

// quote shows a person's text as code without any effect: no mention, no Markdown,
// no line break, no mark that turns the reading direction, and at most maxQuoted
// characters. It returns "an empty text" where nothing is left to show.
func quote(text string) string {
	if quoted := harmless(text); quoted != "" {
		return "`" + quoted + "`"
	}
	return "an empty text"
}

// quoteFirst is quote at the start of a sentence.
func quoteFirst(text string) string {
	if harmless(text) == "" {
		return "An empty text"
	}
	return quote(text)
}

// harmless returns what can be shown of a text within backticks.
func harmless(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if unicode.In(r, unicode.Mn, unicode.Me) {
			continue // marks that stack on a letter
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
