package when

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// Weekdays is a set of days of the week: bit n stands for time.Weekday(n). The zero
// set means every day.
type Weekdays uint8

// Sets of weekdays that have names.
const (
	EveryDay Weekdays = 0
	Weekend  Weekdays = 1<<time.Saturday | 1<<time.Sunday
	Workdays Weekdays = allDays &^ Weekend

	allDays Weekdays = 1<<7 - 1
)

// Has reports whether a date falls on one of the weekdays.
func (w Weekdays) Has(d Date) bool {
	return w == EveryDay || w&(1<<d.UTC().Weekday()) != 0
}

// week is the order in which weekdays are written.
var week = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday}

// String returns the set as ParseWeekdays reads it: "daily", "weekdays",
// "weekend", or a list such as "mon,thu".
func (w Weekdays) String() string {
	switch w {
	case EveryDay:
		return "daily"
	case Workdays:
		return "weekdays"
	case Weekend:
		return "weekend"
	}
	var names []string
	for _, d := range week {
		if w&(1<<d) != 0 {
			names = append(names, strings.ToLower(d.String()[:3]))
		}
	}
	return strings.Join(names, ",")
}

// ParseWeekdays reads a set of weekdays: "daily", "weekend", "weekdays", days and
// their abbreviations such as "mon,thu" or "Tuesday and Friday", or ranges such as
// "mon-fri" or "mon – fri", in the languages of a reader, the first one first. The error
// is an *AmbiguousError for "t", which may be Tuesday or Thursday.
func ParseWeekdays(s string, languages ...string) (Weekdays, error) {
	typed := dashes.Replace(strings.ToLower(strings.TrimSpace(s)))
	days, err := inLanguages(typed, languages, func(c calendar) (Weekdays, error) { return c.weekdaysOf(typed) })
	if err != nil {
		return 0, fmt.Errorf("parse weekdays %q: %w", s, err)
	}
	return days, nil
}

// dashes are what people type in a range.
var dashes = strings.NewReplacer(" - ", "-", " – ", "-", "–", "-", "‑", "-")

// weekdaysOf reads a set of weekdays in a language.
func (c calendar) weekdaysOf(typed string) (Weekdays, error) {
	if days, ok := c.namedSet(strings.ReplaceAll(typed, " ", "-")); ok {
		return days, nil
	}
	for _, day := range c.days {
		for _, name := range strings.Fields(day) {
			typed = strings.ReplaceAll(typed, strings.ReplaceAll(name, "-", " "), name)
		}
	}
	parts := strings.FieldsFunc(typed, func(r rune) bool { return strings.ContainsRune(" ,;/+&.", r) })
	var set Weekdays
	for _, part := range parts {
		if isOne(part, c.links) {
			continue
		}
		days, err := c.parseDays(part)
		if err != nil {
			return 0, err
		}
		set |= days
	}
	switch set {
	case 0:
		return 0, errUnread
	case allDays:
		return EveryDay, nil
	}
	return set, nil
}

// namedSet returns the set of weekdays that a word names.
func (c calendar) namedSet(word string) (days Weekdays, ok bool) {
	switch {
	case isOne(word, c.daily):
		return EveryDay, true
	case isOne(word, c.weekend):
		return Weekend, true
	case isOne(word, c.weekdays):
		return Workdays, true
	}
	return 0, false
}

// parseDays reads one word of a list: a named set, a day, or a range of days. It
// returns allDays for every day.
func (c calendar) parseDays(word string) (Weekdays, error) {
	if days, ok := c.namedSet(word); ok {
		return cmp.Or(days, allDays), nil
	}
	first, err := c.parseDay(word)
	from, to, isRange := strings.Cut(word, "-")
	if err == nil || !isRange {
		return 1 << first, err
	}
	if first, err = c.parseDay(from); err != nil {
		return 0, err
	}
	last, err := c.parseDay(to)
	if err != nil {
		return 0, err
	}
	var days Weekdays
	for d := first; ; d = (d + 1) % 7 {
		days |= 1 << d
		if d == last {
			return days, nil
		}
	}
}

// parseDay reads a weekday or the start of its name.
func (c calendar) parseDay(word string) (time.Weekday, error) {
	var found time.Weekday
	var readings []string
	for _, d := range week {
		if begins(word, c.days[d]) {
			found, readings = d, append(readings, strings.Fields(c.days[d])[0])
		}
	}
	switch len(readings) {
	case 0:
		return 0, errUnread
	case 1:
		return found, nil
	}
	return 0, &AmbiguousError{Text: word, Readings: readings}
}
