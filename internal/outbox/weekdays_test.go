package outbox_test

import (
	"slices"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
)

// A channel gets posts only on its weekdays. Other days are not counted as missed.
func TestWeekdays(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z") // a Friday
	fx.subscribe(t, "club", "18:00", "UTC")
	s := fx.sub(t, "club")
	s.Weekdays = 1<<time.Monday | 1<<time.Thursday
	if _, err := schedule.Schedule(t.Context(), dailyrows.Of(fx.store), fx.clock(), &s); err != nil {
		t.Fatal(err)
	}
	if err := dailyrows.Of(fx.store).Save(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if got := s.NextDate.String(); got != "2026-11-23" {
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
	err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) {
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
