package outbox_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/testrun"
)

// Final posts are kept for a year and a day, so that a clock that ran ahead posts nothing
// twice when it is right again.
func TestPostsAreKeptForAYear(t *testing.T) {
	for days, want := range map[time.Duration]int{365: 1, 367: 0} {
		synctest.Test(t, func(t *testing.T) {
			fx := newFixture(t, "2000-01-01T00:00:00Z")
			fx.subscribe(t, "club", "18:00", "UTC")
			fx.forward(18 * time.Hour)
			fx.tick(t)
			err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) { s.Status = schedule.Paused })
			if err != nil {
				t.Fatal(err)
			}
			fx.forward(days * 24 * time.Hour)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := fx.Run(ctx); err != nil {
				t.Error(err)
			}
			if got := fx.posts(t, "club"); len(got) != want {
				t.Errorf("after %d days: %q", days, got)
			}
		})
	}
}

// Run sends each day's post at most two intervals late, for a week in the bubble's time.
func TestRunForAWeek(t *testing.T) {
	testrun.LongOnly(t, "plans posts every two minutes for seven days")
	synctest.Test(t, func(t *testing.T) {
		// The bubble's clock starts at midnight UTC 2000-01-01; New York is at
		// 19:00 the evening before, so the first post is due in half an hour.
		fx := newFixture(t, "2000-01-01T00:00:00Z")
		timing := outbox.StandardTiming()
		const interval = 2 * time.Minute
		timing.Plan, timing.Idle = interval, interval
		fx.Engine = fx.engineWith("run", timing, time.Now)
		fx.subscribe(t, "club", "19:30", "America/New_York")
		ctx, cancel := context.WithTimeout(t.Context(), 7*24*time.Hour)
		defer cancel()
		if err := fx.Run(ctx); err != nil {
			t.Error(err)
		}
		var late []time.Duration
		for _, d := range fx.channels.deliveries {
			late = append(late, d.Post.FirstSent.Sub(d.Post.DueAt))
		}
		if len(late) != 7 || slices.Max(late) > 2*interval || slices.Min(late) < 0 {
			t.Errorf("posted %v after they were due", late)
		}
	})
}
