package chat

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuoted is how many characters of a person's text an answer repeats.
const maxQuoted = 90

// Quote returns a person's text as code, without anything that could have an effect:
// mentions, Markdown, line breaks, or marks that change the reading direction. It
// returns at most maxQuoted characters, and "an empty text" if nothing is left.
func Quote(text string) string {
	if quoted := Harmless(text); quoted != "" {
		return "`" + quoted + "`"
	}
	return "an empty text"
}

// QuoteFirst is like [Quote], for the start of a sentence.
func QuoteFirst(text string) string {
	if Harmless(text) == "" {
		return "An empty text"
	}
	return Quote(text)
}

// Unlinked returns a text in which Discord finds no link and no invitation, for names that
// stand in public answers outside of code. A space follows each dot before a letter and
// each colon before a slash: "discord. gg/x".
func Unlinked(text string) string {
	return joint.ReplaceAllStringFunc(text, func(joint string) string {
		_, first := utf8.DecodeRuneInString(joint)
		return joint[:first] + " " + joint[first:]
	})
}

// joint matches the joints of links. Browsers read all these dots as dots.
var joint = regexp.MustCompile(`[.。．｡]\pL|:/`)

// Harmless returns the part of a text that can safely be shown within backticks.
func Harmless(text string) string {
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
