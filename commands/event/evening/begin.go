package evening

import (
	"context"
	"errors"
	"slices"
	"time"

	"chess960bot/internal/outbox"
)

// MostStudy is the longest study time, in minutes: players see the position, and no clock runs.
const MostStudy = 60

// BeginKind is the name, in the outbox, of the posts at the end of a study time. The subject of a
// post is its event, and the number is the index of its draw.
const BeginKind = "begin"

// beginCatchUp is how late such a post comes. Later, the players have begun by themselves.
const beginCatchUp = 30 * time.Minute

// The errors of StartGames.
var (
	ErrNoStudy = errors.New("the round has no study time")
	ErrBegun   = errors.New("the games have begun")
)

// study begins the study time of a draw, whose positions people can see now, and ends those of the rounds
// before.
func (e *Event) study(d *Draw) {
	if d.Study > 0 {
		d.BeginsAt = d.studyEnds()
	}
	for i := range e.Draws {
		if before := &e.Draws[i]; before.Round < d.Round && before.Void == nil && before.BeginsAt.After(d.seenFrom()) {
			before.BeginsAt = d.seenFrom()
		}
	}
}

// seenFrom returns when people could see the positions first.
func (d *Draw) seenFrom() time.Time {
	if d.Seal != nil {
		return d.Seal.Opened
	}
	return d.At
}

// studyEnds returns when the study time ends if nobody ends it.
func (d *Draw) studyEnds() time.Time {
	return d.seenFrom().Add(time.Duration(d.Study) * time.Minute)
}

// startedEarly reports whether somebody has ended the study time.
func (d *Draw) startedEarly() bool { return !d.BeginsAt.IsZero() && d.BeginsAt.Before(d.studyEnds()) }

// cutShort reports whether the draw of a later round has ended the study time of a draw.
func (e *Event) cutShort(d *Draw) bool {
	return d.StartedBy == "" && d.startedEarly() && e.find(func(later *Draw) bool {
		return later.Round > d.Round && later.seenFrom().Equal(d.BeginsAt)
	}) != nil
}

// StartGames ends the study time of a draw, by its index, at once.
func (e *Event) StartGames(draw int, by Asker) (*Draw, error) {
	if draw < 0 || draw >= len(e.Draws) {
		return nil, ErrNotDrawn
	}
	d := &e.Draws[draw]
	switch {
	case !e.ClosedAt.IsZero():
		return nil, ErrClosed
	case d.Void != nil:
		return nil, ErrNotDrawn
	case d.BeginsAt.IsZero():
		return nil, ErrNoStudy
	case !by.At.Before(d.BeginsAt):
		return d, ErrBegun
	}
	d.BeginsAt, d.StartedBy, d.StartedByName = by.At, by.User, by.Name
	return d, nil
}

// BeginPost returns the post that says that the games of a draw begin. ok is false for a draw without
// study time, for one whose study time a later round has ended, for a void one, and once the event is over. It stays false if the event is opened again
// when the post would be too late: nobody missed the post. A Store keeps the outbox in step with this.
func (e *Event) BeginPost(d *Draw) (p outbox.Post, ok bool) {
	if d.BeginsAt.IsZero() || d.Void != nil || !e.ClosedAt.IsZero() || e.cutShort(d) {
		return p, false
	}
	tooLate := d.BeginsAt.Add(beginCatchUp)
	if slices.ContainsFunc(e.Changes, func(c Change) bool { return c.Reopened && !c.At.Before(tooLate) }) {
		return p, false
	}
	return e.post(BeginKind, d.Index, d.BeginsAt, beginCatchUp), true
}

// BeginPosts are the posts at the end of study times. It implements [outbox.Kind].
type BeginPosts struct {
	Store   Store
	Compose func(e *Event, d *Draw) (outbox.Message, error)
	// BeginID returns the custom id of a button in the message, by which a message is found.
	BeginID func(e *Event, d *Draw) string
}

// Name implements [outbox.Kind].
func (k *BeginPosts) Name() string { return BeginKind }

// Plan implements [outbox.Planner]. A Store plans the posts together with the draws. Plan opens again
// what a clock that ran ahead has missed.
func (k *BeginPosts) Plan(ctx context.Context, now time.Time) error {
	return k.Store.ReopenMissed(ctx, BeginKind, now)
}

// Prepare implements [outbox.Kind]. A post that Discord refuses is tried again until it is too late,
// and the person who drew the round is told.
func (k *BeginPosts) Prepare(ctx context.Context, p outbox.Post, now time.Time) (*outbox.Delivery, error) {
	e, err := eventOf(ctx, k.Store, p)
	if err != nil {
		return nil, err
	}
	if p.Number >= len(e.Draws) {
		return &outbox.Delivery{Unwanted: true}, nil
	}
	d := &e.Draws[p.Number]
	_, wanted := e.BeginPost(d)
	return &outbox.Delivery{
		Server:   e.Guild,
		Unwanted: !wanted,
		Mark:     k.BeginID(e, d),
		Compose:  func(context.Context) (outbox.Message, error) { return outbox.Composed(k.Compose(e, d)) },
		Pause:    roundRetry,
		Refused: func(ctx context.Context, at time.Time, _ *outbox.Refusal) (giveUp bool, err error) {
			return false, k.Store.PlanPost(ctx, e.troublePost(p.Number, at))
		},
		Ended: func(ctx context.Context, p outbox.Post) error {
			if p.State != outbox.Missed || p.Trouble == outbox.Unwanted {
				return nil
			}
			return k.Store.PlanPost(ctx, e.troublePost(p.Number, now.Add(toldAfter)))
		},
	}, nil
}

// Away reports whether the bot was away when the round was to be drawn, or the games were to begin: nobody
// has tried to post.
func (t RoundTrouble) Away() bool {
	if t.Draw == nil {
		return t.Post.Trouble == outbox.TooLate
	}
	return t.Begins && t.Post.State == outbox.Missed && t.Post.Trouble == outbox.TooLate
}
