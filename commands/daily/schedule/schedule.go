package schedule

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

// ErrOtherGuild is returned by Set and Schedule for a channel when another server has its
// subscription.
var ErrOtherGuild = errors.New("the channel belongs to another server")

// Schedule sets the subscription's NextDate and NextAt to the first date after
// now without a post. Posts made while the clock ran ahead are ignored. A post that
// is due but not planned yet stays due. postedToday says that a date was skipped
// because the channel already has its post.
func Schedule(ctx context.Context, store Store, now time.Time, s *Sub) (postedToday bool, err error) {
	zone, err := when.LoadZone(s.Zone)
	if err != nil {
		return false, err
	}
	s.NextDate, s.NextAt = Next(now, s.Minute, zone, s.Weekdays)
	previous, err := store.Sub(ctx, s.Channel)
	switch {
	case err != nil && !errors.Is(err, ErrNotFound):
		return false, err
	case err == nil && previous.Guild != s.Guild:
		return false, ErrOtherGuild
	case err == nil && previous.Status == Active && !previous.NextAt.After(now):
		s.NextDate, s.NextAt = previous.NextDate, previous.NextAt
		return false, nil
	}
	const enough = 64 // more than the posts made while a clock ran ahead
	posts, err := store.Posts(ctx, s.Channel, enough)
	if err != nil {
		return false, err
	}
	ahead := func(p Post) bool { return p.DueAt.After(now) }
	if posts = slices.DeleteFunc(posts, ahead); len(posts) == 0 {
		return false, nil
	}
	newest := posts[0]
	postedToday = newest.State == outbox.Posted && s.NextDate == newest.Date
	for s.NextDate <= newest.Date {
		s.NextDate, s.NextAt = Next(s.NextAt, s.Minute, zone, s.Weekdays)
	}
	return postedToday, nil
}

// A Setting is what Set has done.
type Setting struct {
	Before      Sub // empty if New
	Sub         Sub
	New         bool // the channel had no subscription
	PostedToday bool // as Schedule returns it
}

// Set subscribes a channel of a server, or changes its subscription. The function update
// gets the stored subscription; a new one has only its channel and server. If somebody
// else sets or removes it at the same time, update is called again. A disabled subscription
// becomes active; a paused one stays paused.
func Set(ctx context.Context, store Store, now time.Time, channel, guild string, update func(*Sub) error) (Setting, error) {
	for {
		set, saved, err := setOnce(ctx, store, now, channel, guild, update)
		if saved || err != nil {
			return set, err
		}
	}
}

// setOnce is one attempt of Set. It saves nothing if the subscription was set, removed,
// paused, resumed or disabled since it was read.
func setOnce(
	ctx context.Context, store Store, now time.Time, channel, guild string, update func(*Sub) error,
) (set Setting, saved bool, err error) {
	previous, err := store.Sub(ctx, channel)
	switch {
	case errors.Is(err, ErrNotFound):
		set.New = true
		set.Sub = Sub{Channel: channel, Guild: guild, Status: Active}
	case err != nil:
		return set, false, err
	case previous.Guild != guild:
		return set, false, ErrOtherGuild
	default:
		set.Before, set.Sub = previous, previous
	}
	s := &set.Sub
	if s.Status == Disabled {
		s.Resume()
	}
	if err := update(s); err != nil {
		return set, false, err
	}
	if set.PostedToday, err = Schedule(ctx, store, now, s); err != nil {
		return set, false, err
	}
	if set.New {
		return set, true, store.Save(ctx, *s)
	}
	_, err = updateUnlessSet(ctx, store, previous, func(stored *Sub) {
		if saved = stored.Status == previous.Status; !saved {
			return
		}
		if s.Status == previous.Status { // the outbox may have found a new trouble meanwhile
			s.Trouble, s.Reason, s.FailingSince = stored.Trouble, stored.Reason, stored.FailingSince
			if s.Trouble != outbox.NoTrouble {
				s.Missing = stored.Missing
			}
		}
		if !s.Thread && s.Trouble == outbox.NoThread { // nobody wants a thread any more
			s.Trouble, s.Reason = outbox.NoTrouble, ""
		}
		*stored = *s
	})
	return set, saved, err
}

// updateUnlessSet updates a subscription, unless somebody removed it or set it again after
// it was read: then what was found out about it no longer applies.
func updateUnlessSet(ctx context.Context, store Store, read Sub, update func(*Sub)) (changed bool, err error) {
	err = store.Update(ctx, read.Channel, func(s *Sub) {
		if changed = s.SetAt.Equal(read.SetAt); changed {
			update(s)
		}
	})
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return changed, err
}

// At returns the instant at which the clocks of a time zone show a time on a date.
// A time that comes twice, in the hour repeated in autumn, means the first of the
// two. A time that is skipped in spring means the first instant after the gap, even
// if the clocks then show the next date. For a date that the whole zone skips, such
// as 2011-12-30 in Apia, ok is false.
func At(d when.Date, m when.Minute, zone *time.Location) (t time.Time, ok bool) {
	const farthest = 26 * time.Hour // no zone is farther from UTC
	wall := d.UTC().Add(time.Duration(m) * time.Minute)
	for t := wall.Add(-farthest).In(zone); ; {
		offset := offsetAt(t)
		_, end := t.ZoneBounds() // the time-zone database lists changes up to 2037
		if !end.IsZero() && !end.After(t) {
			end = t.Add(time.Hour) // for later years Go assumes 365 days, and is wrong on the last day of a leap year
		}
		if shown := wall.Add(-offset); end.IsZero() || shown.Before(end) {
			return shown.In(zone), true
		}
		if next := offsetAt(end); wall.Add(-next).Before(end) { // the clocks skip it
			dayStart, dayEnd := d.UTC().Add(-offset), (d + 1).UTC().Add(-next)
			return end, dayStart.Before(end) || dayEnd.After(end)
		}
		t = end
	}
}

// offsetAt returns how far the clocks are ahead of UTC.
func offsetAt(t time.Time) time.Duration {
	_, seconds := t.Zone()
	return time.Duration(seconds) * time.Second
}

// Next returns the first of the weekdays after the given instant, as a date, and
// the instant at which the clocks of a time zone show the time on it.
func Next(after time.Time, m when.Minute, zone *time.Location, days when.Weekdays) (when.Date, time.Time) {
	for d := when.DateOf(after.In(zone)) - 1; ; d++ {
		if t, ok := At(d, m, zone); ok && days.Has(d) && t.After(after) {
			return d, t
		}
	}
}

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
