package daily

import (
	"context"
	"hash/fnv"
	"time"
)

// plan makes posts of all subscriptions that are due.
func (e *Engine) plan(ctx context.Context) error {
	for {
		now := e.Now()
		limited, cancel := context.WithTimeout(ctx, e.Timing.Lease)
		n, err := e.Store.Plan(limited, now, plannedAtOnce, func(s Sub, crowd int) Planned {
			return e.planned(s, crowd, now)
		})
		cancel()
		if err != nil || n < plannedAtOnce {
			return err
		}
	}
}

// mostMissed is how many days' posts are recorded as missed at most.
const mostMissed = 31

// planned returns the posts that a subscription owes up to now, and when it is
// due again. Of days passed while nobody was there only the newest is still
// sent, and only within the catch-up time; the others are missed. A next post
// that strayed into the future comes back, and then the dates that the clock
// left out there are planned as any others.
func (e *Engine) planned(s Sub, crowd int, now time.Time) Planned {
	place, _, err := LoadZone(s.Zone)
	if err != nil { // checked when it was set, and when the engine started
		e.Log.Error("a daily post has an unknown time zone", "channel", s.Channel, "zone", s.Zone)
		return Planned{NextDate: s.NextDate + 1, NextAt: now.Add(24 * time.Hour)}
	}
	var posts []Post
	date, at := s.NextDate, s.NextAt
	if at.After(now) {
		date, at = Next(now, s.Minute, place)
		e.Log.Warn("a daily post was planned too far ahead: has the clock been wrong?", "channel", s.Channel, "was", s.NextAt, "is", at)
	}
	later := e.spread(s.Channel, crowd)
	for !at.After(now) {
		posts = append(posts, Post{
			Channel: s.Channel, Date: date, SP: PositionOf(date).SP(),
			DueAt: at.Add(later), ExpiresAt: at.Add(later + e.Timing.CatchUp),
			State: Missed, Error: "the bot was not running",
		})
		posts = posts[max(0, len(posts)-mostMissed):]
		date, at = Next(at, s.Minute, place)
	}
	if last := len(posts) - 1; last >= 0 && now.Before(posts[last].ExpiresAt) {
		posts[last].State, posts[last].Error = Open, ""
	}
	return Planned{posts, date, at}
}

// spread returns how much later than its time a channel is posted to where a
// crowd is due at the same instant: the same for one channel while the crowd is.
func (e *Engine) spread(channel string, crowd int) time.Duration {
	if crowd <= e.Timing.Pace {
		return 0
	}
	h := fnv.New64a()
	h.Write([]byte(channel))
	window := time.Duration(crowd) * time.Second / time.Duration(e.Timing.Pace)
	return time.Duration(h.Sum64() % uint64(window))
}
