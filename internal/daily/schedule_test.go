package daily_test

import (
	"errors"
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
