package daily

import (
	"context"
	"errors"
	"slices"
	"time"

	"chess960bot/internal/club/when"
	"chess960bot/internal/outbox"
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
			s.Trouble, s.Reason, s.Missing, s.FailingSince = stored.Trouble, stored.Reason, stored.Missing, stored.FailingSince
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
