package outbox

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"
)

// An attempt is a claimed post that is being delivered.
type attempt struct {
	*Engine
	post  Post
	now   time.Time // of the claim
	until time.Time // in real time: nothing may be sent after this
	fresh bool      // the store knows of no earlier attempt that may have arrived
	Delivery

	absent bool // the post is certainly not in the channel, or may be sent twice
}

// claim claims one open post. The attempt is nil if no post is due; otherwise it must be
// delivered.
func (e *Engine) claim(ctx context.Context) (*attempt, error) {
	if err := e.Pace.awaitLimit(ctx); err != nil {
		return nil, err
	}
	// Another engine may claim the post once the lease has ended. After that this
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
	return &attempt{Engine: e, post: p, now: now, until: until, fresh: p.FirstSent.Equal(now)}, nil
}

// deliver sends the post, unless it has arrived already or nobody wants it. It finishes
// even if the context ends meanwhile; each of its requests has its own deadline.
func (a *attempt) deliver(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic while posting to channel %s: %v\n%s", a.post.Channel, r, debug.Stack())
		}
	}()
	ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), a.until)
	defer cancel()
	kind, ok := a.kinds[a.post.Kind]
	if !ok {
		return fmt.Errorf("this program does not know posts of the kind %q", a.post.Kind)
	}
	if a.Delivery, err = kind.Prepare(ctx, a.post, a.now); err != nil {
		return err
	}
	if direct, ok := a.Delivery.(Direct); ok {
		a.post.Person = direct.Person()
	}
	a.absent = a.Mark() == ""
	unsent := a.unsent()
	if a.mayBeThere(unsent) {
		done, err := a.settle(ctx, unsent)
		if done || err != nil {
			return err
		}
	}
	if unsent != NoTrouble {
		return a.missed(ctx, unsent)
	}
	return a.send(ctx)
}

// unsent returns why the post is not to be sent: Unwanted, TooLate, or NoTrouble.
func (a *attempt) unsent() Trouble {
	switch {
	case !a.Wanted():
		return Unwanted
	case !a.now.Before(a.post.ExpiresAt):
		return TooLate
	}
	return NoTrouble
}

// mayBeThere reports whether the post may be in the channel already, so that a look is
// needed: an earlier attempt was made, or the store may be an old backup.
func (a *attempt) mayBeThere(unsent Trouble) bool {
	if a.absent {
		return false
	}
	late := a.dueBeforeStart() || a.now.Sub(a.post.DueAt) > a.Timing.NonceTrust
	if a.fresh {
		return late && unsent != Unwanted
	}
	return late || unsent != NoTrouble || !a.nonceTrusted()
}

// dueBeforeStart reports whether the post was due before this engine started.
func (a *attempt) dueBeforeStart() bool { return a.post.DueAt.Before(a.byDatabase(a.started)) }

// nonceTrusted reports whether Discord still knows the nonce of the first attempt.
func (a *attempt) nonceTrusted() bool {
	age := a.now.Sub(a.post.FirstSent) // negative if the clock was put back
	return age >= 0 && age <= a.Timing.NonceTrust
}

// settle looks for the post in its channel and records what it finds. done is false
// only if the post may be sent: it certainly has not arrived, or its nonce is trusted.
func (a *attempt) settle(ctx context.Context, unsent Trouble) (done bool, err error) {
	message, readable, err := a.look(ctx)
	p := a.post
	switch {
	case err != nil:
		return true, a.failed(ctx, false, fmt.Errorf("look for an earlier attempt: %w", err))
	case message != "":
		a.Settled(Found)
		return true, a.posted(ctx, message)
	case readable:
		a.Settled(Absent)
		a.absent = true
		return false, nil
	case a.fresh && !a.dueBeforeStart(): // only this engine could have sent it
		return false, nil
	case !a.fresh && unsent == NoTrouble && a.nonceTrusted():
		return false, nil
	}
	p.State, p.Trouble, p.Reason = Unknown, NoHistory, ""
	return true, a.record(ctx, p)
}

// look searches the channel for the message of an earlier attempt. It leaves enough
// of the lease to send the post afterwards. readable is false if the channel shows
// no message at all: then a missing message proves nothing.
func (a *attempt) look(ctx context.Context) (message string, readable bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, a.Timing.Lease-2*a.Timing.Deadline)
	defer cancel()
	for next := ""; ; {
		var page Page
		err := a.Pace.Retry(ctx, func(ctx context.Context) (err error) {
			page, err = a.Channels.Find(ctx, a.post, a.Mark(), next)
			return err
		})
		if err != nil {
			return "", false, err
		}
		readable = readable || !page.Empty
		if page.Message != "" || page.Next == "" {
			return page.Message, readable, nil
		}
		next = page.Next
	}
}

// missed records that the post was not sent, and why.
func (a *attempt) missed(ctx context.Context, why Trouble) error {
	p := a.post
	p.State, p.FirstSent = Missed, time.Time{}
	if why == Unwanted || p.Trouble == NoTrouble { // otherwise keep the trouble that made it late
		p.Trouble, p.Reason = why, ""
	}
	return a.record(ctx, p)
}

// send sends the post, unless it has become too late for that (slow database, suspended
// machine, global limit): then the next attempt looks first.
func (a *attempt) send(ctx context.Context) error {
	m, err := a.Compose(ctx)
	if IsRefusal(err, Invalid) {
		return a.failed(ctx, false, err)
	}
	if err != nil {
		return err
	}
	if err := a.Pace.Wait(ctx); IsRefusal(err, Limited) {
		return a.failed(ctx, true, err)
	} else if err != nil {
		return fmt.Errorf("wait to send the post %s: %w", a.name(), err)
	}
	if latest := a.latest(); a.Engine.now().After(latest) {
		return fmt.Errorf("the post %s was not sent before %v: the next attempt looks for it first", a.name(), latest)
	}
	if !a.fresh && !a.absent {
		a.Settled(ByNonce)
	}
	limited, cancel := context.WithTimeout(ctx, a.Timing.Deadline)
	defer cancel()
	message, err := a.Channels.Send(limited, a.post, m)
	if err != nil {
		return a.failed(ctx, true, a.Pace.noteGlobalLimit(ctx, err))
	}
	return a.posted(ctx, message)
}

// latest returns until when the post may be sent: while the lease is certain and, after an
// earlier attempt without a look, the nonce too.
func (a *attempt) latest() time.Time {
	if a.fresh || a.absent {
		return a.now.Add(a.Timing.Lease - a.Timing.Deadline)
	}
	return a.post.FirstSent.Add(a.Timing.NonceTrust)
}

// posted records a success.
func (a *attempt) posted(ctx context.Context, message string) error {
	p := a.post
	p.State, p.MessageID, p.Trouble, p.Reason = Posted, message, NoTrouble, ""
	return a.record(ctx, p)
}

// record writes the outcome of the attempt if this engine still holds the lease, and
// tells the kind about a final state. The context may have ended: the lease lasts one
// Deadline longer to leave time for this.
func (a *attempt) record(ctx context.Context, p Post) error {
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.Timing.Deadline)
	defer cancel()
	log := a.logger()
	held, err := a.Store.Record(limited, a.Holder, p)
	for pause := a.Timing.Deadline / 100; err != nil; pause *= 2 { // a disk may be full for a moment
		log.Warn("cannot record a "+p.Kind+" post yet", "state", p.State, "error", err)
		if !wait(limited, pause) {
			return fmt.Errorf("record the post %s: %w", a.name(), err)
		}
		held, err = a.Store.Record(limited, a.Holder, p)
	}
	switch {
	case !held:
		log.Warn("a " + p.Kind + " post is no longer open, or another process has claimed it")
		return nil
	case p.State == Posted:
		log.Info(p.Kind+" post sent", "message", p.MessageID)
	default:
		log.Warn(p.Kind+" post not sent", "state", p.State, "trouble", p.Trouble, "error", p.Reason)
	}
	if p.State == Open {
		return nil
	}
	return a.Ended(context.WithoutCancel(ctx), p)
}

// logger returns a log that names the post.
func (a *attempt) logger() *slog.Logger {
	return a.Log.With("channel", a.post.Channel, "post", a.Mark(), "attempts", a.post.Attempts)
}

// name names the post in an error.
func (a *attempt) name() string {
	return cmp.Or(a.Mark(), a.post.Kind) + " in channel " + a.post.Channel
}
