package voice

import (
	"strings"
	"unicode"
)

// maxQuoted is how many characters of a person's text an answer repeats.
const maxQuoted = 90

// Quoted is a person's text. It prints as code, without anything that could have an effect:
// mentions, Markdown, line breaks, or marks that change the reading direction. At most
// maxQuoted characters are printed, and “an empty text” if nothing is left.
type Quoted string

// Sentence returns "".
func (Quoted) Sentence() string { return "" }

func (q Quoted) in(v *Voice) string {
	if text := Harmless(string(q)); text != "" {
		return "`" + text + "`"
	}
	return v.Say(Phrase("voice.emptyText"))
}

// Typed is a person's text. It prints in a line of an answer so that Discord shows the
// text as it was typed: without Markdown, links, mentions or emoji names. Line breaks become
// spaces. Marks that change the reading direction end with the text. Backslashes do not
// help at the start of a line, so a text must not stand there.
type Typed string

// String returns the text with backslashes.
func (t Typed) String() string {
	var b strings.Builder
	var ends string // of the open changes of direction
	for _, r := range string(t) {
		switch {
		case strings.ContainsRune("\\`*_~|<>@#[]:/", r):
			b.WriteRune('\\')
		case unicode.IsSpace(r):
			r = ' '
		case unicode.IsControl(r), r == MentionStart, r == MentionEnd:
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
