package chat

import (
	"strings"
	"unicode"
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

// AsTyped returns a person's text for use in a line of an answer, so that Discord shows the
// text as it was typed: without Markdown, links, mentions or emoji names. Line breaks become
// spaces. Marks that change the reading direction end with the text. Backslashes do not
// help at the start of a line, so a text must not stand there.
func AsTyped(text string) string {
	var b strings.Builder
	var ends string // of the open changes of direction
	for _, r := range text {
		switch {
		case strings.ContainsRune("\\`*_~|<>@#[]:/", r):
			b.WriteRune('\\')
		case unicode.IsSpace(r):
			r = ' '
		case unicode.IsControl(r), strings.ContainsRune(mentionStart+mentionEnd, r):
			r = '�'
		case strings.ContainsRune("\u202a\u202b\u202d\u202e", r):
			ends = "\u202c" + ends
		case strings.ContainsRune("\u2066\u2067\u2068", r):
			ends = "\u2069" + ends
		}
		b.WriteRune(r)
	}
	return b.String() + ends
}

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
