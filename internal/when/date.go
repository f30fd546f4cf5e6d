// Package when reads dates, times of day, weekdays and time zones as people type
// them, and prints them:
//
//	ParseDate      "2026-11-20", "20 Nov", "tomorrow"
//	ParseMinute    "19:30", "7pm", "noon"
//	ParseWeekdays  "mon,thu", "weekend", "mon-fri"
//	ParseZone      "Europe/Berlin", "Munich", "UTC+2"
//
// A parser never guesses: for a text with several meanings it returns an
// [*AmbiguousError] that names them. [FindCities] suggests cities while somebody
// types. The names of zones and cities are embedded, and so is the time-zone
// database: every machine knows the same zones.
package when

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"chess960bot/internal/chess960/typed"
)

// A Date is a day of the Gregorian calendar, as the number of days since
// 1970-01-01. It belongs to no time zone.
type Date int

const secondsPerDay = 24 * 60 * 60

// DateOf returns the date of t in its own time zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return dateOf(y, m, d)
}

// dateOf returns a date. Days outside the month count on into the next.
func dateOf(year int, month time.Month, day int) Date {
	return Date(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

// UTC returns the date's midnight in UTC.
func (d Date) UTC() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// String returns the date as 2006-01-02.
func (d Date) String() string { return d.UTC().Format(time.DateOnly) }

// The forms of dates. A dot always puts the day first, as in German; a slash may
// put the month first, as in American English.
var (
	yearFirst  = typed.Lazy(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$`)
	dotted     = typed.Lazy(`^(\d{1,2})\. ?(\d{1,2})\.? ?(\d{4})?$`)
	slashed    = typed.Lazy(`^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{4}))?$`)
	dayMonth   = typed.Lazy(`^([0-9]{1,2})(?:st|nd|rd|th|er|º|\.)? (?:(?:of|de) )?(\p{L}{3,10})\.?,?(?: (?:de )?(\d{4}))?$`)
	monthDay   = typed.Lazy(`^(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,?(?: (\d{4}))?$`)
	manySpaces = typed.Lazy(`\s+`)
)

// ParseDate reads a date: "2026-11-20", "20.11.2026", "20 Nov 2026", "Nov 20",
// "today", "tomorrow", "yesterday", "on 20 Nov", also with the words of the languages of a
// reader, the first one first. A date without a year is in today's year. The error is an
// *AmbiguousError for a date such as "5/6/2026", which may be in May or in June, and a
// *NoDateError for one such as "30 February".
func ParseDate(s string, today Date, languages ...string) (Date, error) {
	typed := manySpaces().ReplaceAllString(strings.ToLower(strings.TrimSpace(s)), " ")
	d, err := inLanguages(typed, languages, func(c calendar) (Date, error) { return c.date(typed, today) })
	if err != nil {
		return 0, fmt.Errorf("parse date %q: %w", s, err)
	}
	return d, nil
}

// A NoDateError is returned for a date that the calendar does not have.
type NoDateError struct {
	Date string // "2026-02-30", or "2026-13-01"
}

// Error names the date.
func (e *NoDateError) Error() string { return "impossible date " + e.Date }

// date reads a date in a language.
func (c calendar) date(typed string, today Date) (Date, error) {
	for i, line := range []string{"yesterday", "today", "tomorrow"} {
		if c.is(typed, line) {
			return today + Date(i-1), nil
		}
	}
	words := strings.Fields(typed)
	for len(words) > 1 && c.is(words[0], "beside days") {
		words = words[1:]
	}
	for len(words) > 1 && c.is(strings.TrimSuffix(words[len(words)-1], "."), "beside days") {
		words = words[:len(words)-1]
	}
	typed = strings.Join(words, " ")
	thisYear := strconv.Itoa(today.UTC().Year())
	if m := yearFirst().FindStringSubmatch(typed); m != nil {
		return numbered(m[1], m[2], m[3])
	}
	if m := dotted().FindStringSubmatch(typed); m != nil {
		return numbered(cmp.Or(m[3], thisYear), m[2], m[1])
	}
	if m := slashed().FindStringSubmatch(typed); m != nil {
		return eitherOrder(typed, cmp.Or(m[3], thisYear), m[1], m[2])
	}
	if m := dayMonth().FindStringSubmatch(typed); m != nil {
		return c.named(cmp.Or(m[3], thisYear), m[2], m[1])
	}
	if m := monthDay().FindStringSubmatch(typed); m != nil {
		return c.named(cmp.Or(m[3], thisYear), m[1], m[2])
	}
	return c.afterDay(typed, today)
}

// afterDay reads a date after its weekday, “Friday, 20 November”. Another day's name is no date.
func (c calendar) afterDay(typed string, today Date) (Date, error) {
	word, rest, _ := strings.Cut(typed, " ")
	day, err := c.parseDay(strings.TrimRight(word, ",."))
	if err != nil || !strings.ContainsAny(rest, "0123456789") {
		return 0, errUnread
	}
	d, err := c.date(rest, today)
	if err == nil && d.UTC().Weekday() != day {
		return 0, errUnread
	}
	return d, err
}

// numbered returns the date with a year, month and day in digits.
func numbered(year, month, day string) (Date, error) {
	y, _ := strconv.Atoi(year)
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	date := dateOf(y, time.Month(m), d)
	if m < 1 || m > 12 || date.UTC().Day() != d || d < 1 || y < 1 {
		return 0, &NoDateError{fmt.Sprintf("%04d-%02d-%02d", y, m, d)}
	}
	return date, nil
}

// eitherOrder returns the only date that two numbers can mean, the day first or the
// month first. An impossible date is named with the number up to 12 as its month.
func eitherOrder(typed, year, a, b string) (Date, error) {
	dayFirst, dayErr := numbered(year, b, a)
	monthFirst, monthErr := numbered(year, a, b)
	month, _ := strconv.Atoi(b)
	switch {
	case dayErr != nil && monthErr != nil && month > 12:
		return 0, monthErr
	case dayErr != nil && monthErr != nil:
		return 0, dayErr
	case dayErr != nil:
		return monthFirst, nil
	case monthErr != nil || dayFirst == monthFirst:
		return dayFirst, nil
	}
	return 0, &AmbiguousError{Text: typed, Readings: []string{dayFirst.String(), monthFirst.String()}}
}

// named returns the date with a month's name, or the first letters of only one.
func (c calendar) named(year, month, day string) (Date, error) {
	var found []int
	for i, names := range c.names("months") {
		if begins(month, names) {
			found = append(found, i+1)
		}
	}
	if len(found) != 1 {
		return 0, errUnread
	}
	return numbered(year, strconv.Itoa(found[0]), day)
}

// A calendar is a language with words for days, dates and times, by its code.
type calendar string

var calendars = sync.OnceValue(func() (all []calendar) {
	for _, code := range typed.With("days") {
		all = append(all, calendar(code))
	}
	return all
})

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
		if !slices.Contains(calendars(), calendar(language)) {
			continue
		}
		if read, err := parse(calendar(language)); !errors.Is(err, errUnread) {
			return read, err
		}
	}
	var found []T
	var readings []string
	for _, c := range calendars() {
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
