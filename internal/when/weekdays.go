package when

import (
	"cmp"
	"fmt"
	"math/bits"
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
	text := typed.Fold(strings.TrimSpace(typed.Plain(s)))
	words := wordsOf(text)
	days, err := inLanguages(text, languages, func(c *calendar) (Weekdays, error) { return c.weekdays(words) })
	if err != nil {
		return 0, fmt.Errorf("parse weekdays %q: %w", s, err)
	}
	return days, nil
}

// weekdays reads days, sets and ranges of days.
func (c *calendar) weekdays(words []string) (set Weekdays, err error) {
	const isOne = 1
	for last := EveryDay; len(words) > 0; {
		if words[0] == "-" || typed.IsOne(words[0], typed.Words(c.code, "to")) {
			to, used, err := c.daysAt(words[1:])
			if err == nil && bits.OnesCount8(uint8(last)) == isOne && bits.OnesCount8(uint8(to)) == isOne {
				for set |= to; last != to; last = last<<1&allDays | last>>6 {
					set |= last
				}
				words = words[1+used:]
				continue
			}
			if words[0] == "-" {
				return 0, cmp.Or(err, errUnread)
			}
		}
		days, used, err := c.daysAt(words)
		if err != nil {
			return 0, err
		}
		set, last, words = set|days, days, words[used:]
	}
	switch set {
	case 0:
		return 0, errUnread
	case allDays:
		return EveryDay, nil
	}
	return set, nil
}

// daysAt reads the day, or the days of a set, at the beginning of some words; 0 for a word that means
// nothing beside days. It returns the number of their words, too.
func (c *calendar) daysAt(words []string) (days Weekdays, used int, err error) {
	if len(words) == 0 || words[0] == "-" {
		return 0, 0, errUnread
	}
	found, used := c.meanings(words)
	for _, kinds := range []string{"SE", "YWw", ",;/+&."} {
		if i := slices.IndexFunc(found, func(m meaning) bool { return strings.IndexByte(kinds, m.kind) >= 0 }); i >= 0 {
			switch m := found[i]; m.kind {
			case 'Y':
				days = Weekdays(m.n)
			case 'W', 'w':
				days = 1 << m.n
			}
			return days, used, nil
		}
	}
	several := &AmbiguousError{Text: words[0]}
	for _, d := range week {
		if begins(words[0], c.days[d]) {
			several.Readings = append(several.Readings, c.usual[d])
		}
	}
	if len(several.Readings) < 2 || used > 2 { // a phrase such as “this Monday”
		return 0, 0, errUnread
	}
	return 0, 0, several
}
