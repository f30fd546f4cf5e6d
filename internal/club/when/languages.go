package when

import (
	"errors"
	"slices"
	"strings"

	"chess960bot/internal/chess960/typed"
)

// A calendar is a language with words for days, dates and times, by its code.
type calendar string

var calendars = func() (all []calendar) {
	for _, code := range typed.With("days") {
		all = append(all, calendar(code))
	}
	return all
}()

// is reports whether a word is one of a line of package typed.
func (c calendar) is(word, line string) bool { return typed.IsOne(word, typed.Words(string(c), line)) }

// names returns the words of several things: of the days from Sunday, of the months.
func (c calendar) names(line string) []string {
	return strings.Split(typed.Words(string(c), line), ";")
}

// begins reports whether a word is one of several, or its beginning.
func begins(word, of string) bool {
	beginning := typed.Fold(word)
	return word != "" && slices.ContainsFunc(strings.Fields(of), func(w string) bool { return strings.HasPrefix(typed.Fold(w), beginning) })
}

// errUnread says that a text is not of a language.
var errUnread = errors.New("not a text of this language")

// inLanguages reads a text in the languages of a reader, the first one first, and then in
// English. Another language counts only if all others that can read the text agree. The error is
// that of the first language that understands the words, and else the English one.
func inLanguages[T interface {
	comparable
	String() string
}](typed string, of []string, parse func(calendar) (T, error)) (T, error) {
	var none T
	for _, language := range append(slices.Clone(of), "en") {
		if !slices.Contains(calendars, calendar(language)) {
			continue
		}
		if read, err := parse(calendar(language)); !errors.Is(err, errUnread) {
			return read, err
		}
	}
	var found []T
	var readings []string
	for _, c := range calendars {
		if read, err := parse(c); err == nil && !slices.Contains(found, read) {
			found, readings = append(found, read), append(readings, read.String())
		}
	}
	switch len(found) {
	case 0:
		return none, errUnread
	case 1:
		return found[0], nil
	}
	return none, &AmbiguousError{Text: typed, Readings: readings}
}
