package evening

import (
	"context"
	"errors"
	"fmt"
	"time"

	"chess960bot/internal/outbox"
)

// SealKind is the name of opened seals in the outbox. The subject of a post is its
// event, and the number is the instant at which the seal opens, in milliseconds since
// 1970.
const SealKind = "seal"

const (
	pressTime   = time.Minute              // for the answer to the press that opened a seal
	sealCatchUp = 24 * time.Hour           // how late the result of a seal is posted
	keptFor     = 2 * 365 * 24 * time.Hour // how long closed events are kept
)

// post returns an open post of the event to its channel or thread.
func (e *Event) post(kind string, number int, due time.Time, catchUp time.Duration) outbox.Post {
	return outbox.Post{
		Kind: kind, Subject: e.ID, Number: number, Channel: e.PostChannel(),
		DueAt: due, ExpiresAt: due.Add(catchUp), State: outbox.Open,
	}
}

// SealPost returns the post of the sealed draw with positions that nobody has seen. ok is
// false without such a draw, and if only people open the seal. The post is due when the
// seal opens by itself. After a press has opened the seal, the post waits for the answer to
// the press, which shows the positions too. A Store keeps the outbox in step with this.
func (e *Event) SealPost() (p outbox.Post, ok bool) {
	d := e.Waiting()
	if d == nil || d.Seal.ByPress {
		return p, false
	}
	due := d.Seal.OpensAt
	if !d.Sealed() {
		due = d.Seal.Opened.Add(pressTime)
	}
	return e.post(SealKind, d.Seal.number(), due, sealCatchUp), true
}

// number returns the number of the seal's post.
func (s *Seal) number() int { return int(s.OpensAt.UnixMilli()) }

// bySeal returns the draw by the number of its seal's post, or nil.
func (e *Event) bySeal(number int) *Draw {
	return e.find(func(d *Draw) bool { return d.Seal != nil && d.Seal.number() == number })
}

// SealPosts are the posts of seals that nobody has opened in time, or that were opened with
// an answer that was lost. It implements [outbox.Kind].
type SealPosts struct {
	Store Store
	// Compose makes the message with a draw's positions. One of its files has the
	// given name.
	Compose func(e *Event, d *Draw, fileName string) (outbox.Message, error)
}

// Name implements [outbox.Kind].
func (k *SealPosts) Name() string { return SealKind }

// Plan implements [outbox.Planner]. The posts are planned together with the draws; Plan
// deletes old events.
func (k *SealPosts) Plan(ctx context.Context, now time.Time) error {
	return k.Store.PruneEvents(ctx, now.Add(-keptFor))
}

// Prepare implements [outbox.Kind]. A seal is opened once: a channel that refuses the post
// gets no second one. The next draw in that channel shows the positions.
func (k *SealPosts) Prepare(ctx context.Context, p outbox.Post, now time.Time) (*outbox.Delivery, error) {
	e, err := eventOf(ctx, k.Store, p)
	if err != nil {
		return nil, err
	}
	d := e.bySeal(p.Number)
	unwanted := d == nil || d.Shown || d.Void != nil
	mark := fmt.Sprintf("seal-%s-%d.png", p.Subject, p.Number)
	return &outbox.Delivery{
		Server:   e.Guild,
		Unwanted: unwanted,
		Mark:     mark,
		Compose: func(ctx context.Context) (outbox.Message, error) {
			e, err := k.open(ctx, p, now)
			if err != nil {
				return nil, err
			}
			return outbox.Composed(k.Compose(e, e.bySeal(p.Number), mark))
		},
		Ended: func(ctx context.Context, ended outbox.Post) error {
			switch {
			case unwanted:
				return nil
			case ended.State == outbox.Posted:
				return k.Store.ShowDraw(ctx, e.Ref(), d.Index, ended.MessageID)
			}
			_, err := k.open(ctx, p, now) // the draw stays unshown, so that the next one shows it
			return err
		},
	}, nil
}

// open opens the seal of a post, unless somebody has opened it.
func (k *SealPosts) open(ctx context.Context, p outbox.Post, now time.Time) (*Event, error) {
	return k.Store.UpdateEvent(ctx, Ref{Channel: p.Channel, ID: p.Subject, WithoutResults: true}, func(e *Event) error {
		d := e.bySeal(p.Number)
		if d == nil || !d.Sealed() {
			return nil
		}
		_, err := e.OpenSeal(d.Round, Asker{At: now})
		return err
	})
}

// eventOf returns the event of a post, or an empty one if it was deleted.
func eventOf(ctx context.Context, store Store, p outbox.Post) (*Event, error) {
	e, err := store.Event(ctx, Ref{Channel: p.Channel, ID: p.Subject})
	if errors.Is(err, ErrNone) {
		return &Event{}, nil
	}
	return e, err
}

// MessageKind is the name of the edits of sealed messages in the outbox: a message that
// shows a seal tells how many numbers were added, and where the result is. The subject of a
// post is its event.
const MessageKind = "sealed"

// The number of such a post is the index of its draw times perDraw, plus the number of
// added numbers, or for an open seal one of the highest numbers. So the edits of an
// event's messages are sent in their order.
const (
	perDraw    = 1_000_000
	openedPost = perDraw - 2
	shownPost  = perDraw - 1
)

// MessagePost returns the post that brings the message of a draw's seal up to date. ok is
// false for a draw without such a message, before there is anything new to tell, and where
// the bot cannot post.
func (e *Event) MessagePost(d *Draw) (p outbox.Post, ok bool) {
	if d.Seal == nil || d.Seal.Message == "" || d.Seal.ByPress || d.Sealed() && len(d.Seal.Added) == 0 {
		return p, false
	}
	state, due := min(len(d.Seal.Added), openedPost-1), d.At
	switch {
	case !d.Sealed() && d.Shown:
		state, due = shownPost, d.Seal.Opened
	case !d.Sealed():
		state, due = openedPost, d.Seal.Opened
	}
	p = e.post(MessageKind, d.Index*perDraw+state, due, sealCatchUp)
	p.Channel = d.Seal.Channel
	return p, true
}

// SealMessages are the edits of sealed messages. A Store plans the edits together with what they
// tell. SealMessages implements [outbox.Kind].
type SealMessages struct {
	Store Store
	// Compose makes what the message of a draw's seal says now.
	Compose func(e *Event, d *Draw) (outbox.Message, error)
}

// Name implements [outbox.Kind].
func (k *SealMessages) Name() string { return MessageKind }

// Prepare implements [outbox.Kind].
func (k *SealMessages) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
	e, err := eventOf(ctx, k.Store, p)
	if err != nil {
		return nil, err
	}
	var d *Draw
	if i := p.Number / perDraw; i < len(e.Draws) && e.Draws[i].Seal != nil {
		d = &e.Draws[i]
	}
	// An edit may be sent twice. The result also stands in a message of its own, so the first
	// refusal gives up.
	return &outbox.Delivery{
		Server:   e.Guild,
		Unwanted: d == nil,
		Compose:  func(context.Context) (outbox.Message, error) { return outbox.Composed(k.Compose(e, d)) },
	}, nil
}
