// Package when reads dates, times of day, moments, weekdays and time zones as people type
// them, and prints them:
//
//	ParseDate      "2026-11-20", "20 Nov", "tomorrow", "next Monday", "in 3 days"
//	ParseMinute    "19:30", "7pm", "8 in the evening", "noon"
//	ParseMoment    "in 10 minutes", "tomorrow at 19:30", "Thursday 7pm"
//	ParseWeekdays  "mon,thu", "weekend", "mon-fri"
//	ParseZone      "Europe/Berlin", "Munich", "UTC+2"
//
// A parser never guesses: for a text with several meanings it returns an
// [*AmbiguousError] that names them. [FindCities] suggests cities while somebody
// types. The names of zones and cities are embedded, and so is the time-zone
// database: every machine knows the same zones.
//
// Days, times and moments have one reader. The words of a text become kinds, such as a number, a month or
// a part of the day, and regular expressions over the kinds are the shapes that can be read. The words of
// a language are those of Unicode CLDR in the folder cldr, and those of package typed.
package when

import (
	"fmt"
	"strings"
	"time"

	"chess960bot/internal/voice"
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

// ParseDate reads a date: "2026-11-20", "20.11.2026", "20 Nov 2026", "Nov 20",
// "today", "tomorrow", "Friday", "next Friday", "in 3 days", "on 20 Nov", also with the words of the languages of a
// reader, the first one first. A date without a year is in today's year, a weekday is today or the
// next such day, and after “next” not today. The error is an
// *AmbiguousError for a date such as "5/6/2026", which may be in May or in June, and a
// *NoDateError for one such as "30 February".
func ParseDate(s string, today Date, languages ...string) (Date, error) {
	text, words := strings.ToLower(strings.Join(strings.Fields(s), " ")), wordsOf(s)
	d, err := inLanguages(text, languages, func(c *calendar) (Date, error) {
		return only(text, c.matches(dayShape(), words), func(m match) (Date, error) { return m.date(text, today) })
	})
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

// date returns the date of a match.
func (m match) date(text string, today Date) (Date, error) {
	const minutes = 24 * 60
	if days, ok := m.number("day"); ok {
		return today + Date(days), nil
	}
	if weekday, ok := m.number("weekday"); ok {
		days := (weekday - int(today.UTC().Weekday()) + 7) % 7
		switch kind := m["weekday"][0].kind; {
		case kind == 'L':
			days -= 7
		case days == 0 && (kind == 'V' || m["next"] != nil):
			days = 7
		}
		return today + Date(days), nil
	}
	if m["in"] != nil || m["ago"] != nil {
		return today + Date(amount(m["in"])/minutes-amount(m["ago"])/minutes), nil
	}
	year, ok := m.number("y")
	switch {
	case !ok:
		year = today.UTC().Year()
	case m["y"][0].kind == '2':
		year += 2000
	}
	if a, ok := m.number("a"); ok {
		b, _ := m.number("b")
		return eitherOrder(text, year, a, b)
	}
	month, _ := m.number("m")
	d, _ := m.number("d")
	date, err := numbered(year, month, d)
	if weekday, ok := m.number("before"); ok && err == nil && date.UTC().Weekday() != time.Weekday(weekday) {
		return 0, errUnread
	}
	return date, err
}

// numbered returns the date with a year, month and day.
func numbered(y, m, d int) (Date, error) {
	date := dateOf(y, time.Month(m), d)
	if m < 1 || m > 12 || date.UTC().Day() != d || d < 1 || y < 1 {
		return 0, &NoDateError{fmt.Sprintf("%04d-%02d-%02d", y, m, d)}
	}
	return date, nil
}

// eitherOrder returns the only date that two numbers can mean, the day first or the
// month first. An impossible date is named with the number up to 12 as its month.
func eitherOrder(text string, year, a, b int) (Date, error) {
	dayFirst, dayErr := numbered(year, b, a)
	monthFirst, monthErr := numbered(year, a, b)
	switch {
	case dayErr != nil && monthErr != nil && b > 12:
		return 0, monthErr
	case dayErr != nil && monthErr != nil:
		return 0, dayErr
	case dayErr != nil:
		return monthFirst, nil
	case monthErr != nil || dayFirst == monthFirst:
		return dayFirst, nil
	}
	return 0, &AmbiguousError{Text: text, Readings: []string{dayFirst.String(), monthFirst.String()}}
}

// ShortWords returns the date without its weekday: "20 November 2026".
func (d Date) ShortWords() voice.Sentence {
	at := d.UTC()
	return voice.Say("when.shortDay", voice.F{"Day": voice.DayOfMonth(at.Day()), "Month": Month(at.Month()), "Year": at.Year()})
}

// Words returns the date as people write it: "Friday, 20 November 2026".
func (d Date) Words() voice.Sentence {
	at := d.UTC()
	return voice.Say("when.day", voice.F{
		"Weekday": weekday(at.Weekday()), "Day": voice.DayOfMonth(at.Day()), "Month": Month(at.Month()), "Year": at.Year(),
	})
}

// Words returns the set as people say it: "every day", "Monday to Friday", "Monday and
// Thursday".
func (w Weekdays) Words() voice.Sentence {
	switch w {
	case EveryDay:
		return voice.Phrase("when.everyDay")
	case Workdays:
		return voice.Phrase("when.workdays")
	}
	return w.Days()
}

// Days lists the days of a set that is not EveryDay, as words.
func (w Weekdays) Days() (days voice.And) {
	for _, d := range week {
		if w&(1<<d) != 0 {
			days = append(days, weekday(d))
		}
	}
	return days
}

// A weekday is a word.
type weekday time.Weekday

// Word returns the name of the day.
func (d weekday) Word() string {
	return [...]string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}[d]
}

// A Month is a word.
type Month time.Month

// Word returns the name of the month.
func (m Month) Word() string {
	return [...]string{
		"january", "february", "march", "april", "may", "june",
		"july", "august", "september", "october", "november", "december",
	}[m-1]
}

// An AmbiguousError is returned for a text with several possible meanings. Parsers
// name the meanings and never guess.
type AmbiguousError struct {
	Text     string
	Readings []string // at least two, each as the parser reads it
	More     bool     // the text has other meanings too
	Country  bool     // the text is a country, and the readings are cities of its time zones
}

// Error lists the meanings: `"5/6/2026" is ambiguous: ["2026-06-05" "2026-05-06"]`.
func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q is ambiguous: %q", e.Text, e.Readings)
}

// Words names the meanings.
func (e *AmbiguousError) Words() voice.Sentence {
	kind := "all"
	switch {
	case e.Country && e.More:
		kind = "someCities"
	case e.Country:
		kind = "allCities"
	case e.More:
		kind = "some"
	}
	var readings voice.Or
	for _, reading := range e.Readings {
		readings = append(readings, voice.Code(voice.Raw(reading)))
	}
	return voice.Say("when.ambiguous."+kind, voice.F{"Typed": voice.Quoted(e.Text), "Readings": readings})
}
