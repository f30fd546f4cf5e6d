package daily

import (
	"context"
	"hash/fnv"
	"time"

	"chess960bot/internal/when"
)

// plan makes the posts of all subscriptions that are due.
func (e *Engine) plan(ctx context.Context) error {
	for {
		n, err := e.planSome(ctx)
		if err != nil || n < plannedAtOnce {
			return err
		}
	}
}

// planSome plans up to plannedAtOnce subscriptions, and returns how many there were.
func (e *Engine) planSome(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, e.Timing.Lease)
	defer cancel()
	if err := e.readClock(ctx); err != nil {
		return 0, err
	}
	now := e.now()
	return e.Store.Plan(ctx, now, plannedAtOnce, func(s Sub, crowd int) Planned {
		return e.planned(s, crowd, now)
	})
}

// maxMissed is the largest number of missed posts that one plan records for a
// subscription.
const maxMissed = 31

// planned returns the posts of a subscription up to now, and the date and instant of
// its next one. If several are due, because no bot was running, only the newest is
// sent, and only within the catch-up time; the others are missed. A next post that a
// wrong clock put too far ahead is brought back to the first date after now.
func (e *Engine) planned(s Sub, crowd int, now time.Time) Planned {
	zone, err := when.LoadZone(s.Zone)
	if err != nil { // cannot happen: the name was checked when it was set
		e.Log.Error("a daily post has an unknown time zone", "channel", s.Channel, "zone", s.Zone)
		return Planned{NextDate: s.NextDate + 1, NextAt: now.Add(24 * time.Hour)}
	}
	var posts []Post
	date, at := s.NextDate, s.NextAt
	if at.After(now) {
		date, at = Next(now, s.Minute, zone, s.Weekdays)
		e.Log.Warn("a daily post was planned too far ahead: was the clock wrong?", "channel", s.Channel, "was", s.NextAt, "is", at)
	}
	later := e.spread(s.Channel, crowd)
	for !at.After(now) {
		posts = append(posts, Post{
			Channel: s.Channel, Date: date, SP: PositionOf(date).SP(),
			DueAt: at.Add(later), ExpiresAt: at.Add(later + e.Timing.CatchUp),
			State: Missed, Trouble: NotRunning,
		})
		posts = posts[max(0, len(posts)-maxMissed):]
		date, at = Next(at, s.Minute, zone, s.Weekdays)
	}
	if last := len(posts) - 1; last >= 0 && now.Before(posts[last].ExpiresAt) {
		posts[last].State, posts[last].Trouble = Open, NoTrouble
	}
	return Planned{posts, date, at}
}

// spread returns how much later than planned a channel gets its post, if more
// channels are due at the same instant than the pace allows in a second. A channel
// has the same delay every day while the crowd is the same.
func (e *Engine) spread(channel string, crowd int) time.Duration {
	if crowd <= e.Timing.Pace {
		return 0
	}
	h := fnv.New64a()
	h.Write([]byte(channel))
	window := time.Duration(crowd) * time.Second / time.Duration(e.Timing.Pace)
	return time.Duration(h.Sum64() % uint64(window))
}
