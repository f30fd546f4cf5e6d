package evening

import (
	"context"
	"errors"
	"slices"
	"time"

	"chess960bot/internal/outbox"
)

// Posts returns the posts that the event waits for. A Store keeps the outbox in step with them: it plans a new
// post, moves one that has changed, and deletes one that is gone, unless it was tried.
func (e *Event) Posts() []outbox.Post {
	posts := append(e.serverPosts(), e.lateResultsPosts()...)
	if p, ok := e.SealPost(); ok {
		posts = append(posts, p)
	}
	if p, ok := e.RoundPost(); ok {
		posts = append(posts, p)
	}
	for i := range e.Draws {
		if p, ok := e.BeginPost(&e.Draws[i]); ok {
			posts = append(posts, p)
		}
	}
	return posts
}

// post returns an open post of the event to its channel or thread.
func (e *Event) post(kind string, number int, due time.Time, catchUp time.Duration) outbox.Post {
	return outbox.Post{
		Kind: kind, Subject: e.ID, Number: number, Channel: e.PostChannel(),
		DueAt: due, ExpiresAt: due.Add(catchUp), State: outbox.Open,
	}
}

// A Kind is a kind of posts about events. It implements [outbox.Kind] and [outbox.Planner].
//
// The functions that make kinds are given a store, and a function that composes the message. One named mark returns
// the custom id of a button in the message, by which a message is found.
type Kind struct {
	name  string
	store Store
	// plan does what there is to do from time to time; nil for nothing: a Store plans the posts together with the events.
	plan    func(ctx context.Context, now time.Time) error
	prepare func(ctx context.Context, e *Event, p outbox.Post, now time.Time) (*outbox.Delivery, error)
}

// Name implements [outbox.Kind].
func (k Kind) Name() string { return k.name }

// Plan implements [outbox.Planner].
func (k Kind) Plan(ctx context.Context, now time.Time) error {
	if k.plan == nil {
		return nil
	}
	return k.plan(ctx, now)
}

// Prepare implements [outbox.Kind].
func (k Kind) Prepare(ctx context.Context, p outbox.Post, now time.Time) (*outbox.Delivery, error) {
	e, err := eventOf(ctx, k.store, p)
	if err != nil {
		return nil, err
	}
	d, err := k.prepare(ctx, e, p, now)
	if err == nil {
		d.Server = e.Guild
	}
	return d, err
}

// eventOf returns the event of a post, or an empty one if it was deleted.
func eventOf(ctx context.Context, store Store, p outbox.Post) (*Event, error) {
	e, err := store.Event(ctx, Ref{Channel: p.Channel, ID: p.Subject})
	if errors.Is(err, ErrNone) {
		return &Event{}, nil
	}
	return e, err
}

// reopenMissed opens posts of a kind again that a clock that ran ahead has missed.
func reopenMissed(store Store, kind string) func(ctx context.Context, now time.Time) error {
	return func(ctx context.Context, now time.Time) error { return store.ReopenMissed(ctx, kind, now) }
}

// LateResultsKind is the name, in the outbox, of the posts about results that came after the end of an
// event. The subject of a post is its event, and the number is the index of its first result.
const LateResultsKind = "late_results"

const (
	lateResultsTime    = 3 * time.Minute // in which results are collected for one post
	lateResultsCatchUp = 24 * time.Hour
)

// LateResults returns the results that came after the end of the event, in groups: each has what came
// within some minutes.
func (e *Event) LateResults() (groups [][]Result) {
	if e.ClosedAt.IsZero() {
		return nil
	}
	for _, r := range e.Results {
		if !r.At.After(e.ClosedAt) {
			continue
		}
		if last := len(groups) - 1; last >= 0 && r.At.Sub(groups[last][0].At) < lateResultsTime {
			groups[last] = append(groups[last], r)
		} else {
			groups = append(groups, []Result{r})
		}
	}
	return groups
}

// lateResultsPosts returns the posts about these groups.
func (e *Event) lateResultsPosts() (posts []outbox.Post) {
	for _, group := range e.LateResults() {
		posts = append(posts, e.post(LateResultsKind, group[0].Index, group[0].At.Add(lateResultsTime), lateResultsCatchUp))
	}
	return posts
}

// LateResultsPosts are these posts. The table has the results too, so the first refusal gives up.
func LateResultsPosts(store Store, mark func(e *Event, first int) string, compose func(e *Event, late []Result) (outbox.Message, error)) Kind {
	return Kind{LateResultsKind, store, nil, func(_ context.Context, e *Event, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
		d := &outbox.Delivery{Unwanted: true, Mark: mark(e, p.Number)}
		for _, late := range e.LateResults() {
			if late[0].Index == p.Number {
				d.Unwanted = false
				d.Compose = func(context.Context) (outbox.Message, error) { return outbox.Composed(compose(e, late)) }
			}
		}
		return d, nil
	}}
}

// The names, in the outbox, of the messages of rounds. The subject of a post is its event.
const (
	MessageKind  = "sealed"   // the message that shows a seal tells how many numbers were added, and where the result is
	ToldKind     = "told"     // what players have told, from the first line on
	PairingsKind = "pairings" // the pairings, once somebody has posted them
)

// PostsPerDraw is the number of posts that a message of a round can have.
const PostsPerDraw = 1_000_000

const (
	toldPace        = 10 * time.Second // the time between two changes of such a message
	pairingsCatchUp = 6 * time.Hour    // how late pairings are posted
)

// PostPairings lets the store post the pairings of a draw, unless they are posted.
func (e *Event) PostPairings(d *Draw, now time.Time) {
	e.Planned = append(e.Planned, e.post(PairingsKind, d.Index*PostsPerDraw, now, pairingsCatchUp))
}

// RoundMessages are public messages of rounds that change as the rounds go on, one a round: what a seal shows, the
// pairings, or what players have told. The number of the post that begins a message is the index of its draw times
// PostsPerDraw, and the posts that change the message have the numbers after that. A message with a seal is
// sent as an answer, so all of its posts change it. A Store plans the posts together with what they show: see
// [Event.MessageChanges]. A message that could not be sent is not changed, so the first refusal
// gives up: /round shows the same.
//
// compose makes what the message of a draw says now. message is the id of the message; "" if it is
// still to be sent.
func RoundMessages(kind string, store Store, mark func(e *Event, d *Draw) string, compose func(e *Event, d *Draw, message string) (outbox.Message, error)) Kind {
	return Kind{kind, store, nil, func(ctx context.Context, e *Event, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
		delivery := &outbox.Delivery{Unwanted: true}
		index := p.Number / PostsPerDraw
		if index >= len(e.Draws) {
			return delivery, nil
		}
		d, message := &e.Draws[index], ""
		switch {
		case kind == MessageKind && d.Seal != nil:
			message, delivery.Unwanted = d.Seal.Message, false
		case kind == MessageKind || d.Sealed():
			return delivery, nil
		case p.Number%PostsPerDraw == 0:
			delivery.Mark, delivery.Unwanted = mark(e, d), d.Void != nil
		default:
			first, err := store.PostOf(ctx, kind, e.ID, index*PostsPerDraw)
			if err != nil {
				return nil, err
			}
			message = first.MessageID
			delivery.Unwanted = message == ""
		}
		delivery.Compose = func(context.Context) (outbox.Message, error) {
			return outbox.Composed(compose(e, d, message))
		}
		return delivery, nil
	}}
}

// A MessageChange is a message of a round that says something else now.
type MessageChange struct {
	Post   outbox.Post   // that begins the message, or changes a message that nobody has posted
	Begins bool          // the post is planned if there is none about the message
	Pace   time.Duration // the time between two posts about the message
}

// MessageChanges returns the messages that say something else than in a previous state of the event.
func (e *Event) MessageChanges(previous *Event) (changes []MessageChange) {
	touched := map[int]bool{} // draws with new results
	for _, r := range e.Results[min(len(previous.Results), len(e.Results)):] {
		touched[r.Game.Draw] = true
	}
	all := len(e.Changes) != len(previous.Changes) || len(e.Tellings) != len(previous.Tellings)
	at := e.changedAt()
	for i := range e.Draws {
		d, was := &e.Draws[i], &Draw{}
		if i < len(previous.Draws) {
			was = &previous.Draws[i]
		}
		post := func(kind string, catchUp time.Duration) outbox.Post {
			return e.post(kind, d.Index*PostsPerDraw, at, catchUp)
		}
		if n := d.sealNews(); n > 0 && n != was.sealNews() {
			p := post(MessageKind, sealCatchUp)
			p.Channel = d.Seal.Channel
			changes = append(changes, MessageChange{Post: p, Begins: true})
		}
		if len(was.SPs) == 0 || was.Void != nil || d.Void == nil && !all && !touched[d.Index] {
			continue
		}
		if d.Void != nil || !slices.EqualFunc(e.PairsOf(d), previous.PairsOf(was), samePair) {
			changes = append(changes, MessageChange{Post: post(PairingsKind, pairingsCatchUp)})
		}
		if d.Void != nil || len(e.Tellings) > 0 && !slices.EqualFunc(e.Told(d), previous.Told(was), sameTold) {
			begins := d.Void == nil && slices.ContainsFunc(e.Tellings, func(t Telling) bool { return t.Kind == Tells && t.Game.Draw == d.Index })
			changes = append(changes, MessageChange{post(ToldKind, sealCatchUp), begins, toldPace})
		}
	}
	return changes
}

// sealNews counts what the message of a seal has to tell besides the seal; 0 without such a message, and where the bot
// cannot post.
func (d *Draw) sealNews() (n int) {
	switch {
	case d.Seal == nil || d.Seal.Message == "" || d.Seal.ByPress:
		return 0
	case d.Sealed():
		return len(d.Seal.Added)
	case d.Shown:
		return len(d.Seal.Added) + 2
	}
	return len(d.Seal.Added) + 1
}

func samePair(a, b Result) bool {
	return a.White == b.White && a.Black == b.Black && (a.Outcome == Bye) == (b.Outcome == Bye)
}

func sameTold(a, b Told) bool {
	for side := range a.By {
		t, u := a.By[side], b.By[side]
		if (t == nil) != (u == nil) || t != nil && t.Outcome != u.Outcome {
			return false
		}
	}
	return same(a.Result, b.Result)
}

// changedAt returns when anything in the event has last changed.
func (e *Event) changedAt() time.Time {
	at := []time.Time{e.OpenedAt, e.ClosedAt}
	for i := range e.Draws {
		d := &e.Draws[i]
		at = append(at, d.At, d.seenFrom())
		if d.Void != nil {
			at = append(at, d.Void.At)
		}
	}
	for _, c := range e.Changes {
		at = append(at, c.At)
	}
	for _, r := range e.Results[max(0, len(e.Results)-1):] {
		at = append(at, r.At)
	}
	for _, t := range e.Tellings[max(0, len(e.Tellings)-1):] {
		at = append(at, t.At)
	}
	if e.Server != nil {
		at = append(at, e.Server.LastAt)
	}
	return slices.MaxFunc(at, time.Time.Compare)
}
