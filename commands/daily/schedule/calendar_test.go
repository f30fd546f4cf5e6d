package schedule

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/when"
	"chess960bot/internal/workshop/testrun"
)

func TestAtKnownChanges(t *testing.T) {
	for _, c := range []struct{ zone, date, clock, want string }{
		{"Europe/Berlin", "2026-11-20", "19:30", "2026-11-20T18:30:00Z"},
		{"Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T01:00:00Z"},    // skipped: 03:00 summer time
		{"Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T00:30:00Z"},    // twice: the first
		{"America/New_York", "2026-03-08", "02:30", "2026-03-08T07:00:00Z"}, // skipped
		{"America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00Z"}, // twice
		{"America/Santiago", "2026-09-06", "00:00", "2026-09-06T04:00:00Z"}, // midnight skipped: 01:00
		{"America/Santiago", "2026-04-04", "23:30", "2026-04-05T02:30:00Z"}, // the day's last hour twice
		{"Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30:00Z"},
		{"Pacific/Apia", "2011-12-29", "12:00", "2011-12-29T22:00:00Z"},
		{"Pacific/Apia", "2011-12-30", "12:00", ""}, // there was no such day
		{"Pacific/Apia", "2011-12-31", "12:00", "2011-12-30T22:00:00Z"},
	} {
		zone, err := when.LoadZone(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := when.ParseDate(c.date, 0)
		m, _ := when.ParseMinute(c.clock)
		got := ""
		if at, ok := At(d, m, zone); ok {
			got = at.UTC().Format(time.RFC3339)
		}
		if got != c.want {
			t.Errorf("%s %s in %s is %q, want %q", c.date, c.clock, c.zone, got, c.want)
		}
	}
}

// zoneNames returns the names of all zones that may be chosen.
func zoneNames(t *testing.T) []string {
	names, err := os.ReadFile("../../../internal/when/zones.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(names))
}

// TestAtAgainstBruteForce steps through the clocks of every zone minute by minute around
// every change from 2010 to 2037, and compares At with what they show. Only long
// runs use all changes.
func TestAtAgainstBruteForce(t *testing.T) {
	t.Parallel()
	changes := 0
	for i, name := range zoneNames(t) {
		zone, err := when.LoadZone(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC).In(zone); ; {
			_, end := at.ZoneBounds()
			if end.IsZero() || end.Year() > 2037 {
				break
			}
			if changes++; testrun.Long() || (changes+i)%500 == 0 {
				checkChange(t, zone, end)
			}
			at = end
		}
	}
	if changes < 10_000 {
		t.Errorf("only %d changes of clocks found", changes)
	}
}

// checkChange compares At with the clocks of four days around a change.
func checkChange(t *testing.T, zone *time.Location, update time.Time) {
	t.Helper()
	type reading struct {
		d when.Date
		m when.Minute
	}
	first := map[reading]time.Time{}
	days := map[when.Date]bool{}
	start := update.Add(-96 * time.Hour).Truncate(time.Minute)
	for at := start; at.Before(update.Add(96 * time.Hour)); at = at.Add(time.Minute) {
		local := at.In(zone)
		r := reading{when.DateOf(local), when.Minute(local.Hour()*60 + local.Minute())}
		if _, ok := first[r]; !ok && local.Second() == 0 {
			first[r] = at
		}
		days[r.d] = true
	}
	for d := when.DateOf(update.In(zone)) - 2; d <= when.DateOf(update.In(zone))+1; d++ {
		for m := when.Minute(0); m < 24*60; m += 5 {
			got, ok := At(d, m, zone)
			want, shown := first[reading{d, m}]
			switch {
			case !days[d]:
				if ok {
					t.Fatalf("%v: %v has no %v, but %v on it is %v", zone, update, d, m, got)
				}
			case shown && (!ok || !got.Equal(want)):
				t.Fatalf("%v: %v %v is %v, the clocks show it at %v", zone, d, m, got, want)
			case !shown && (!ok || !got.Equal(update)):
				t.Fatalf("%v: %v %v is skipped and comes at %v, want %v", zone, d, m, got, update)
			}
		}
	}
}

// Next returns every day once, in order, across all changes of clocks.
func TestNext(t *testing.T) {
	for _, name := range []string{"Europe/Berlin", "America/Santiago", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca"} {
		zone, err := when.LoadZone(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []when.Minute{0, 30, 2*60 + 30, 12 * 60, 23*60 + 59} {
			at := time.Date(2010, 1, 1, 0, 0, 0, 0, zone)
			var last when.Date
			for at.Year() < 2014 {
				d, next := Next(at, m, zone, when.EveryDay)
				if !next.After(at) || last != 0 && d != last+1 && !(name == "Pacific/Apia" && d == last+2) {
					t.Fatalf("%s %v: after %v on %v comes %v on %v", name, m, at, last, next, d)
				}
				last, at = d, next
			}
		}
	}
}

func TestPositionOfTheDay(t *testing.T) {
	for start := when.Date(-1000); start < 2000; start += 500 {
		seen := map[int]when.Date{}
		for d := start; d < start+960; d++ {
			sp := PositionOf(d).SP()
			if earlier, ok := seen[sp]; ok {
				t.Fatalf("SP %d on %v and again on %v", sp, earlier, d)
			}
			seen[sp] = d
		}
	}
	// A new release must not change the position of a date.
	for date, want := range map[string]int{"1969-12-31": 438, "1970-01-01": 657, "2026-11-20": 238, "2027-01-01": 540} {
		d, _ := when.ParseDate(date, 0)
		if got := PositionOf(d).SP(); got != want {
			t.Errorf("%s has SP %d, had SP %d", date, got, want)
		}
	}
}

// Next returns every day also at the end of a leap year after 2037, which the list of
// changes does not reach.
func TestNextAtTheEndOfALeapYear(t *testing.T) {
	t.Parallel()
	names, done := zoneNames(t), make(chan bool)
	go func() {
		defer close(done)
		for _, name := range names {
			zone, err := when.LoadZone(name)
			if err != nil {
				t.Error(err)
				return
			}
			for _, year := range []int{2028, 2040, 2104} {
				start := time.Date(year, 12, 28, 0, 0, 0, 0, zone)
				date := when.DateOf(start)
				for at, want := start, date; want < date+7; want++ {
					got, next := Next(at, 18*60, zone, when.EveryDay)
					if got != want || when.DateOf(next) != want || next.Hour() != 18 {
						t.Errorf("%s: after %v comes %v at %v, want %v", zone, at, got, next, want)
					}
					at = next
				}
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("it goes on for ever")
	}
}

// TestNextOnWeekdays steps minute by minute through three weeks with a change of clocks,
// and compares Next with the first minute on a chosen weekday, for every set of weekdays.
func TestNextOnWeekdays(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]time.Time{
		"Europe/Berlin":    time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC),
		"America/New_York": time.Date(2026, 3, 3, 0, 0, 0, 0, time.UTC),
		"Pacific/Apia":     time.Date(2011, 12, 24, 0, 0, 0, 0, time.UTC), // skips Friday, 30 December
	} {
		zone, err := when.LoadZone(name)
		if err != nil {
			t.Fatal(err)
		}
		const m = when.Minute(12*60 + 15) // no clock is changed at noon
		var noons []time.Time
		for at := start; at.Before(start.AddDate(0, 0, 22)); at = at.Add(time.Minute) {
			if local := at.In(zone); local.Hour() == 12 && local.Minute() == 15 {
				noons = append(noons, local)
			}
		}
		for days := range when.Weekdays(128) {
			for _, after := range []time.Time{start, start.Add(3 * 24 * time.Hour), start.Add(100*time.Hour + 30*time.Minute), noons[5]} {
				want := noons[slices.IndexFunc(noons, func(n time.Time) bool {
					return n.After(after) && (days == when.EveryDay || days&(1<<n.Weekday()) != 0)
				})]
				d, at := Next(after, m, zone, days)
				if !at.Equal(want) || d != when.DateOf(want) {
					t.Fatalf("%s, %v: after %v comes %v at %v, want %v", zone, days, after, d, at, want)
				}
				if limit := map[bool]time.Duration{true: FarAhead, false: FarAheadOnWeekdays}[days == when.EveryDay]; at.Sub(after) > limit {
					t.Errorf("%s, %v: %v after %v", zone, days, at.Sub(after), after)
				}
			}
		}
	}
}
