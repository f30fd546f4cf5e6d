package daily

import (
	"context"
	"errors"
	"fmt"
	"time"

	"chess960bot/internal/when"
)

func refused(err error, kind Trouble) bool {
	r, ok := errors.AsType[*Refusal](err)
	return ok && r.Kind == kind
}

// failed records a failed attempt and decides what comes next: another attempt, or
// the end of the post or of the subscription. If Discord refused the attempt and it
// was fresh (no earlier one may have arrived), FirstSent is cleared: the post
// certainly was not sent.
func (e *Engine) failed(ctx context.Context, s Sub, p Post, fresh bool, err error) error {
	now, before := e.now(), p.Trouble
	if leaseEnd := p.FirstSent.Add(e.Timing.Lease); fresh && now.After(leaseEnd) {
		now = leaseEnd // the clock has jumped ahead since the claim, and may jump back
	}
	p.Trouble, p.Error = NoAnswer, err.Error()
	r, isRefusal := errors.AsType[*Refusal](err)
	if isRefusal {
		p.Trouble = r.Kind
	}
	if isRefusal && fresh {
		p.FirstSent = time.Time{}
	}
	switch {
	case !isRefusal: // the attempt may have arrived
		p.NotBefore = now.Add(e.Timing.Retry << min(p.Attempts-1, 6))
	case r.Kind == Rejected:
		p.NotBefore = now.Add(e.Timing.Retry)
		return errors.Join(err, e.record(ctx, p))
	case r.Kind == Limited:
		p.NotBefore = now.Add(max(r.RetryAfter, e.Timing.Retry<<min(p.Attempts-1, 6)))
	case r.Kind == Invalid:
		p.State = Failed
		e.Log.Error("Discord rejects a daily post as invalid: a bug in this program", "channel", p.Channel, "error", err)
	case r.Kind == Gone && before == Gone: // confirmed by a second attempt
		p.State = Failed
		if err := e.disable(ctx, s, Gone, "the channel does not exist any more"); err != nil {
			return err
		}
	default:
		p.NotBefore = now.Add(e.Timing.RefusedRetry << min(p.Attempts-1, 2))
		if !p.NotBefore.Before(p.ExpiresAt) {
			p.State = Failed
		}
		if err := e.noteTrouble(ctx, s, now, r); err != nil {
			return err
		}
	}
	if p.NotBefore.After(p.ExpiresAt) && now.Before(p.ExpiresAt) {
		p.NotBefore = p.ExpiresAt // the next attempt gives the post up
	}
	if p.State == Failed && !p.FirstSent.IsZero() {
		p.State = Unknown // an earlier attempt may have arrived
	}
	return e.record(ctx, p)
}

// noteTrouble stores that Discord refuses a channel's posts. It disables the
// subscription if Discord has refused them for too long.
func (e *Engine) noteTrouble(ctx context.Context, s Sub, now time.Time, r *Refusal) error {
	if !s.FailingSince.IsZero() && now.Sub(s.FailingSince) >= e.Timing.GiveUp {
		return e.disable(ctx, s, r.Kind, fmt.Sprintf("Discord has refused its posts since %s: %v", when.DateOf(s.FailingSince), r))
	}
	_, err := e.change(ctx, s, func(s *Sub) {
		s.Trouble, s.Reason = r.Kind, r.Error()
		if s.FailingSince.IsZero() {
			s.FailingSince = now
		}
	})
	return err
}

// disable disables a subscription, and tells the person who set it, once.
func (e *Engine) disable(ctx context.Context, s Sub, trouble Trouble, reason string) error {
	if s.Status == Disabled {
		return nil
	}
	s.Status, s.Trouble, s.Reason = Disabled, trouble, reason
	changed, err := e.change(ctx, s, func(stored *Sub) { stored.Status, stored.Trouble, stored.Reason = s.Status, s.Trouble, s.Reason })
	if err != nil || !changed {
		return err
	}
	e.Log.Warn("daily posts disabled", "channel", s.Channel, "trouble", trouble, "reason", reason)
	limited, cancel := context.WithTimeout(ctx, e.Timing.Deadline)
	defer cancel()
	err = e.awaitTurn(limited)
	if err == nil {
		err = e.Channels.TellDisabled(limited, s)
	}
	if err != nil {
		e.Log.Warn("cannot tell the person who set a daily post", "channel", s.Channel, "error", err)
	}
	return nil
}

// change changes a subscription, unless somebody removed it or set it again after
// the engine read it: then the engine's findings no longer apply.
func (e *Engine) change(ctx context.Context, read Sub, change func(*Sub)) (changed bool, err error) {
	err = e.Store.Change(ctx, read.Channel, func(s *Sub) {
		if changed = s.SetAt.Equal(read.SetAt); changed {
			change(s)
		}
	})
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return changed, err
}
