package daily

import (
	"context"
	"errors"
	"slices"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

// ErrOtherGuild is returned by Schedule for a channel whose subscription belongs
// to another server.
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
