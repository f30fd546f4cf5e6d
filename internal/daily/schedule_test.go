package daily_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"chess960bot/internal/daily"
	"chess960bot/internal/when"
)

// Each case sets a channel's post to 18:00 UTC at noon on 20 November 2026, with a
// different history of the channel.
func TestSchedule(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	const today = when.Date(20777)
	// plan gives the channel a subscription with posts of the dates.
	plan := func(t *testing.T, fx *fixture, posts ...daily.Post) {
		t.Helper()
		s := daily.Sub{Channel: "club", Guild: "guild", Zone: "UTC", Status: daily.Active, NextAt: noon.Add(-time.Hour)}
		if err := fx.store.Save(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		_, err := fx.store.Plan(t.Context(), noon, 1, func(daily.Sub, int) daily.Planned {
			return daily.Planned{Posts: posts, NextDate: today + 10, NextAt: noon.AddDate(0, 0, 10)}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	post := func(d when.Date, state daily.State) daily.Post {
		return daily.Post{Date: d, DueAt: noon.AddDate(0, 0, int(d-today)).Add(-time.Minute), State: state}
	}
	for name, c := range map[string]struct {
		before      func(t *testing.T, fx *fixture)
		want        when.Date
		postedToday bool
	}{
		"nothing":           {func(*testing.T, *fixture) {}, today, false},
		"yesterday's post":  {func(t *testing.T, fx *fixture) { plan(t, fx, post(today-1, daily.Posted)) }, today, false},
		"today's post":      {func(t *testing.T, fx *fixture) { plan(t, fx, post(today, daily.Posted)) }, today + 1, true},
		"today's, failed":   {func(t *testing.T, fx *fixture) { plan(t, fx, post(today, daily.Failed)) }, today + 1, false},
		"tomorrow's, ahead": {func(t *testing.T, fx *fixture) { plan(t, fx, post(today+1, daily.Missed)) }, today, false},
		"tomorrow's, given out already where the date starts first": {func(t *testing.T, fx *fixture) {
			p := post(today+1, daily.Posted)
			p.DueAt = noon.Add(-time.Hour)
			plan(t, fx, p)
		}, today + 2, false},
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T12:00:00Z")
			c.before(t, fx)
			s := daily.Sub{Channel: "club", Guild: "guild", Minute: 18 * 60, Zone: "UTC"}
			postedToday, err := daily.Schedule(t.Context(), fx.store, noon, &s)
			if err != nil || s.NextDate != c.want || postedToday != c.postedToday {
				t.Errorf("next on %v, posted today %t, %v; want %v, %t", s.NextDate, postedToday, err, c.want, c.postedToday)
			}
			if want := noon.Add(6*time.Hour).AddDate(0, 0, int(c.want-today)); !s.NextAt.Equal(want) {
				t.Errorf("next at %v, want %v", s.NextAt, want)
			}
		})
	}
}

// A post that is due but not planned yet is not moved to another day.
func TestScheduleKeepsWhatIsDue(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	s := fx.sub(t, "club")
	s.Minute = 19 * 60
	if _, err := daily.Schedule(t.Context(), fx.store, s.NextAt.Add(5*time.Second), &s); err != nil || s.NextDate.String() != "2026-11-20" || s.NextAt.Hour() != 18 {
		t.Errorf("next on %v at %v, %v", s.NextDate, s.NextAt, err)
	}
}

func TestScheduleRefusesAnotherServersChannel(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	s := fx.sub(t, "club")
	s.Guild = "another"
	if _, err := daily.Schedule(t.Context(), fx.store, fx.clock(), &s); !errors.Is(err, daily.ErrOtherGuild) {
		t.Error(err)
	}
}

// A channel gets posts only on its weekdays. Other days are not counted as missed.
func TestWeekdays(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z") // a Friday
	fx.subscribe(t, "club", "18:00", "UTC")
	s := fx.sub(t, "club")
	s.Weekdays = 1<<time.Monday | 1<<time.Thursday
	if _, err := daily.Schedule(t.Context(), fx.store, fx.clock(), &s); err != nil {
		t.Fatal(err)
	}
	if err := fx.store.Save(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if got := s.NextDate.Words(); got != "Monday, 23 November 2026" {
		t.Errorf("first on %s", got)
	}
	for range 14 * 4 {
		fx.forward(6 * time.Hour)
		fx.tick(t)
	}
	fx.set(t, "2026-12-17T19:00:00Z") // after a fortnight in which the bot did not run
	fx.tick(t)
	fx.expect(t, "club", "2026-11-23 posted", "2026-11-26 posted", "2026-11-30 posted", "2026-12-03 posted",
		"2026-12-07 missed", "2026-12-10 missed", "2026-12-14 missed", "2026-12-17 posted")
	var missed []int
	for _, d := range fx.channels.deliveries {
		missed = append(missed, d.Missed)
	}
	if !slices.Equal(missed, []int{0, 0, 0, 0, 3}) {
		t.Errorf("the posts say that %v are missing", missed)
	}
}

// A weekly post is not mistaken for one that a wrong clock planned. One that a wrong clock
// did plan is brought back.
func TestWeeklyPostAndTheClock(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	err := fx.store.Change(t.Context(), "club", func(s *daily.Sub) {
		s.Weekdays = 1 << time.Friday
		s.SetAt = fx.clock().Add(-time.Hour)
	})
	if err != nil {
		t.Fatal(err)
	}
	want := func(day string) {
		t.Helper()
		if got := fx.sub(t, "club").NextDate.String(); got != day {
			t.Errorf("next on %s, want %s", got, day)
		}
	}
	fx.set(t, "2026-11-20T18:00:00Z")
	fx.tick(t)
	want("2026-11-27")
	fx.tick(t)
	want("2026-11-27")
	fx.set(t, "2027-11-20T12:00:00Z") // the clock runs a year ahead for a moment
	fx.tick(t)
	want("2027-11-26")
	fx.set(t, "2026-11-20T18:01:00Z")
	fx.tick(t)
	want("2026-11-27")
	fx.set(t, "2026-11-27T18:00:00Z")
	fx.tick(t)
	if got := fx.posts(t, "club"); !slices.Equal(got[:2], []string{"2026-11-20 posted", "2026-11-27 posted"}) || fx.channels.sends != 2 {
		t.Errorf("posts %q, %d sends", got, fx.channels.sends)
	}
}
