package voice

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
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
