package daily

import (
	"fmt"
	"strings"
	"time"
)

// A Date is a day of the Gregorian calendar, as the number of days since
// 1970-01-01. It belongs to no time zone.
type Date int

// DateOf returns the date of t in its own time zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

const secondsPerDay = 24 * 60 * 60

// ParseDate reads a date as 2006-01-02.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, strings.TrimSpace(s))
	if err != nil {
		return 0, fmt.Errorf("parse date %q: not a day as YYYY-MM-DD", s)
	}
	return Date(t.Unix() / secondsPerDay), nil
}

// utc returns the date's midnight in UTC.
func (d Date) utc() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// String returns the date as 2006-01-02.
func (d Date) String() string { return d.utc().Format(time.DateOnly) }

// Words returns the date as people write it: "Friday, 20 November 2026".
func (d Date) Words() string { return d.utc().Format("Monday, 2 January 2006") }
