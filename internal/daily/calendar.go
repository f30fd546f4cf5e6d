package daily

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A Minute is a time of day on a clock on the wall, in minutes after midnight:
// 0 to 1439.
type Minute int

// String returns the time as "07:30".
func (m Minute) String() string { return fmt.Sprintf("%02d:%02d", m/60, m%60) }

var timeOfDay = regexp.MustCompile(`^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.)?$`)

// ParseMinute reads a time of day: "19:30", "7:30", "7.30 pm", "7pm". An hour
// alone needs am or pm.
func ParseMinute(s string) (Minute, error) {
	m := timeOfDay.FindStringSubmatch(strings.ToLower(strings.TrimSpace(s)))
	if m == nil || m[2] == "" && m[3] == "" {
		return 0, fmt.Errorf("parse time of day %q: not as 19:30 or 7:30 pm", s)
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi(m[2])
	switch half := strings.ReplaceAll(m[3], ".", ""); {
	case half != "" && (hour < 1 || hour > 12):
		return 0, fmt.Errorf("parse time of day %q: %d is no hour of a twelve-hour clock", s, hour)
	case half == "am":
		hour %= 12
	case half == "pm":
		hour = hour%12 + 12
	}
	if hour > 23 || minute > 59 {
		return 0, fmt.Errorf("parse time of day %q: there is no such time", s)
	}
	return Minute(hour*60 + minute), nil
}

// At returns the instant at which the clocks of a place show a time on a date.
// Where they show it twice, as in the hour repeated in autumn, it is the first
// time. Where they skip it, it is the first instant after the gap, still under
// its own date. A date that the place skips altogether, such as 2011-12-30 in
// Apia, has no such instant, and ok is false.
func At(d Date, m Minute, place *time.Location) (t time.Time, ok bool) {
	const farthest = 26 * time.Hour // no place is farther from UTC
	wall := d.utc().Add(time.Duration(m) * time.Minute)
	for t := wall.Add(-farthest).In(place); ; {
		offset := offsetAt(t)
		end := zoneEnd(t)
		if shown := wall.Add(-offset); end.IsZero() || shown.Before(end) {
			return shown.In(place), true
		}
		if next := offsetAt(end); wall.Add(-next).Before(end) { // the clocks skip it
			dayStart, dayEnd := d.utc().Add(-offset), (d + 1).utc().Add(-next)
			return end, dayStart.Before(end) || dayEnd.After(end)
		}
		t = end
	}
}

// zoneEnd returns until when the clocks are as far ahead of UTC as at t, if not
// longer; zero for ever. Beyond the changes that the database lists, from 2038 on,
// ZoneBounds takes every year for one of 365 days: on the last day of a leap year
// it returns an end that is over.
func zoneEnd(t time.Time) time.Time {
	_, end := t.ZoneBounds()
	if !end.IsZero() && !end.After(t) {
		return t.Add(time.Hour)
	}
	return end
}

// offsetAt returns how far the clocks are ahead of UTC.
func offsetAt(t time.Time) time.Duration {
	_, seconds := t.Zone()
	return time.Duration(seconds) * time.Second
}

// Next returns the first date, and its instant, at which the clocks of a place
// show a time after the given instant.
func Next(after time.Time, m Minute, place *time.Location) (Date, time.Time) {
	for d := DateOf(after.In(place)) - 1; ; d++ {
		if t, ok := At(d, m, place); ok && t.After(after) {
			return d, t
		}
	}
}
