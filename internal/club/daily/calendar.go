package daily

import (
	"time"

	"chess960bot/internal/club/when"
)

// At returns the instant at which the clocks of a time zone show a time on a date.
// A time that comes twice, in the hour repeated in autumn, means the first of the
// two. A time that is skipped in spring means the first instant after the gap, even
// if the clocks then show the next date. For a date that the whole zone skips, such
// as 2011-12-30 in Apia, ok is false.
func At(d when.Date, m when.Minute, zone *time.Location) (t time.Time, ok bool) {
	const farthest = 26 * time.Hour // no zone is farther from UTC
	wall := d.UTC().Add(time.Duration(m) * time.Minute)
	for t := wall.Add(-farthest).In(zone); ; {
		offset := offsetAt(t)
		end := zoneEnd(t)
		if shown := wall.Add(-offset); end.IsZero() || shown.Before(end) {
			return shown.In(zone), true
		}
		if next := offsetAt(end); wall.Add(-next).Before(end) { // the clocks skip it
			dayStart, dayEnd := d.UTC().Add(-offset), (d + 1).UTC().Add(-next)
			return end, dayStart.Before(end) || dayEnd.After(end)
		}
		t = end
	}
}

// zoneEnd returns an instant up to which the zone's offset at t is certainly valid,
// or the zero time if the offset never changes again. The time-zone database lists
// changes up to 2037. For later years ZoneBounds assumes 365 days: on the last day
// of a leap year it returns an end that has passed. Then zoneEnd returns the next
// hour.
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

// Next returns the first of the weekdays after the given instant, as a date, and
// the instant at which the clocks of a time zone show the time on it.
func Next(after time.Time, m when.Minute, zone *time.Location, days when.Weekdays) (when.Date, time.Time) {
	for d := when.DateOf(after.In(zone)) - 1; ; d++ {
		if t, ok := At(d, m, zone); ok && days.Has(d) && t.After(after) {
			return d, t
		}
	}
}
