package daily

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// take claims one open post, and returns what there is to do for it; nil if there
// is none. What it returns must be done: each request of it within its deadline,
// even if the context ends meanwhile.
func (e *Engine) take(ctx context.Context) (deliver func() error, err error) {
	if err := e.pace.Wait(ctx); err != nil {
		return nil, err
	}
	now := e.Now().Truncate(time.Millisecond) // as the store keeps it
	p, ok, err := e.Store.Claim(ctx, now, e.Holder, e.Timing.Lease)
	if err != nil || !ok {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	return func() error {
		s, err := e.Store.Sub(ctx, p.Channel)
		if errors.Is(err, ErrNotFound) {
			p.State, p.Error = Failed, "the subscription was removed"
			return e.record(ctx, p)
		}
		if err != nil {
			return err
		}
		return e.deliver(ctx, now, s, p)
	}, nil
}

// deliver sends the post claimed now, unless an earlier attempt did.
func (e *Engine) deliver(ctx context.Context, now time.Time, s Sub, p Post) error {
	d := Delivery{Sub: s, Post: p}
	fresh := p.FirstSent.Equal(now) // no earlier attempt may have arrived
	if s.Status != Active && fresh {
		p.State, p.FirstSent, p.Error = Missed, time.Time{}, "the subscription is "+string(s.Status)
		return e.record(ctx, p)
	}
	expired := !now.Before(p.ExpiresAt)
	if !fresh && (expired || now.Sub(p.FirstSent) > e.Timing.NonceTrust) {
		message, readable, err := e.find(ctx, d)
		switch {
		case err != nil:
			return e.failed(ctx, s, p, false, fmt.Errorf("look for an earlier attempt: %w", err))
		case message != "":
			return e.posted(ctx, d, message)
		case !readable:
			p.State, p.Error = Unknown, "an attempt may have arrived, and the channel cannot be read"
			return e.record(ctx, p)
		}
	}
	if expired {
		p.State = Missed
		if p.Error == "" {
			p.Error = "it came too late"
		}
		return e.record(ctx, p)
	}
	return e.send(ctx, d, fresh)
}

func (e *Engine) send(ctx context.Context, d Delivery, fresh bool) error {
	missed, err := e.missed(ctx, d.Post)
	if err != nil {
		return err
	}
	d.Missed = missed
	limited, cancel := context.WithTimeout(ctx, e.Timing.Deadline)
	defer cancel()
	message, err := e.Channels.Send(limited, d)
	if err != nil {
		return e.failed(ctx, d.Sub, d.Post, fresh, err)
	}
	return e.posted(ctx, d, message)
}

func (e *Engine) find(ctx context.Context, d Delivery) (message string, readable bool, err error) {
	limited, cancel := context.WithTimeout(ctx, e.Timing.Deadline)
	defer cancel()
	return e.Channels.Find(limited, d)
}

// missed counts the days without a post since the last one.
func (e *Engine) missed(ctx context.Context, p Post) (int, error) {
	const farthest = 31 // days that anyone wants to hear of
	posts, err := e.Store.Posts(ctx, p.Channel, farthest)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, before := range posts {
		if before.Date >= p.Date {
			continue
		}
		if before.State == Posted {
			break
		}
		n++
	}
	return n, nil
}

// posted records a success, and opens the thread if one is wanted.
func (e *Engine) posted(ctx context.Context, d Delivery, message string) error {
	p := d.Post
	p.State, p.MessageID, p.Error = Posted, message, ""
	if err := e.record(ctx, p); err != nil {
		return err
	}
	if d.Sub.Reason != "" {
		if err := e.change(ctx, d.Sub, func(s *Sub) { s.Reason, s.FailingSince = "", time.Time{} }); err != nil {
			return err
		}
	}
	if d.Sub.Thread {
		limited, cancel := context.WithTimeout(ctx, e.Timing.Deadline)
		defer cancel()
		if err := e.Channels.OpenThread(limited, d, message); err != nil {
			e.Log.Warn("cannot open the thread of a daily post", "channel", p.Channel, "date", p.Date, "error", err)
		}
	}
	return nil
}

// record writes what became of the post, if its lease still is ours.
func (e *Engine) record(ctx context.Context, p Post) error {
	held, err := e.Store.Record(ctx, e.Holder, p)
	if err != nil {
		return fmt.Errorf("record the post of %v in channel %s: %w", p.Date, p.Channel, err)
	}
	log := e.Log.With("channel", p.Channel, "date", p.Date.String(), "attempts", p.Attempts)
	switch {
	case !held:
		log.Warn("a daily post was taken over by another process")
	case p.State == Posted:
		log.Info("daily post sent", "message", p.MessageID)
	default:
		log.Warn("daily post not sent", "state", p.State, "error", p.Error)
	}
	return nil
}
