package commands

import (
	"strings"
	"unicode"
)

// maxQuoted is how many characters of a person's text are repeated to them.
const maxQuoted = 90

// nothing is what stands for a text without anything in it.
const nothing = "an empty text"

// inert shows a person's text as code that can do nothing: no mention, no
// Markdown, no line break, no mark that turns the reading direction, and not
// more than maxQuoted characters of it.
func inert(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if unicode.In(r, unicode.Mn, unicode.Me) {
			continue // marks to be stacked on a letter
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
	if quoted := strings.TrimSpace(b.String()); quoted != "" {
		return "`" + quoted + "`"
	}
	return nothing
}
