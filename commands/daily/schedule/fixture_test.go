package schedule_test

import (
	"context"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/when"
)

// A oneChannel is a store with one channel, which may have a subscription and posts.
type oneChannel struct {
	schedule.Store
	sub   *schedule.Sub
	posts []schedule.Post // the newest first
}

func (s oneChannel) Sub(context.Context, string) (schedule.Sub, error) {
	if s.sub == nil {
		return schedule.Sub{}, schedule.ErrNotFound
	}
	return *s.sub, nil
}

func (s oneChannel) Posts(context.Context, string, int) ([]schedule.Post, error) { return s.posts, nil }

// subscribed returns a store in which the channel has a daily post at 18:00 UTC from now on.
func subscribed(now time.Time) oneChannel {
	s := schedule.Sub{Channel: "club", Guild: "guild", Minute: 18 * 60, Zone: "UTC", Status: schedule.Active, SetBy: "anna"}
	s.NextDate, s.NextAt = schedule.Next(now, s.Minute, time.UTC, when.EveryDay)
	return oneChannel{sub: &s}
}
