package schedule

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

// plannedAtOnce is how many subscriptions are planned in one transaction.
const plannedAtOnce = 500

// Plan implements [outbox.Planner]. It makes the posts of all subscriptions that are due.
// The first call also corrects the due times of all subscriptions.
func (k *Posts) Plan(ctx context.Context, now time.Time) error {
	if !k.recomputed.Load() {
		if err := k.recompute(ctx); err != nil {
			return err
		}
		k.recomputed.Store(true)
	}
	for {
		attempt, cancel := context.WithTimeout(ctx, k.Timing.Attempt)
		n, err := k.Store.Plan(attempt, now, plannedAtOnce, func(s Sub, crowd int) Planned { return k.planned(s, crowd, now) })
		cancel()
		if err != nil || n < plannedAtOnce {
			return err
		}
	}
}

const (
	// maxMissed is the largest number of missed posts that one plan records for a
	// subscription.
	maxMissed = 31
	// maxLookBack is how old a missed post may be to be looked for: a backup that
	// was restored does not know that it was sent.
	maxLookBack = 7 * 24 * time.Hour
)

// planned returns the posts of a subscription up to now, and the date and instant of
// its next one. If several are due, because no bot was running, only the newest can be
// sent, and only within the catch-up time. The others have expired: the outbox looks for
// them, and records what it finds. A next post that a wrong clock put too far ahead is
// brought back to the first date after now.
func (k *Posts) planned(s Sub, crowd int, now time.Time) Planned {
	zone, err := when.LoadZone(s.Zone)
	if err != nil { // cannot happen: the name was checked when it was set
		k.Log.Error("a daily post has an unknown time zone", "channel", s.Channel, "zone", s.Zone)
		return Planned{NextDate: s.NextDate + 1, NextAt: now.Add(24 * time.Hour)}
	}
	var posts []outbox.Post
	date, at := s.NextDate, s.NextAt
	if at.After(now) {
		date, at = Next(now, s.Minute, zone, s.Weekdays)
		k.Log.Warn("a daily post was planned too far ahead: was the clock wrong?", "channel", s.Channel, "was", s.NextAt, "is", at)
	}
	// If more channels are due at the same instant than the pace allows in a second, each gets its post some
	// time later: the same time every day while the crowd is the same.
	var later time.Duration
	if crowd > k.Timing.Pace {
		h := fnv.New64a()
		h.Write([]byte(s.Channel))
		window := time.Duration(crowd) * time.Second / time.Duration(k.Timing.Pace)
		later = time.Duration(h.Sum64() % uint64(window))
	}
	for !at.After(now) {
		p := outbox.Post{Number: int(date), DueAt: at.Add(later), ExpiresAt: at.Add(later + k.CatchUp), State: outbox.Open}
		date, at = Next(at, s.Minute, zone, s.Weekdays)
		if next := at.Add(later); !at.After(now) && p.ExpiresAt.After(next) {
			p.ExpiresAt = next
		}
		if !now.Before(p.ExpiresAt) {
			p.Trouble = outbox.NotRunning
		}
		if now.Sub(p.DueAt) > maxLookBack {
			p.State = outbox.Missed
		}
		posts = append(posts, p)
		posts = posts[max(0, len(posts)-maxMissed):]
	}
	return Planned{posts, date, at}
}

// recompute corrects the due times of all active subscriptions: a new release may
// have new rules for their time zones.
func (k *Posts) recompute(ctx context.Context) error {
	subs, err := k.Store.Active(ctx)
	if err != nil {
		return fmt.Errorf("read the active subscriptions: %w", err)
	}
	for _, s := range subs {
		zone, err := when.LoadZone(s.Zone)
		if err != nil {
			k.Log.Error("a daily post has an unknown time zone", "channel", s.Channel, "zone", s.Zone)
			continue
		}
		if at, ok := At(s.NextDate, s.Minute, zone); ok && at.Equal(s.NextAt) {
			continue
		}
		_, err = updateUnlessSet(ctx, k.Store, s, func(s *Sub) {
			was := s.NextAt
			if at, ok := At(s.NextDate, s.Minute, zone); ok {
				s.NextAt = at
			} else {
				s.NextDate, s.NextAt = Next(s.NextDate.UTC().Add(-24*time.Hour), s.Minute, zone, s.Weekdays)
			}
			k.Log.Info("a daily post has another time", "channel", s.Channel, "was", was, "is", s.NextAt)
		})
		if err != nil {
			return fmt.Errorf("change the next post of channel %s: %w", s.Channel, err)
		}
	}
	return nil
}
