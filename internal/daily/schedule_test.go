package daily_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"chess960bot/internal/daily"
)

// Each case sets a channel's post to 18:00 UTC at noon on 20 November 2026, after
// what happened to the channel before.
func TestSchedule(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	const today = daily.Date(20777)
	// plan gives the channel a subscription with posts of the dates.
	plan := func(t *testing.T, th *theatre, posts ...daily.Post) {
		t.Helper()
		s := daily.Sub{Channel: "club", Guild: "guild", Zone: "UTC", Status: daily.Active, NextAt: noon.Add(-time.Hour)}
		if err := th.store.Save(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		_, err := th.store.Plan(t.Context(), noon, 1, func(daily.Sub, int) daily.Planned {
			return daily.Planned{Posts: posts, NextDate: today + 10, NextAt: noon.AddDate(0, 0, 10)}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	post := func(d daily.Date, state daily.State) daily.Post {
		return daily.Post{Date: d, DueAt: noon.AddDate(0, 0, int(d-today)).Add(-time.Minute), State: state}
	}
	for name, c := range map[string]struct {
		before      func(t *testing.T, th *theatre)
		want        daily.Date
		postedToday bool
	}{
		"nothing":           {func(*testing.T, *theatre) {}, today, false},
		"yesterday's post":  {func(t *testing.T, th *theatre) { plan(t, th, post(today-1, daily.Posted)) }, today, false},
		"today's post":      {func(t *testing.T, th *theatre) { plan(t, th, post(today, daily.Posted)) }, today + 1, true},
		"today's, failed":   {func(t *testing.T, th *theatre) { plan(t, th, post(today, daily.Failed)) }, today + 1, false},
		"tomorrow's, ahead": {func(t *testing.T, th *theatre) { plan(t, th, post(today+1, daily.Missed)) }, today, false},
		"tomorrow's, given out already where the date starts first": {func(t *testing.T, th *theatre) {
			p := post(today+1, daily.Posted)
			p.DueAt = noon.Add(-time.Hour)
			plan(t, th, p)
		}, today + 2, false},
	} {
		t.Run(name, func(t *testing.T) {
			th := newTheatre(t, "2026-11-20T12:00:00Z")
			c.before(t, th)
			s := daily.Sub{Channel: "club", Guild: "guild", Minute: 18 * 60, Zone: "UTC"}
			postedToday, err := daily.Schedule(t.Context(), th.store, noon, &s)
			if err != nil || s.NextDate != c.want || postedToday != c.postedToday {
				t.Errorf("next on %v, posted today %t, %v; want %v, %t", s.NextDate, postedToday, err, c.want, c.postedToday)
			}
			if want := noon.Add(6*time.Hour).AddDate(0, 0, int(c.want-today)); !s.NextAt.Equal(want) {
				t.Errorf("next at %v, want %v", s.NextAt, want)
			}
		})
	}
}

// A post that is due, and only not planned yet, is not put off to another day.
func TestScheduleKeepsWhatIsDue(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	s := th.sub(t, "club")
	s.Minute = 19 * 60
	if _, err := daily.Schedule(t.Context(), th.store, s.NextAt.Add(5*time.Second), &s); err != nil || s.NextDate.String() != "2026-11-20" || s.NextAt.Hour() != 18 {
		t.Errorf("next on %v at %v, %v", s.NextDate, s.NextAt, err)
	}
}

func TestScheduleRefusesAnotherServersChannel(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	s := th.sub(t, "club")
	s.Guild = "another"
	if _, err := daily.Schedule(t.Context(), th.store, th.clock(), &s); !errors.Is(err, daily.ErrOtherGuild) {
		t.Error(err)
	}
}

// A channel gets posts only on its weekdays, and only those can be missed.
func TestWeekdays(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z") // a Friday
	th.subscribe(t, "club", "18:00", "UTC")
	s := th.sub(t, "club")
	s.Weekdays = 1<<time.Monday | 1<<time.Thursday
	if _, err := daily.Schedule(t.Context(), th.store, th.clock(), &s); err != nil {
		t.Fatal(err)
	}
	if err := th.store.Save(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if got := s.NextDate.Words(); got != "Monday, 23 November 2026" {
		t.Errorf("first on %s", got)
	}
	for range 14 * 4 {
		th.forward(6 * time.Hour)
		th.tick(t)
	}
	th.set(t, "2026-12-17T19:00:00Z") // after a fortnight in which the bot did not run
	th.tick(t)
	th.expect(t, "club", "2026-11-23 posted", "2026-11-26 posted", "2026-11-30 posted", "2026-12-03 posted",
		"2026-12-07 missed", "2026-12-10 missed", "2026-12-14 missed", "2026-12-17 posted")
	var missed []int
	for _, d := range th.channels.deliveries {
		missed = append(missed, d.Missed)
	}
	if !slices.Equal(missed, []int{0, 0, 0, 0, 3}) {
		t.Errorf("the posts say that %v are missing", missed)
	}
}

// A post once a week is not taken for one that a wrong clock planned, and one that
// a wrong clock planned is brought back.
func TestWeeklyPostAndTheClock(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	err := th.store.Change(t.Context(), "club", func(s *daily.Sub) {
		s.Weekdays = 1 << time.Friday
		s.SetAt = th.clock().Add(-time.Hour)
	})
	if err != nil {
		t.Fatal(err)
	}
	want := func(day string) {
		t.Helper()
		if got := th.sub(t, "club").NextDate.String(); got != day {
			t.Errorf("next on %s, want %s", got, day)
		}
	}
	th.set(t, "2026-11-20T18:00:00Z")
	th.tick(t)
	want("2026-11-27")
	th.tick(t)
	want("2026-11-27")
	th.set(t, "2027-11-20T12:00:00Z") // the clock runs a year ahead for a moment
	th.tick(t)
	want("2027-11-26")
	th.set(t, "2026-11-20T18:01:00Z")
	th.tick(t)
	want("2026-11-27")
	th.set(t, "2026-11-27T18:00:00Z")
	th.tick(t)
	if got := th.posts(t, "club"); !slices.Equal(got[:2], []string{"2026-11-20 posted", "2026-11-27 posted"}) || th.channels.sends != 2 {
		t.Errorf("posts %q, %d sends", got, th.channels.sends)
	}
}
