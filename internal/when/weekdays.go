package when

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"chess960bot/internal/chess960/typed"
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
	text := dashes().ReplaceAllString(typed.Fold(strings.TrimSpace(typed.Plain(s))), "-")
	days, err := inLanguages(text, languages, func(c *calendar) (Weekdays, error) { return c.weekdaysOf(text) })
	if err != nil {
		return 0, fmt.Errorf("parse weekdays %q: %w", s, err)
	}
	return days, nil
}

// dashes are what people type in a range.
var dashes = typed.Lazy(`\.? ?- ?`)

// weekdaysOf reads a set of weekdays in a language.
func (c *calendar) weekdaysOf(typed string) (Weekdays, error) {
	words := strings.Fields(typed)
	for {
		if days, ok := c.namedSet(strings.Join(words, "-")); ok {
			return days, nil
		}
		if len(words) < 2 || !c.isBeside(words[0]) {
			break
		}
		words = words[1:]
	}
	typed = strings.Join(words, " ")
	for _, names := range c.days {
		for _, name := range names {
			typed = strings.ReplaceAll(typed, strings.ReplaceAll(name, "-", " "), name)
		}
	}
	parts := strings.FieldsFunc(typed, func(r rune) bool { return strings.ContainsRune(" ,;/+&.", r) })
	var set Weekdays
	for i, part := range parts {
		if 0 < i && i+1 < len(parts) && c.is(part, "to") {
			if days, err := c.parseDays(parts[i-1] + "-" + parts[i+1]); err == nil {
				set |= days
				continue
			}
		}
		if c.isBeside(part) {
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

// isBeside reports whether a word means nothing beside days.
func (c *calendar) isBeside(word string) bool {
	return c.is(word, "beside days") || c.is(word, "every")
}

// namedSet returns the set of weekdays that a word names.
func (c *calendar) namedSet(word string) (days Weekdays, ok bool) {
	for i, line := range []string{"daily", "weekend", "weekdays"} {
		if c.is(word, line) {
			return [...]Weekdays{EveryDay, Weekend, Workdays}[i], true
		}
	}
	return 0, false
}

// parseDays reads one word of a list: a named set, a day, or a range of days. It
// returns allDays for every day.
func (c *calendar) parseDays(word string) (Weekdays, error) {
	if days, ok := c.namedSet(word); ok {
		return cmp.Or(days, allDays), nil
	}
	first, err := c.parseDay(word)
	if err == nil {
		return 1 << first, nil
	}
	for at, r := range word { // a name may have a dash, too
		if r != '-' {
			continue
		}
		first, fromErr := c.parseDay(word[:at])
		last, toErr := c.parseDay(word[at+1:])
		if err = cmp.Or(fromErr, toErr); err == nil {
			return daysFrom(first, last), nil
		}
	}
	return 0, err
}

// daysFrom returns the days from one to another.
func daysFrom(first, last time.Weekday) (days Weekdays) {
	for d := first; ; d = (d + 1) % 7 {
		days |= 1 << d
		if d == last {
			return days
		}
	}
}

// parseDay reads a weekday or the start of its name.
func (c *calendar) parseDay(word string) (time.Weekday, error) {
	var found time.Weekday
	var readings []string
	for _, d := range week {
		if slices.Contains(c.days[d], word) {
			return d, nil
		}
		if begins(word, c.days[d]) {
			found, readings = d, append(readings, c.usual[d])
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
