package daily

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A Minute is a time of day in minutes after midnight: 0 to 1439.
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
		return 0, fmt.Errorf("parse time of day %q: %d is not an hour of a twelve-hour clock", s, hour)
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

// At returns the instant at which the clocks of a time zone show a time on a date.
// A time that they show twice, in the hour repeated in autumn, means the first of
// the two. A time that they skip in spring means the first instant after the gap,
// which still counts for its own date. A date that the zone skips, such as
// 2011-12-30 in Apia, has no such instant, and ok is false.
func At(d Date, m Minute, zone *time.Location) (t time.Time, ok bool) {
	const farthest = 26 * time.Hour // no zone is farther from UTC
	wall := d.utc().Add(time.Duration(m) * time.Minute)
	for t := wall.Add(-farthest).In(zone); ; {
		offset := offsetAt(t)
		end := zoneEnd(t)
		if shown := wall.Add(-offset); end.IsZero() || shown.Before(end) {
			return shown.In(zone), true
		}
		if next := offsetAt(end); wall.Add(-next).Before(end) { // the clocks skip it
			dayStart, dayEnd := d.utc().Add(-offset), (d + 1).utc().Add(-next)
			return end, dayStart.Before(end) || dayEnd.After(end)
		}
		t = end
	}
}

// zoneEnd returns an instant up to which the zone's offset at t is certainly valid,
// the zero time if it never ends. The time-zone database lists changes up to 2037.
// For later years ZoneBounds assumes 365 days: on the last day of a leap year it
// returns an end that has passed. Then zoneEnd returns the next hour.
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

// Next returns the first date, with its instant, on which the clocks of a time zone
// show a time after the given instant.
func Next(after time.Time, m Minute, zone *time.Location) (Date, time.Time) {
	for d := DateOf(after.In(zone)) - 1; ; d++ {
		if t, ok := At(d, m, zone); ok && t.After(after) {
			return d, t
		}
	}
}
