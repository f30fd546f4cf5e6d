package schedule

import (
	"context"
	"errors"
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
