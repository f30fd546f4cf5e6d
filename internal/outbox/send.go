package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"chess960bot/internal/sleep"
)

// An attempt is a claimed post that is being delivered.
type attempt struct {
	engine    *Engine
	post      Post
	delivery  *Delivery
	claimedAt time.Time
	lease     lease
	fresh     bool // the store knows of no earlier attempt that may have arrived
	absent    bool // a look has shown that the post is not in its channel
}

// A lease keeps other engines from a post. It begins by the engine's clock, and in real time:
// the engine's clock may be put back, and the real one stands still while a machine sleeps.
type lease struct{ begins, real time.Time }

// newLease reads the store's clock, and returns a lease that begins now.
func (e *Engine) newLease(ctx context.Context) (lease, error) {
	if err := e.readClock(ctx); err != nil {
		return lease{}, err
	}
	return lease{e.now().Truncate(time.Millisecond), time.Now()}, nil // the store's precision
}

// lasts reports whether less than the given time has passed since a lease began.
func (e *Engine) lasts(l lease, d time.Duration) bool {
	return e.now().Sub(l.begins) <= d && time.Since(l.real) <= d
}

// claim claims one open post. The attempt is nil if no post is due; otherwise it must be
// delivered.
func (e *Engine) claim(ctx context.Context) (*attempt, error) {
	for limit := e.Pace.globalLimit(); limit != nil; limit = e.Pace.globalLimit() {
		if !sleep.For(ctx, limit.RetryAfter) {
			return nil, ctx.Err()
		}
	}
	limited, cancel := context.WithTimeout(ctx, e.Timing.Lease)
	defer cancel()
	l, err := e.newLease(limited)
	if err != nil {
		return nil, err
	}
	var kinds []string
	for _, k := range e.Kinds {
		kinds = append(kinds, k.Name())
	}
	p, ok, err := e.Store.Claim(limited, l.begins, e.Holder, e.Timing.Lease, kinds...)
	if err != nil || !ok {
		return nil, err
	}
	return &attempt{engine: e, post: p, claimedAt: l.begins, lease: l, fresh: p.FirstSent.Equal(l.begins)}, nil
}

// hold renews the lease if a third of it has passed. So the posts of a process that was killed
// are free soon, and a slow attempt keeps its post. hold returns an error if another engine
// has claimed the post meanwhile.
func (a *attempt) hold(ctx context.Context) error {
	e := a.engine
	if e.lasts(a.lease, e.Timing.Lease/3) {
		return nil
	}
	l, err := e.newLease(ctx)
	if err != nil {
		return err
	}
	held, err := e.Store.Renew(ctx, e.Holder, a.post, l.begins.Add(e.Timing.Lease))
	if err == nil && !held {
		err = errors.New("it is no longer open, or another process has claimed it")
	}
	if err != nil {
		return fmt.Errorf("keep %s: %w", a.name(), err)
	}
	a.lease = l
	return nil
}

// deliver sends the post, unless it has arrived already or nobody wants it. It finishes
// even if the context ends meanwhile; each of its requests has its own deadline.
func (a *attempt) deliver(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic while posting to channel %s: %v\n%s", a.post.Channel, r, debug.Stack())
		}
	}()
	ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), a.lease.real.Add(a.engine.Timing.Attempt-a.engine.Timing.Deadline))
	defer cancel()
	kind := slices.IndexFunc(a.engine.Kinds, func(k Kind) bool { return k.Name() == a.post.Kind })
	if kind < 0 {
		return fmt.Errorf("this program does not know posts of the kind %q", a.post.Kind)
	}
	if a.delivery, err = a.engine.Kinds[kind].Prepare(ctx, a.post, a.claimedAt); err != nil {
		return err
	}
	a.post.Person, a.post.Server = a.delivery.Person, a.delivery.Server
	unsent := NoTrouble // why the post is not to be sent
	switch {
	case a.delivery.Unwanted:
		unsent = Unwanted
	case !a.claimedAt.Before(a.post.ExpiresAt):
		unsent = TooLate
	}
	// The post may be in the channel already, so that a look is needed, if an earlier attempt was made, or if the store may
	// be an old backup. A post that was first tried longer than a lease ago needs one: the process that tried it may have
	// been killed, and left no record.
	late := a.dueBeforeStart() || a.claimedAt.Sub(a.post.DueAt) > a.engine.Timing.NonceTrust
	age := a.claimedAt.Sub(a.post.FirstSent) // negative if the clock was put back
	retried := age >= 0 && age < a.engine.Timing.Lease
	looks := !a.repeatable() && (late || !a.fresh && (unsent != NoTrouble || !retried))
	if (looks || unsent == NoTrouble) && a.refusals().TokensAt(a.claimedAt) < 1 {
		many := errors.New("the server has refused many posts, so the others wait")
		return a.failed(ctx, false, &Refusal{Trouble: Limited, RetryAfter: serverPause, Err: many})
	}
	if looks {
		done, err := a.settle(ctx, unsent)
		if done || err != nil {
			return err
		}
	}
	if unsent == NoTrouble {
		return a.send(ctx)
	}
	p := a.post
	p.State, p.FirstSent = Missed, time.Time{}
	if unsent == Unwanted || p.Trouble == NoTrouble { // otherwise keep the trouble that made it late
		p.Trouble, p.Reason = unsent, ""
	}
	return a.record(ctx, p)
}

// repeatable reports whether the post may be sent twice.
func (a *attempt) repeatable() bool { return a.delivery.Mark == "" }

// dueBeforeStart reports whether the post was due before this engine started.
func (a *attempt) dueBeforeStart() bool {
	return a.post.DueAt.Before(a.engine.byDatabase(a.engine.started))
}

// settle looks for the post in its channel and records what it finds. done is false
// only if the post may be sent: it certainly has not arrived, or its nonce is trusted.
func (a *attempt) settle(ctx context.Context, unsent Trouble) (done bool, err error) {
	message, readable, err := a.look(ctx)
	p := a.post
	age := a.claimedAt.Sub(p.FirstSent) // negative if the clock was put back
	switch {
	case err != nil:
		return true, a.failed(ctx, false, fmt.Errorf("look for an earlier attempt: %w", err))
	case message != "":
		a.engine.Settled(Found)
		return true, a.posted(ctx, message)
	case readable:
		a.engine.Settled(Absent)
		a.absent = true
		return false, nil
	case a.fresh && !a.dueBeforeStart(): // only this engine could have sent it
		return false, nil
	case !a.fresh && unsent == NoTrouble && age >= 0 && age <= a.engine.Timing.NonceTrust: // Discord still knows its nonce
		return false, nil
	}
	p.State, p.Trouble, p.Reason = Unknown, NoHistory, ""
	return true, a.record(ctx, p)
}

// look searches the channel for the message of an earlier attempt. It leaves enough
// time to send the post afterwards. readable is false if the channel shows
// no message at all: then a missing message proves nothing.
func (a *attempt) look(ctx context.Context) (message string, readable bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, a.engine.Timing.Attempt-2*a.engine.Timing.Deadline)
	defer cancel()
	for next := ""; ; {
		if err := a.hold(ctx); err != nil {
			return "", false, err
		}
		var page Page
		err := a.engine.Pace.Retry(ctx, func(ctx context.Context) (err error) {
			page, err = a.engine.Channels.Find(ctx, a.post, a.delivery.Mark, next)
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

// send sends the post, unless it has become too late for that (slow database, suspended
// machine, global limit): then the next attempt looks first.
func (a *attempt) send(ctx context.Context) error {
	m, err := a.delivery.Compose(ctx)
	if IsRefusal(err, Invalid) {
		return a.failed(ctx, false, err)
	}
	if err != nil {
		return err
	}
	if err := a.hold(ctx); err != nil {
		return err
	}
	if err := a.engine.Pace.Wait(ctx); IsRefusal(err, Limited) {
		return a.failed(ctx, true, err)
	} else if err != nil {
		return fmt.Errorf("wait to send %s: %w", a.name(), err)
	}
	// Discord's answer must come before the lease ends, and a post that only its nonce keeps from coming twice before
	// Discord forgets that.
	needsNonce := !a.fresh && !a.absent && !a.repeatable()
	forgotten := needsNonce && a.engine.now().After(a.post.FirstSent.Add(a.engine.Timing.NonceTrust))
	if forgotten || !a.engine.lasts(a.lease, a.engine.Timing.Lease-a.engine.Timing.Deadline) {
		return fmt.Errorf("%s was not sent in time: the next attempt looks for it first", a.name())
	}
	if needsNonce {
		a.engine.Settled(ByNonce)
	}
	limited, cancel := context.WithTimeout(ctx, a.engine.Timing.Deadline)
	defer cancel()
	message, err := a.engine.Channels.Send(limited, a.post, m)
	if err != nil {
		return a.failed(ctx, true, a.engine.Pace.noteGlobalLimit(ctx, err))
	}
	return a.posted(ctx, message)
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
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.engine.Timing.Deadline)
	defer cancel()
	// The log names the post without its subject and its mark: they may name a person.
	log := a.engine.Log.With("channel", a.post.Channel, "number", a.post.Number, "due", a.post.DueAt, "attempts", a.post.Attempts)
	held, err := a.engine.Store.Record(limited, a.engine.Holder, p)
	for pause := a.engine.Timing.Deadline / 100; err != nil; pause *= 2 { // a disk may be full for a moment
		log.Warn("cannot record a "+p.Kind+" post yet", "state", p.State, "error", err)
		if !sleep.For(limited, pause) {
			return fmt.Errorf("record %s: %w", a.name(), err)
		}
		held, err = a.engine.Store.Record(limited, a.engine.Holder, p)
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
	if p.State == Open || a.delivery.Ended == nil {
		return nil
	}
	return a.delivery.Ended(context.WithoutCancel(ctx), p)
}

// name names the post in an error, without its subject and its mark: they may name a person.
func (a *attempt) name() string {
	return fmt.Sprintf("the %s post %d in channel %s", a.post.Kind, a.post.Number, a.post.Channel)
}

// IsRefusal reports whether an error is a Refusal with that trouble.
func IsRefusal(err error, trouble Trouble) bool {
	r, ok := errors.AsType[*Refusal](err)
	return ok && r.Trouble == trouble
}

// maxLateLooks is how often a post that is too late is looked for, if no attempt at it
// is known and Discord does not answer.
const maxLateLooks = 3

// failed records a failed attempt and decides what comes next: another attempt, or the
// end of the post. sent is false if nothing was sent. If nothing was sent, or Discord
// refused it, and the attempt was fresh, then FirstSent is cleared: the post certainly
// was not sent.
func (a *attempt) failed(ctx context.Context, sent bool, err error) error {
	p, now := a.post, a.engine.now()
	if end := p.FirstSent.Add(a.engine.Timing.Attempt); a.fresh && now.After(end) {
		now = end // the clock has jumped ahead since the claim, and may jump back
	}
	p.Trouble, p.Reason = NoAnswer, err.Error()
	r, refused := errors.AsType[*Refusal](err)
	if refused {
		p.Trouble = r.Trouble
	}
	if p.Trouble == Forbidden {
		p.Reason = r.Reason
		a.refusals().AllowN(now, 1)
	}
	if a.fresh && (refused || !sent) {
		p.FirstSent = time.Time{}
	}
	late := !now.Before(p.ExpiresAt)
	pause := a.engine.Timing.Retry << min(p.Attempts-1, 6)
	switch {
	case refused && r.Trouble == Rejected:
		p.NotBefore = now.Add(a.engine.Timing.Retry)
		return errors.Join(err, a.record(ctx, p))
	case refused && r.Trouble == Invalid && a.delivery.Pause == 0:
		p.State = Failed
		a.engine.Log.Error("Discord rejects a "+p.Kind+" post as invalid: a bug in this program", "channel", p.Channel, "error", err)
	case late && a.fresh && p.Attempts >= maxLateLooks && (!refused || r.Trouble == Limited):
		p.State = Unknown
	case !refused: // the attempt may have arrived
		p.NotBefore = now.Add(pause)
	case r.Trouble == Limited:
		p.NotBefore = now.Add(max(r.RetryAfter, pause))
		if r.RetryAfter > time.Minute && a.delivery.Pause > 0 {
			if _, err = a.delivery.Refused(ctx, now, r); err != nil {
				return err
			}
		}
	default:
		giveUp := true
		if a.delivery.Refused != nil {
			if giveUp, err = a.delivery.Refused(ctx, now, r); err != nil {
				return err
			}
		}
		p.NotBefore = now.Add(cmp.Or(a.delivery.Pause, a.engine.Timing.RefusedRetry) << min(p.Attempts-1, 2))
		if giveUp || !p.NotBefore.Before(p.ExpiresAt) {
			p.State = Failed
		}
	}
	if p.NotBefore.After(p.ExpiresAt) && !late {
		p.NotBefore = p.ExpiresAt // the next attempt gives the post up
	}
	if p.State == Failed && !p.FirstSent.IsZero() {
		p.State = Unknown // an earlier attempt may have arrived
	}
	return a.record(ctx, p)
}

// Discord counts the requests that it refuses, of all servers together. So a server may refuse
// serverRefusals posts at once, and another one after each serverPause: 20 in ten minutes.
// Meanwhile the other posts of that server wait, and those of no other. Each process counts for
// itself; the sum of all processes has a limit in package rest.
const (
	serverRefusals = 10
	serverPause    = time.Minute
)

// refusals is the limit of refusals of the server that an attempt is for, or else of the channel.
func (a *attempt) refusals() *rate.Limiter {
	limit, _ := a.engine.refusals.Get(cmp.Or(a.delivery.Server, a.post.Channel), func() *rate.Limiter {
		return rate.NewLimiter(rate.Every(serverPause), serverRefusals)
	})
	return limit
}
