package evening

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"chess960bot/internal/outbox"
)

// A Plan says when the next round is drawn without a press.
type Plan struct {
	Round  int
	At     time.Time
	By     string // user id
	ByName string
	Study  *int // minutes of study time; nil for those of the rules
}

// The errors of PlanDraw, besides those of Draw.
var (
	ErrPast     = errors.New("the time is over")
	ErrFar      = errors.New("the time is too far ahead")
	ErrByPeople = errors.New("a sealed draw needs people")
	ErrNoPosts  = errors.New("the bot cannot post there by itself")
)

// RoundKind is the name of rounds on time in the outbox. The subject of a post is its event,
// and the number is the time of the plan, in milliseconds since 1970.
const RoundKind = "round"

// roundRetry is how soon a round on time is tried again after a refusal: people wait for it.
const roundRetry = time.Minute

// roundCatchUp is how late a round on time is drawn. Later, people have drawn the round
// themselves, or have gone.
const roundCatchUp = 2 * time.Hour

// MostAhead is how many days ahead a draw is planned at most. A year that was typed wrongly would wait for
// years.
const MostAhead = 30

// PlanDraw plans the draw of the next round, instead of an earlier plan. A zero time only
// forgets that plan.
func (e *Event) PlanDraw(by Asker, at time.Time) error {
	switch round := e.NextRound(); {
	case at.IsZero():
		if e.Plan != nil {
			e.notePlan(Plan{Round: e.Plan.Round}, by)
		}
		e.Plan = nil
	case !e.ClosedAt.IsZero():
		return ErrClosed
	case e.Sealed() != nil:
		return ErrSealed
	case round == 0:
		return ErrComplete
	case e.Rules.Sealed:
		return ErrByPeople
	case by.NoPosts:
		return ErrNoPosts
	case !at.After(by.At):
		return ErrPast
	case at.Sub(by.At) > MostAhead*24*time.Hour:
		return ErrFar
	default:
		e.Plan = &Plan{Round: round, At: at, By: by.User, ByName: by.Name, Study: by.Study}
		e.notePlan(Plan{Round: round, At: at}, by)
	}
	return nil
}

// endPlan ends the plan if another round is the next one now. A draw of the planned round is no
// cancellation.
func (e *Event) endPlan(by Asker) {
	if e.Plan == nil || e.NextRound() == e.Plan.Round {
		return
	}
	if e.Round(e.Plan.Round) == nil {
		e.notePlan(Plan{Round: e.Plan.Round}, by)
	}
	e.Plan = nil
}

// mostPlanned is how many changes an event has before plans are noted no more: room is left for the
// rules.
const mostPlanned = MostChanges / 2

// notePlan adds a plan to the log, or without a time its end.
func (e *Event) notePlan(p Plan, by Asker) {
	if e.kept(false) < mostPlanned {
		e.note(Change{Plan: &p, Shown: true}, by)
	}
}

// number returns the number of the plan's post.
func (p *Plan) number() int { return int(p.At.UnixMilli()) }

// planned returns what stands for the id of the interaction in a draw on time, without spaces.
func planned(number int) string { return fmt.Sprintf("at-%d", number) }

// RoundPost returns the post of the round that is planned. ok is false without a plan, and
// once the round was drawn.
func (e *Event) RoundPost() (p outbox.Post, ok bool) {
	if e.Plan == nil || !e.ClosedAt.IsZero() || e.NextRound() != e.Plan.Round {
		return p, false
	}
	return e.post(RoundKind, e.Plan.number(), e.Plan.At, roundCatchUp), true
}

// Over reports whether it is too late for the plan: nothing was drawn, and nothing will be.
func (p *Plan) Over(now time.Time) bool { return now.Sub(p.At) >= roundCatchUp }

// OnTime returns the number of the post of a draw that was drawn on time; ok is false for
// any other draw.
func (d *Draw) OnTime() (number int, ok bool) {
	for _, interaction := range d.Interactions {
		if n, err := fmt.Sscanf(interaction, "at-%d", &number); n == 1 && err == nil {
			return number, true
		}
	}
	return 0, false
}

// drawOnTime draws the planned round, unless the plan has changed or ended.
func (e *Event) drawOnTime(number int, now time.Time, chance Chance) error {
	post, ok := e.RoundPost()
	if !ok || post.Number != number {
		return nil
	}
	by := Asker{User: e.Plan.By, Name: e.Plan.ByName, Interaction: planned(number), At: now, Study: e.Plan.Study}
	d, err := e.Draw(by, chance)
	if err != nil {
		return err
	}
	d.show(Request{Asker: by})
	return nil
}

// RoundPosts are the posts of rounds on time. One of the files of the message has the name that compose is given. A
// post that Discord refuses is tried again until the round is too late, and the person who planned it is told.
func RoundPosts(store Store, chance Chance, compose func(e *Event, d *Draw, fileName string) (outbox.Message, error)) Kind {
	return Kind{RoundKind, store, reopenMissed(store, RoundKind), func(_ context.Context, e *Event, p outbox.Post, now time.Time) (*outbox.Delivery, error) {
		drawn := e.byInteraction(planned(p.Number))
		post, ok := e.RoundPost()
		mark := fmt.Sprintf("round-%s-%d.png", p.Subject, p.Number)
		return &outbox.Delivery{
			Unwanted: drawn == nil && (!ok || post.Number != p.Number) || drawn != nil && (drawn.Shown || drawn.Void != nil),
			Mark:     mark,
			Compose: func(ctx context.Context) (outbox.Message, error) {
				e, err := store.UpdateEvent(ctx, Ref{Channel: p.Channel, ID: p.Subject, WithoutResults: true}, func(e *Event) error {
					return e.drawOnTime(p.Number, now, chance)
				})
				if _, few := errors.AsType[*TooFewError](err); err != nil && !few {
					return nil, err
				}
				d := e.byInteraction(planned(p.Number))
				if d == nil {
					return outbox.Composed(nil, errors.Join(errors.New("the plan or the rules were changed"), err))
				}
				return outbox.Composed(compose(e, d, mark))
			},
			Pause:   roundRetry,
			Refused: e.tellRefused(store, p),
			Ended: func(ctx context.Context, p outbox.Post) error {
				e, err := eventOf(ctx, store, p)
				if err != nil || p.State != outbox.Posted {
					return err
				}
				if d := e.byInteraction(planned(p.Number)); d != nil {
					return store.ShowDraw(ctx, e.Ref(), d.Index, p.MessageID)
				}
				return nil
			},
		}, nil
	}}
}

// RoundTroubleKind is the name, in the outbox, of messages about rounds on time that have not come.
// Subject and number are those of the round's post, so there is one message for each.
const RoundTroubleKind = "round_trouble"

// troubleCatchUp is how late people are told that a round has not come.
const troubleCatchUp = 7 * 24 * time.Hour

// troublePost returns the message about a round on time that has not come.
func (e *Event) troublePost(number int, due time.Time) outbox.Post {
	return e.post(RoundTroubleKind, number, due, troubleCatchUp)
}

// tellRefused plans the message about a post that Discord refuses, and lets the post be tried again.
func (e *Event) tellRefused(store Store, p outbox.Post) func(context.Context, time.Time, *outbox.Refusal) (bool, error) {
	return func(ctx context.Context, at time.Time, _ *outbox.Refusal) (giveUp bool, err error) {
		return false, store.PlanPost(ctx, e.troublePost(p.Number, at))
	}
}

// A RoundTrouble is a round on time that has not come.
type RoundTrouble struct {
	Event *Event
	Draw  *Draw       // that Discord refuses; nil if nothing was drawn
	Post  outbox.Post // of the round, or of the begin of its games
	// Begins says that the games of the draw were to begin: Discord refuses to tell so, or the
	// bot was away.
	Begins bool
}

// toldAfter is how long after a plan was first found to be over people are told so. A clock that runs
// ahead for a moment is right again by then.
const toldAfter = time.Minute

// RoundTroubles are these messages: to the person who planned a round that Discord refuses,
// or to the channel if the bot was away. The messages about rounds that are over are planned from time to time. If the
// clock ran ahead, such a message waits until the round is over by the right clock.
func RoundTroubles(store Store, mark func(RoundTrouble) string, compose func(RoundTrouble) (outbox.Message, error)) Kind {
	plan := func(ctx context.Context, now time.Time) error {
		late, err := store.OverduePlans(ctx, now.Add(-roundCatchUp))
		for _, e := range late {
			if err == nil {
				err = store.PlanPost(ctx, e.troublePost(e.Plan.number(), now.Add(toldAfter)))
			}
		}
		return err
	}
	return Kind{RoundTroubleKind, store, plan, func(ctx context.Context, e *Event, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
		t, kind := RoundTrouble{Event: e, Draw: e.byInteraction(planned(p.Number))}, RoundKind
		if p.Number < len(e.Draws) { // rounds on time have the numbers of instants
			t, kind = RoundTrouble{Event: e, Draw: &e.Draws[p.Number], Begins: true}, BeginKind
		}
		t.Post = outbox.Post{Subject: p.Subject, Number: p.Number}
		d := &outbox.Delivery{Mark: mark(t)}
		post, err := store.PostOf(ctx, kind, e.ID, p.Number)
		if err != nil {
			return nil, err
		}
		t.Post.Trouble = post.Trouble
		if t.Draw != nil {
			if t.Post = post; !t.Away() {
				d.Person = t.Draw.By
			}
		}
		switch {
		case t.Begins:
			_, wanted := e.BeginPost(t.Draw)
			came := t.Post.State == outbox.Posted || t.Post.State == outbox.Unknown
			d.Unwanted = !wanted || came || t.Post.Trouble == outbox.NoTrouble || !t.Away() && d.Person == "" // without trouble the clock ran ahead
		case t.Draw != nil:
			d.Unwanted = d.Person == "" || t.Draw.Shown || t.Draw.Void != nil
		default: // such a message is due once the plan is over
			d.Unwanted = e.Plan == nil || e.Plan.number() != p.Number
		}
		d.Compose = func(context.Context) (outbox.Message, error) { return outbox.Composed(compose(t)) }
		return d, nil
	}}
}

// Away reports whether the bot was away when the round was to be drawn, or the games were to begin: nobody
// has tried to post.
func (t RoundTrouble) Away() bool {
	if t.Draw == nil {
		return t.Post.Trouble == outbox.TooLate
	}
	return t.Begins && t.Post.State == outbox.Missed && t.Post.Trouble == outbox.TooLate
}

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
// when the post would be too late: nobody missed the post.
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

// BeginPosts are the posts at the end of study times. A post that Discord refuses is tried again until it is too late,
// and the person who drew the round is told.
func BeginPosts(store Store, mark func(e *Event, d *Draw) string, compose func(e *Event, d *Draw) (outbox.Message, error)) Kind {
	return Kind{BeginKind, store, reopenMissed(store, BeginKind), func(_ context.Context, e *Event, p outbox.Post, now time.Time) (*outbox.Delivery, error) {
		if p.Number >= len(e.Draws) {
			return &outbox.Delivery{Unwanted: true}, nil
		}
		d := &e.Draws[p.Number]
		_, wanted := e.BeginPost(d)
		return &outbox.Delivery{
			Unwanted: !wanted,
			Mark:     mark(e, d),
			Compose:  func(context.Context) (outbox.Message, error) { return outbox.Composed(compose(e, d)) },
			Pause:    roundRetry,
			Refused:  e.tellRefused(store, p),
			Ended: func(ctx context.Context, p outbox.Post) error {
				if p.State != outbox.Missed || p.Trouble == outbox.Unwanted {
					return nil
				}
				return store.PlanPost(ctx, e.troublePost(p.Number, now.Add(toldAfter)))
			},
		}, nil
	}}
}
