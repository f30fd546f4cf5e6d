package daily_test

import (
	"context"
	"time"

	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/when"
)

// A oneChannel is a store with one channel, which may have a subscription and posts.
type oneChannel struct {
	daily.Store
	sub   *daily.Sub
	posts []daily.Post // the newest first
}

func (s oneChannel) Sub(context.Context, string) (daily.Sub, error) {
	if s.sub == nil {
		return daily.Sub{}, daily.ErrNotFound
	}
	return *s.sub, nil
}

func (s oneChannel) Posts(context.Context, string, int) ([]daily.Post, error) { return s.posts, nil }

// subscribed returns a store in which the channel has a daily post at 18:00 UTC from now on.
func subscribed(now time.Time) oneChannel {
	s := daily.Sub{Channel: "club", Guild: "guild", Minute: 18 * 60, Zone: "UTC", Status: daily.Active, SetBy: "anna"}
	s.NextDate, s.NextAt = daily.Next(now, s.Minute, time.UTC, when.EveryDay)
	return oneChannel{sub: &s}
}
