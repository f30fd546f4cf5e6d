package voice

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
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
		return isolated("`" + text + "`")
	}
	return v.Say(Phrase("voice.emptyText"))
}

// Typed is a person's text. It prints in a line of an answer so that Discord shows the
// text as it was typed: without Markdown, links, mentions or emoji names. Line breaks become
// spaces. Marks that change the reading direction end with the text, and a text in a script that is
// read from the right is isolated: what stands beside it keeps its place. Backslashes do not
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
		case r == '\u2069': // ends an isolate of the text, never the one around the text
			_, outer, open := strings.Cut(ends, "\u2069")
			if !open {
				continue
			}
			ends = outer
		}
		b.WriteRune(r)
	}
	return isolated(b.String() + ends)
}

// isolated returns a text that does not change the order of what stands beside it: a text with letters
// that are read from the right stands between the marks for that.
func isolated(text string) string {
	const first, end = "\u2068", "\u2069"
	if strings.IndexFunc(text, turns) < 0 {
		return text
	}
	return first + text + end
}

// turns reports whether a character is read from the right, or makes others be read so.
func turns(r rune) bool {
	p, _ := bidi.LookupRune(r)
	switch p.Class() {
	case bidi.R, bidi.AL, bidi.AN, bidi.RLE, bidi.RLO, bidi.RLI:
		return true
	}
	return false
}

// Isolated is a text that is the same in every language, such as a name in a menu. It keeps what
// stands beside it in its place.
func Isolated(text string) Raw { return Raw(isolated(text)) }

// WithoutControls returns a text without control characters that are no spaces.
func WithoutControls(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// IsVisible reports whether people can see any character of a text.
func IsVisible(text string) bool {
	const blankBraille = '\u2800'
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsPrint(r) && r != blankBraille && !unicode.In(r, unicode.Zs, unicode.M, unicode.Other_Default_Ignorable_Code_Point)
	})
}

// Name returns a name as it is kept: without control characters, and "" if nobody can see it.
func Name(name string) string {
	if name = WithoutControls(name); !IsVisible(name) {
		return ""
	}
	return name
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

// In texts, the name of a slash command stands between these two characters of Unicode's
// private use area. The bot replaces them. People cannot type such names: [Quoted] and
// [Typed] remove the characters.
const (
	MentionStart = '\ue960'
	MentionEnd   = '\ue961'
)

// writtenCommand matches a slash command in one of the bot's own texts, such as
// `/sp path:true`: the name with a subcommand, and the options.
var writtenCommand = regexp.MustCompile("`/([a-z-]+(?: [a-z]+)?)((?: [a-z_]+:[^ `]+)*)`")

// WithMentions makes mentions of the commands in one of the bot's own texts. Their options
// stay code. All messages are read with it.
func WithMentions(text string) string {
	return writtenCommand.ReplaceAllStringFunc(text, func(written string) string {
		parts := writtenCommand.FindStringSubmatch(written)
		mention := string(MentionStart) + parts[1] + string(MentionEnd)
		if options := strings.TrimSpace(parts[2]); options != "" {
			mention += " `" + options + "`"
		}
		return mention
	})
}
