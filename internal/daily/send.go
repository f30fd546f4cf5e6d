package daily

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

// take claims one open post, and returns what there is to do for it; nil if there
// is none. What it returns must be done: each request of it within its deadline,
// even if the context ends meanwhile.
func (e *Engine) take(ctx context.Context) (deliver func() error, err error) {
	if err := e.turn(ctx); err != nil {
		return nil, err
	}
	// Nothing may be sent once the lease has run out and another may hold the
	// post, however long this process stood still meanwhile. This is real time,
	// unlike that of the clock.
	until := time.Now().Add(e.Timing.Lease - e.Timing.Deadline)
	now := e.Now().Truncate(time.Millisecond) // as the store keeps it
	limited, cancel := context.WithTimeout(ctx, e.Timing.Lease)
	defer cancel()
	p, ok, err := e.Store.Claim(limited, now, e.Holder, e.Timing.Lease)
	if err != nil || !ok {
		return nil, err
	}
	return func() (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("panic while posting to channel %s: %v\n%s", p.Channel, r, debug.Stack())
			}
		}()
		ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), until)
		defer cancel()
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

// deliver sends the post claimed now, unless an earlier attempt did, or it is not
// wanted any more.
func (e *Engine) deliver(ctx context.Context, now time.Time, s Sub, p Post) error {
	unwanted := ""
	switch {
	case s.Status != Active:
		unwanted = notActive + string(s.Status)
	case !now.Before(p.ExpiresAt):
		unwanted = "it could not be sent in time"
	}
	fresh := p.FirstSent.Equal(now) // no earlier attempt may have arrived
	age := now.Sub(p.FirstSent)     // negative if the clock was put back
	latest := now.Add(e.Timing.Lease - e.Timing.Deadline)
	switch trusted := age >= 0 && age <= e.Timing.NonceTrust; {
	case fresh:
	case trusted && unwanted == "":
		latest = p.FirstSent.Add(e.Timing.NonceTrust)
	default:
		found, err := e.lookedFor(ctx, s, p)
		if found || err != nil {
			return err
		}
	}
	if unwanted != "" {
		p.State, p.FirstSent = Missed, time.Time{}
		if p.Error == "" {
			p.Error = unwanted
		}
		return e.record(ctx, p)
	}
	return e.send(ctx, Delivery{Sub: s, Post: p}, fresh, latest)
}

// lookedFor looks whether an earlier attempt has arrived, and records what it
// finds. done is false only where it certainly has not.
func (e *Engine) lookedFor(ctx context.Context, s Sub, p Post) (done bool, err error) {
	d := Delivery{Sub: s, Post: p}
	message, readable, err := e.look(ctx, d)
	switch {
	case err != nil:
		return true, e.failed(ctx, s, p, false, fmt.Errorf("look for an earlier attempt: %w", err))
	case message != "":
		return true, e.posted(ctx, d, message)
	case !readable:
		p.State, p.Error = Unknown, "the channel shows me no messages to check by; is Read Message History granted?"
		return true, e.record(ctx, p)
	}
	return false, nil
}

// look reads the channel back to the first attempt, as far as the lease leaves
// time to send the post after. readable is false where the channel shows no
// message at all, so that nothing follows from not finding one.
func (e *Engine) look(ctx context.Context, d Delivery) (message string, readable bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, e.Timing.Lease-2*e.Timing.Deadline)
	defer cancel()
	for before := ""; ; {
		var page Page
		err := e.ask(ctx, func(ctx context.Context) (err error) {
			page, err = e.Channels.Find(ctx, d, before)
			return err
		})
		if err != nil {
			return "", false, err
		}
		readable = readable || !page.Empty
		if page.Message != "" || page.Next == "" {
			return page.Message, readable, nil
		}
		before = page.Next
	}
}

// send sends the post, if it is not later by the clock than it may be: a database
// may answer slowly, and a machine that sleeps stops even real time. Then the
// lease runs out, and the next attempt looks first. Where all requests are held it
// does not wait, for the trust in the nonce would run out.
func (e *Engine) send(ctx context.Context, d Delivery, fresh bool, latest time.Time) error {
	missed, err := e.missed(ctx, d.Post)
	if err != nil {
		return err
	}
	d.Missed = missed
	if e.Now().After(latest) {
		return fmt.Errorf("the post of %v in channel %s was not sent before %v: it is looked for first", d.Post.Date, d.Post.Channel, latest)
	}
	if held := e.held(); held != nil {
		return e.failed(ctx, d.Sub, d.Post, fresh, held)
	}
	limited, cancel := context.WithTimeout(ctx, e.Timing.Deadline)
	defer cancel()
	message, err := e.Channels.Send(limited, d)
	if err != nil {
		return e.failed(ctx, d.Sub, d.Post, fresh, e.heed(err))
	}
	return e.posted(ctx, d, message)
}

// notActive begins the reason of posts that nobody wanted any more.
const notActive = "the subscription is "

// missed counts the days since the last post that certainly have none.
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
		switch {
		case before.State == Posted:
			return n, nil
		case before.State == Missed && strings.HasPrefix(before.Error, notActive):
		case before.State == Missed, before.State == Failed:
			n++
		}
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
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), e.Timing.Deadline)
	defer cancel()
	if d.Sub.Reason != "" {
		if _, err := e.change(ctx, d.Sub, func(s *Sub) { s.Reason, s.FailingSince = "", time.Time{} }); err != nil {
			return err
		}
	}
	if d.Sub.Thread && message != "" {
		err := e.ask(ctx, func(ctx context.Context) error { return e.Channels.OpenThread(ctx, d, message) })
		if err != nil {
			e.Log.Warn("cannot open the thread of a daily post", "channel", p.Channel, "date", p.Date.String(), "error", err)
		}
	}
	return nil
}

// record writes what became of the post, if its lease still is ours. It has its
// time even where none is left for sending; that much of the lease remains.
func (e *Engine) record(ctx context.Context, p Post) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), e.Timing.Deadline)
	defer cancel()
	log := e.Log.With("channel", p.Channel, "date", p.Date.String(), "attempts", p.Attempts)
	held, err := e.Store.Record(ctx, e.Holder, p)
	for pause := e.Timing.Deadline / 100; err != nil; pause *= 2 { // a disk may be full for a moment
		log.Warn("cannot record a daily post yet", "state", p.State, "error", err)
		if !wait(ctx, pause) {
			return fmt.Errorf("record the post of %v in channel %s: %w", p.Date, p.Channel, err)
		}
		held, err = e.Store.Record(ctx, e.Holder, p)
	}
	switch {
	case !held:
		log.Warn("a daily post is no longer open, or another process has taken it over")
	case p.State == Posted:
		log.Info("daily post sent", "message", p.MessageID)
	default:
		log.Warn("daily post not sent", "state", p.State, "error", p.Error)
	}
	return nil
}
