package daily_test

import (
	"errors"
	"testing"
	"time"

	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/when"
	"chess960bot/internal/outbox"
)

// Each case sets a channel's post to 18:00 UTC at noon on 20 November 2026, with a
// different history of the channel.
func TestSchedule(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	const today = when.Date(20777)
	// plan gives the channel a subscription with posts of the dates.
	plan := func(t *testing.T, fx *fixture, posts ...outbox.Post) {
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
	post := func(d when.Date, state outbox.State) outbox.Post {
		return outbox.Post{Number: int(d), DueAt: noon.AddDate(0, 0, int(d-today)).Add(-time.Minute), State: state}
	}
	for name, c := range map[string]struct {
		before      func(t *testing.T, fx *fixture)
		want        when.Date
		postedToday bool
	}{
		"nothing":           {func(*testing.T, *fixture) {}, today, false},
		"yesterday's post":  {func(t *testing.T, fx *fixture) { plan(t, fx, post(today-1, outbox.Posted)) }, today, false},
		"today's post":      {func(t *testing.T, fx *fixture) { plan(t, fx, post(today, outbox.Posted)) }, today + 1, true},
		"today's, failed":   {func(t *testing.T, fx *fixture) { plan(t, fx, post(today, outbox.Failed)) }, today + 1, false},
		"tomorrow's, ahead": {func(t *testing.T, fx *fixture) { plan(t, fx, post(today+1, outbox.Missed)) }, today, false},
		"tomorrow's, given out already where the date starts first": {func(t *testing.T, fx *fixture) {
			p := post(today+1, outbox.Posted)
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
	s := fx.subscribe(t, "club", "18:00", "UTC")
	s.Minute = 19 * 60
	if _, err := daily.Schedule(t.Context(), fx.store, s.NextAt.Add(5*time.Second), &s); err != nil || s.NextDate.String() != "2026-11-20" || s.NextAt.Hour() != 18 {
		t.Errorf("next on %v at %v, %v", s.NextDate, s.NextAt, err)
	}
}

func TestScheduleRefusesAnotherServersChannel(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	s := fx.subscribe(t, "club", "18:00", "UTC")
	s.Guild = "another"
	if _, err := daily.Schedule(t.Context(), fx.store, fx.now, &s); !errors.Is(err, daily.ErrOtherGuild) {
		t.Error(err)
	}
}
