package voice

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// structure is a sentence that has no message: it puts others together.
type structure interface {
	Sentence
	in(v *Voice) string
}

// Sentences put together. What says nothing is left out.
type (
	Lines      []Sentence // one below the other
	Paragraphs []Sentence // with an empty line between them
	Bullets    []Sentence // a list
	Steps      []Sentence // a list with numbers, from 1
	Row        []Sentence // in one line, with “ · ” between them
	Run        []Sentence // one after the other in one paragraph
)

// Fitting are lines that have at most some characters together. Without the last ones, the
// sentence of More says how many lines are left out.
type Fitting struct {
	Lines []Sentence
	Most  int
	More  func(left int) Sentence
}

// InLanguage returns a sentence for a language of [Languages], such as a text from a file of
// that language.
type InLanguage func(language string) Sentence

// And and Or are lists of sentences or other values: "a, b and c", "a, b or c".
type (
	And []any
	Or  []any
)

// Cells are a row of a table within a block of code.
type Cells []Cell

// A Cell is a value that is at least as wide as its column, in characters. It stands on the
// right, and on the left if the width is negative.
type Cell struct {
	Of    any
	Width int
}

// Sentence returns "".
func (Cells) Sentence() string      { return "" }
func (Fitting) Sentence() string    { return "" }
func (InLanguage) Sentence() string { return "" }
func (Lines) Sentence() string      { return "" }
func (Paragraphs) Sentence() string { return "" }
func (Bullets) Sentence() string    { return "" }
func (Steps) Sentence() string      { return "" }
func (Row) Sentence() string        { return "" }
func (Run) Sentence() string        { return "" }
func (And) Sentence() string        { return "" }
func (Or) Sentence() string         { return "" }
func (around) Sentence() string     { return "" }
func (lower) Sentence() string      { return "" }

func (i InLanguage) in(v *Voice) string { return v.Say(i(v.language)) }
func (l Lines) in(v *Voice) string      { return strings.Join(v.all(l), "\n") }
func (p Paragraphs) in(v *Voice) string { return strings.Join(v.all(p), "\n\n") }
func (r Row) in(v *Voice) string        { return strings.Join(v.all(r), " · ") }
func (r Run) in(v *Voice) string        { return strings.Join(v.all(r), " ") }

func (c Cells) in(v *Voice) string {
	var texts []string
	for _, cell := range c {
		text, err := v.print(cell.Of)
		if err != nil {
			panic(err) // a value that cannot be said
		}
		texts = append(texts, fmt.Sprintf("%*s", cell.Width, text))
	}
	return strings.Join(texts, " ")
}

func (f Fitting) in(v *Voice) string {
	lines, length := v.all(f.Lines), 0
	for i, line := range lines {
		if length += utf8.RuneCountInString(line) + 1; length > f.Most {
			lines = append(lines[:i], v.Say(f.More(len(lines)-i)))
			break
		}
	}
	return strings.Join(lines, "\n")
}

func (b Bullets) in(v *Voice) string {
	lines := v.all(b)
	for i, line := range lines {
		lines[i] = "- " + line
	}
	return strings.Join(lines, "\n")
}

func (s Steps) in(v *Voice) string {
	lines := v.all(s)
	for i, line := range lines {
		lines[i] = strconv.Itoa(i+1) + ". " + line
	}
	return strings.Join(lines, "\n")
}

func (a And) in(v *Voice) string { return v.list(a, "voice.and") }
func (o Or) in(v *Voice) string  { return v.list(o, "voice.or") }

func (v *Voice) list(values []any, last string) string {
	text, err := v.printList(reflect.ValueOf(values), last)
	if err != nil {
		panic(err) // a value that cannot be said
	}
	return text
}

// all returns the sentences in words, without the empty ones.
func (v *Voice) all(sentences []Sentence) []string {
	var texts []string
	for _, s := range sentences {
		if text := v.Say(s); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// OrOf returns the list of the values of a slice.
func OrOf[T any](values []T) (all Or) {
	for _, value := range values {
		all = append(all, value)
	}
	return all
}

// around is a sentence between two marks of Markdown.
type around struct {
	before, after string
	of            Sentence
}

func (a around) in(v *Voice) string {
	if text := v.Say(a.of); text != "" {
		return a.before + text + a.after
	}
	return ""
}

// Heading returns the sentence as a heading. The largest has level 1, the smallest 3.
func Heading(level int, s Sentence) Sentence { return around{strings.Repeat("#", level) + " ", "", s} }

// Small returns the sentence, which must be one line, in small print. A sentence in small print
// stays as it is.
func Small(s Sentence) Sentence {
	if small, ok := s.(around); ok && small.before == "-# " {
		return s
	}
	return around{"-# ", "", s}
}

// Bold returns the sentence in bold letters.
func Bold(s Sentence) Sentence { return around{"**", "**", s} }

// Block returns the sentence as a block of code.
func Block(s Sentence) Sentence { return around{"```\n", "\n```", s} }

// Code returns the sentence as code.
func Code(s Sentence) Sentence { return around{"`", "`", s} }

// Lower returns the sentence, which must begin with an adjective, as it stands after a colon.
func Lower(s Sentence) Sentence { return lower{s} }

type lower struct{ of Sentence }

func (l lower) in(v *Voice) string {
	text := []rune(v.Say(l.of))
	text[0] = unicode.ToLower(text[0])
	return string(text)
}

// F are the facts of a sentence, by the names that its message has for them.
type F map[string]any

// Say makes a sentence that is only said: the message with an id, and its facts. A sentence with
// facts that somebody reads is a struct.
//
//	voice.Say("card.seenFrom", voice.F{"Viewer": v, "Player": t})
func Say(id string, facts F) Sentence { return said{id, facts} }

type said struct {
	id    string
	facts F
}

// Sentence returns the id.
func (s said) Sentence() string { return s.id }

// plural returns the number that chooses the form of the message, nil for none.
func (s said) plural() any {
	for _, fact := range s.facts {
		if n, ok := fact.(counted); ok {
			return n.Count()
		}
	}
	return nil
}

// A Count is a number that chooses the plural form of its message. It prints as digits.
type Count int

// Count returns the number.
func (c Count) Count() int { return int(c) }

// A Plural is a list whose length chooses the plural form of its message.
type Plural[T any] []T

// Count returns how many elements there are.
func (p Plural[T]) Count() int { return len(p) }

// Grouped is a number that prints with separators: "4,446".
type Grouped int

// Sentence returns "".
func (Grouped) Sentence() string { return "" }

func (g Grouped) in(v *Voice) string { return Decimal{Value: float64(g)}.in(v) }

// A DayOfMonth prints as digits, and the first as the language writes the day of a date: "1er".
type DayOfMonth int

// Sentence returns "".
func (DayOfMonth) Sentence() string { return "" }

func (d DayOfMonth) in(v *Voice) string {
	if _, own := v.messages["voice.firstOfMonth"]; own && d == 1 {
		return v.Say(Phrase("voice.firstOfMonth"))
	}
	return strconv.Itoa(int(d))
}

// A Decimal is a number with a fixed number of decimal places: "0.29".
type Decimal struct {
	Value  float64
	Places int
	Signed bool // with + in front of a number above zero
}

// Sentence returns "".
func (Decimal) Sentence() string { return "" }

func (d Decimal) in(v *Voice) string {
	digits := strconv.FormatFloat(math.Abs(d.Value), 'f', d.Places, 64)
	text := v.number(digits)
	switch {
	case strings.Trim(digits, "0.") == "":
		return text
	case d.Value < 0:
		return "−" + text
	case d.Signed:
		return "+" + text
	}
	return text
}

// A Moment is a time that Discord shows in each reader's zone and language.
type Moment struct {
	Time  time.Time
	Style Style
}

// A Style is one of Discord's letters for the way to show a moment.
type Style byte

// The styles, with examples.
const (
	ShortTime     Style = 't' // 16:20
	LongTime      Style = 'T' // 16:20:30
	ShortDate     Style = 'd' // 20/04/2021
	LongDate      Style = 'D' // April 20, 2021
	ShortDateTime Style = 'f' // April 20, 2021 16:20
	LongDateTime  Style = 'F' // Tuesday, April 20, 2021 16:20
	Relative      Style = 'R' // 2 months ago
)

// Sentence returns "".
func (Moment) Sentence() string { return "" }

func (m Moment) in(*Voice) string {
	return "<t:" + strconv.FormatInt(m.Time.Unix(), 10) + ":" + string(rune(m.Style)) + ">"
}
