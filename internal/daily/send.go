package daily

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// take claims one open post and returns the function that delivers it. The function is
// nil if no post is due; otherwise it must be called. It finishes even if the context
// ends meanwhile; each of its requests has its own deadline.
func (e *Engine) take(ctx context.Context) (deliver func() error, err error) {
	if err := e.awaitTurn(ctx); err != nil {
		return nil, err
	}
	// Another engine may take the post once the lease has ended. After that this
	// one must not send anything, even if it was suspended for a while. This limit
	// runs in real time, not by the engine's clock.
	until := time.Now().Add(e.Timing.Lease - e.Timing.Deadline)
	limited, cancel := context.WithTimeout(ctx, e.Timing.Lease)
	defer cancel()
	if err := e.readClock(limited); err != nil {
		return nil, err
	}
	now := e.now().Truncate(time.Millisecond) // the store's precision
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
			p.State, p.Trouble = Failed, Removed
			return e.record(ctx, p)
		}
		if err != nil {
			return err
		}
		return e.deliver(ctx, now, s, p)
	}, nil
}

// deliver sends a post that was claimed at now, unless an earlier attempt arrived
// or the post is no longer wanted.
func (e *Engine) deliver(ctx context.Context, now time.Time, s Sub, p Post) error {
	unwanted := NoTrouble
	switch {
	case s.Status != Active:
		unwanted = Unwanted
	case !now.Before(p.ExpiresAt):
		unwanted = TooLate
	}
	fresh := p.FirstSent.Equal(now) // no earlier attempt may have arrived
	age := now.Sub(p.FirstSent)     // negative if the clock was put back
	latest := now.Add(e.Timing.Lease - e.Timing.Deadline)
	switch nonceTrusted := age >= 0 && age <= e.Timing.NonceTrust; {
	case fresh:
	case nonceTrusted && unwanted == NoTrouble:
		latest = p.FirstSent.Add(e.Timing.NonceTrust)
	default:
		done, err := e.settleEarlier(ctx, s, p)
		if done || err != nil {
			return err
		}
	}
	if unwanted != NoTrouble {
		p.State, p.FirstSent = Missed, time.Time{}
		if unwanted == Unwanted || p.Trouble == NoTrouble { // otherwise keep the trouble that made it late
			p.Trouble, p.Error = unwanted, ""
		}
		return e.record(ctx, p)
	}
	return e.send(ctx, Delivery{Sub: s, Post: p}, fresh, latest)
}

// settleEarlier looks for an earlier attempt and records what it finds. done is
// false only if the earlier attempt certainly did not arrive.
func (e *Engine) settleEarlier(ctx context.Context, s Sub, p Post) (done bool, err error) {
	d := Delivery{Sub: s, Post: p}
	message, readable, err := e.look(ctx, d)
	switch {
	case err != nil:
		return true, e.failed(ctx, s, p, false, fmt.Errorf("look for an earlier attempt: %w", err))
	case message != "":
		return true, e.posted(ctx, d, message)
	case !readable:
		p.State, p.Trouble, p.Error = Unknown, NoHistory, ""
		if err := e.record(ctx, p); err != nil {
			return true, err
		}
		_, err := e.change(ctx, s, func(s *Sub) { s.Trouble, s.Reason = NoHistory, "" })
		return true, err
	}
	return false, nil
}

// look searches the channel for the message of an earlier attempt. It leaves enough
// of the lease to send the post afterwards. readable is false if the channel shows
// no message at all: then a missing message proves nothing.
func (e *Engine) look(ctx context.Context, d Delivery) (message string, readable bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, e.Timing.Lease-2*e.Timing.Deadline)
	defer cancel()
	for before := ""; ; {
		var page Page
		err := e.retry(ctx, func(ctx context.Context) (err error) {
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

// send sends the post unless latest has passed (slow database, suspended machine):
// then the next attempt looks first. Under a global limit send fails at once,
// because the nonce could expire during a wait.
func (e *Engine) send(ctx context.Context, d Delivery, fresh bool, latest time.Time) error {
	missed, err := e.daysMissed(ctx, d.Post)
	if err != nil {
		return err
	}
	d.Missed = missed
	if e.now().After(latest) {
		return fmt.Errorf("the post of %v in channel %s was not sent before %v: the next attempt looks for it first", d.Post.Date, d.Post.Channel, latest)
	}
	if limit := e.globalLimit(); limit != nil {
		return e.failed(ctx, d.Sub, d.Post, fresh, limit)
	}
	limited, cancel := context.WithTimeout(ctx, e.Timing.Deadline)
	defer cancel()
	message, err := e.Channels.Send(limited, d)
	if err != nil {
		return e.failed(ctx, d.Sub, d.Post, fresh, e.noteGlobalLimit(err))
	}
	return e.posted(ctx, d, message)
}

// daysMissed counts the days since the last post on which certainly no post was
// sent. Unwanted posts and posts with an unknown outcome do not count.
func (e *Engine) daysMissed(ctx context.Context, p Post) (int, error) {
	const lookBack = 31 // posts
	posts, err := e.Store.Posts(ctx, p.Channel, lookBack)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, before := range posts {
		switch {
		case before.Date >= p.Date:
		case before.State == Posted:
			return n, nil
		case before.State == Missed && before.Trouble == Unwanted:
		case before.State == Missed, before.State == Failed:
			n++
		}
	}
	return n, nil
}

// posted records a success, clears the subscription's trouble, and opens the
// thread if the subscription wants one.
func (e *Engine) posted(ctx context.Context, d Delivery, message string) error {
	p := d.Post
	p.State, p.MessageID, p.Trouble, p.Error = Posted, message, NoTrouble, ""
	if err := e.record(ctx, p); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), e.Timing.Deadline)
	defer cancel()
	trouble, reason := NoTrouble, ""
	if d.Sub.Thread && message != "" {
		err := e.retry(ctx, func(ctx context.Context) error { return e.Channels.OpenThread(ctx, d, message) })
		if err != nil {
			e.Log.Warn("cannot open the thread of a daily post", "channel", p.Channel, "date", p.Date.String(), "error", err)
			trouble = NoThread
			if !refused(err, Forbidden) {
				reason = err.Error()
			}
		}
	}
	if d.Sub.Trouble == trouble && d.Sub.Reason == reason && d.Sub.FailingSince.IsZero() {
		return nil
	}
	// The thread may have used up the deadline.
	ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), e.Timing.Deadline)
	defer cancel()
	_, err := e.change(ctx, d.Sub, func(s *Sub) { s.Trouble, s.Reason, s.FailingSince = trouble, reason, time.Time{} })
	return err
}

// record writes the outcome of a post if this engine still holds its lease. The
// context may have ended: the lease lasts one Deadline longer to leave time for
// this.
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
		log.Warn("daily post not sent", "state", p.State, "trouble", p.Trouble, "error", p.Error)
	}
	return nil
}
