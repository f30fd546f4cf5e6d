package when

import (
	"fmt"
	"slices"
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

// namedDays are the words for sets of weekdays.
var namedDays = map[string]Weekdays{
	"daily": EveryDay, "everyday": EveryDay, "all": EveryDay,
	"weekend": Weekend, "weekends": Weekend,
	"weekday": Workdays, "weekdays": Workdays, "workday": Workdays, "workdays": Workdays,
}

// ParseWeekdays reads a set of weekdays: "daily", "weekend", "weekdays", days and
// their abbreviations such as "mon,thu" or "Tuesday and Friday", or ranges such as
// "mon-fri". The error is an *AmbiguousError for "t", which may be Tuesday or
// Thursday.
func ParseWeekdays(s string) (Weekdays, error) {
	typed := strings.ToLower(strings.TrimSpace(s))
	typed = strings.ReplaceAll(typed, "every day", "daily")
	parts := strings.FieldsFunc(typed, func(r rune) bool { return strings.ContainsRune(" ,;/+&.", r) })
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "and" || part == "every" || part == "on" })
	if len(parts) == 0 {
		return 0, fmt.Errorf("parse weekdays %q: there is no day", s)
	}
	var set Weekdays
	for _, part := range parts {
		days, err := parseDays(part)
		if err != nil {
			return 0, fmt.Errorf("parse weekdays %q: %w", s, err)
		}
		set |= days
	}
	if set == allDays {
		return EveryDay, nil
	}
	return set, nil
}

// parseDays reads one word of a list: a named set, a day, or a range of days. It
// returns allDays for every day.
func parseDays(word string) (Weekdays, error) {
	if days, ok := namedDays[word]; ok {
		if days == EveryDay {
			days = allDays
		}
		return days, nil
	}
	from, to, isRange := strings.Cut(word, "-")
	first, err := parseDay(from)
	if err != nil || !isRange {
		return 1 << first, err
	}
	last, err := parseDay(to)
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
func parseDay(word string) (time.Weekday, error) {
	var found []time.Weekday
	for _, d := range week {
		if name := strings.ToLower(d.String()); word != "" && (strings.HasPrefix(name, word) || word == name+"s") {
			found = append(found, d)
		}
	}
	switch {
	case len(found) == 0:
		return 0, fmt.Errorf("%q is not a day of the week", word)
	case len(found) > 1:
		var readings []string
		for _, d := range found {
			readings = append(readings, d.String())
		}
		return 0, &AmbiguousError{Text: word, Readings: readings}
	}
	return found[0], nil
}
