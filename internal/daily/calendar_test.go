package daily

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDates(t *testing.T) {
	for s, want := range map[string]Date{"1970-01-01": 0, "2026-11-20": 20777, "2000-02-29": 11016, "1969-12-31": -1} {
		d, err := ParseDate(s)
		if err != nil || d != want || d.String() != s {
			t.Errorf("%s is %d, %v, printed %s", s, d, err, d)
		}
	}
	for _, s := range []string{"", "2026-02-29", "20.11.2026", "today"} {
		if d, err := ParseDate(s); err == nil {
			t.Errorf("%q is read as %v", s, d)
		}
	}
	if got := Date(20777).Words(); got != "Friday, 20 November 2026" {
		t.Error(got)
	}
	if got := DateOf(time.Date(2026, 11, 20, 23, 59, 0, 0, time.FixedZone("", -11*3600))); got != 20777 {
		t.Errorf("late on 20 November is %v", got)
	}
}

func TestParseMinute(t *testing.T) {
	for s, want := range map[string]string{
		"19:30": "19:30", "7:30": "07:30", "07:30": "07:30", "7.30 pm": "19:30", "7:30PM": "19:30", "12:00 am": "00:00", "12 pm": "12:00",
		"7pm": "19:00", " 0:00 ": "00:00", "23:59": "23:59", "12:05 a.m.": "00:05", "8h15": "08:15",
	} {
		if m, err := ParseMinute(s); err != nil || m.String() != want {
			t.Errorf("%q is %v, %v; want %s", s, m, err, want)
		}
	}
	for _, s := range []string{"", "7", "24:00", "19:60", "13:00 pm", "0 am", "noon", "7:3", "19:30:00", "-1:00", "7:30 xm"} {
		if m, err := ParseMinute(s); err == nil {
			t.Errorf("%q is read as %v", s, m)
		}
	}
}

// The allow-list is the embedded database's, without what is no place.
func TestZonesAreThoseOfTheDatabase(t *testing.T) {
	for _, name := range Zones() {
		if place, spelled, err := LoadZone(strings.ToUpper(name)); err != nil || spelled != name || place.String() != name {
			t.Errorf("%s: %v, %q, %v", name, place, spelled, err)
		}
	}
	for _, name := range []string{"", " ", "Local", "right/Europe/Berlin", "posixrules", "Factory", "../etc/passwd", "Europe/Atlantis", "Istanbul", "Eastern", "Argentina/Buenos Aires", "/", "Europe/"} {
		if place, _, err := LoadZone(name); err == nil {
			t.Errorf("%q is taken for %v", name, place)
		}
	}
	for city, name := range map[string]string{"Berlin": "Europe/Berlin", " new york ": "America/New_York", "st johns": "America/St_Johns", "Knox": "America/Indiana/Knox", "UTC": "UTC"} {
		if _, spelled, err := LoadZone(city); err != nil || spelled != name {
			t.Errorf("%q is taken for %q, %v; want %s", city, spelled, err, name)
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("no go command to ask where its time-zone database is:", err)
	}
	database, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Skip("no time-zone database beside Go to compare with:", err)
	}
	defer database.Close()
	var names []string
	for _, file := range database.File {
		if !strings.HasSuffix(file.Name, "/") && file.Name != "Factory" {
			names = append(names, file.Name)
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, Zones()) {
		t.Errorf("zones.txt has %d names, the database %d: they differ", len(Zones()), len(names))
	}
}

func TestFindZones(t *testing.T) {
	for typed, want := range map[string]string{"berl": "Europe/Berlin", "new york": "America/New_York", "EUROPE/LON": "Europe/London", "york": "America/New_York"} {
		if got := FindZones(typed, 25); len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %v, want %s first", typed, got, want)
		}
	}
	if got := FindZones("", 25); len(got) != 25 {
		t.Errorf("nothing typed finds %d zones", len(got))
	}
	if got := FindZones("atlantis", 25); len(got) != 0 {
		t.Errorf("atlantis is %v", got)
	}
}

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
		place, _, err := LoadZone(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := ParseDate(c.date)
		m, _ := ParseMinute(c.clock)
		got := ""
		if at, ok := At(d, m, place); ok {
			got = at.UTC().Format(time.RFC3339)
		}
		if got != c.want {
			t.Errorf("%s %s in %s is %q, want %q", c.date, c.clock, c.zone, got, c.want)
		}
	}
}

// TestAtAgainstBruteForce walks the clocks of every zone minute by minute around
// every change from 2010 to 2037 and holds At against what they show. It looks
// at a sample of the changes, and at all of them where CI is set.
func TestAtAgainstBruteForce(t *testing.T) {
	t.Parallel()
	changes := 0
	for i, name := range Zones() {
		place, _, err := LoadZone(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC).In(place); ; {
			_, end := at.ZoneBounds()
			if end.IsZero() || end.Year() > 2037 {
				break
			}
			if changes++; os.Getenv("CI") != "" && !testing.Short() || (changes+i)%60 == 0 {
				checkChange(t, place, end)
			}
			at = end
		}
	}
	if changes < 10_000 {
		t.Errorf("only %d changes of clocks found", changes)
	}
}

// checkChange holds At against the clocks of four days around a change.
func checkChange(t *testing.T, place *time.Location, change time.Time) {
	t.Helper()
	type reading struct {
		d Date
		m Minute
	}
	first := map[reading]time.Time{}
	days := map[Date]bool{}
	start := change.Add(-96 * time.Hour).Truncate(time.Minute)
	for at := start; at.Before(change.Add(96 * time.Hour)); at = at.Add(time.Minute) {
		local := at.In(place)
		r := reading{DateOf(local), Minute(local.Hour()*60 + local.Minute())}
		if _, ok := first[r]; !ok && local.Second() == 0 {
			first[r] = at
		}
		days[r.d] = true
	}
	for d := DateOf(change.In(place)) - 2; d <= DateOf(change.In(place))+1; d++ {
		for m := Minute(0); m < 24*60; m += 5 {
			got, ok := At(d, m, place)
			want, shown := first[reading{d, m}]
			switch {
			case !days[d]:
				if ok {
					t.Fatalf("%v: %v has no %v, but %v on it is %v", place, change, d, m, got)
				}
			case shown && (!ok || !got.Equal(want)):
				t.Fatalf("%v: %v %v is %v, the clocks show it at %v", place, d, m, got, want)
			case !shown && (!ok || !got.Equal(change)):
				t.Fatalf("%v: %v %v is skipped and comes at %v, want %v", place, d, m, got, change)
			}
		}
	}
}

// Every day has its occurrence, in order, whatever the clocks do.
func TestNext(t *testing.T) {
	for _, name := range []string{"Europe/Berlin", "America/Santiago", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca"} {
		place, _, err := LoadZone(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []Minute{0, 30, 2*60 + 30, 12 * 60, 23*60 + 59} {
			at := time.Date(2010, 1, 1, 0, 0, 0, 0, place)
			var last Date
			for at.Year() < 2014 {
				d, next := Next(at, m, place)
				if !next.After(at) || last != 0 && d != last+1 && !(name == "Pacific/Apia" && d == last+2) {
					t.Fatalf("%s %v: after %v on %v comes %v on %v", name, m, at, last, next, d)
				}
				last, at = d, next
			}
		}
	}
}

func TestPositionOfTheDay(t *testing.T) {
	for start := Date(-1000); start < 2000; start += 500 {
		seen := map[int]Date{}
		for d := start; d < start+960; d++ {
			sp := PositionOf(d).SP()
			if before, ok := seen[sp]; ok {
				t.Fatalf("SP-%d on %v and again on %v", sp, before, d)
			}
			seen[sp] = d
		}
	}
	// Positions once told must not change with a release.
	for date, want := range map[string]int{"1969-12-31": 438, "1970-01-01": 657, "2026-11-20": 238, "2027-01-01": 540} {
		d, _ := ParseDate(date)
		if got := PositionOf(d).SP(); got != want {
			t.Errorf("%s has SP-%d, had SP-%d", date, got, want)
		}
	}
}

// Every zone has every day at the end of a leap year that its list of changes does
// not reach, too.
func TestNextAtTheEndOfALeapYear(t *testing.T) {
	t.Parallel()
	done := make(chan bool)
	go func() {
		defer close(done)
		for _, zone := range Zones() {
			place, _, err := LoadZone(zone)
			if err != nil {
				t.Error(err)
				return
			}
			for _, year := range []int{2028, 2040, 2104} {
				start := time.Date(year, 12, 28, 0, 0, 0, 0, place)
				date := DateOf(start)
				for at, want := start, date; want < date+7; want++ {
					got, next := Next(at, 18*60, place)
					if got != want || DateOf(next) != want || next.Hour() != 18 {
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
