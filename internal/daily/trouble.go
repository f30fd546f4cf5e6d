package daily

import (
	"context"
	"errors"
	"fmt"
	"time"
)

func refused(err error, kind RefusalKind) bool {
	r, ok := errors.AsType[*Refusal](err)
	return ok && r.Kind == kind
}

// failed records an attempt that did not succeed, and decides what is next: to
// try again, or to give up the post, or the subscription. After a fresh attempt
// that Discord refused it is as if there had been none.
func (e *Engine) failed(ctx context.Context, s Sub, p Post, fresh bool, err error) error {
	now, again := e.Now(), p.Error
	if over := p.FirstSent.Add(e.Timing.Lease); fresh && now.After(over) {
		now = over // the clock has leaped since the claim, and may leap back
	}
	p.Error = err.Error()
	r, isRefusal := errors.AsType[*Refusal](err)
	if isRefusal && fresh {
		p.FirstSent = time.Time{}
	}
	switch {
	case !isRefusal: // perhaps it arrived, perhaps not
		p.NotBefore = now.Add(e.Timing.Retry << min(p.Attempts-1, 6))
	case r.Kind == Rejected:
		p.NotBefore = now.Add(e.Timing.Retry)
		return errors.Join(err, e.record(ctx, p))
	case r.Kind == Limited:
		p.NotBefore = now.Add(max(r.RetryAfter, e.Timing.Retry<<min(p.Attempts-1, 6)))
	case r.Kind == Invalid:
		p.State = Failed
		e.Log.Error("Discord says that a daily post is wrong: a fault of this program", "channel", p.Channel, "error", err)
	case r.Kind == Gone && again == p.Error: // confirmed
		p.State = Failed
		if err := e.disable(ctx, s, "the channel does not exist any more"); err != nil {
			return err
		}
	default:
		p.NotBefore = now.Add(e.Timing.Patience << min(p.Attempts-1, 2))
		if !p.NotBefore.Before(p.ExpiresAt) {
			p.State = Failed
		}
		if err := e.trouble(ctx, s, now, err); err != nil {
			return err
		}
	}
	if p.NotBefore.After(p.ExpiresAt) && now.Before(p.ExpiresAt) {
		p.NotBefore = p.ExpiresAt // then it is given up
	}
	if p.State == Failed && !p.FirstSent.IsZero() {
		p.State = Unknown // an earlier attempt may have arrived
	}
	return e.record(ctx, p)
}

// trouble notes that Discord refuses a channel's posts, and disables the
// subscription if it has done so for too long.
func (e *Engine) trouble(ctx context.Context, s Sub, now time.Time, cause error) error {
	if !s.FailingSince.IsZero() && now.Sub(s.FailingSince) >= e.Timing.GiveUp {
		return e.disable(ctx, s, fmt.Sprintf("Discord has refused its posts since %s: %v", DateOf(s.FailingSince), cause))
	}
	_, err := e.change(ctx, s, func(s *Sub) {
		s.Reason = cause.Error()
		if s.FailingSince.IsZero() {
			s.FailingSince = now
		}
	})
	return err
}

// disable ends a subscription that cannot be posted, and tells the person who
// set it, once.
func (e *Engine) disable(ctx context.Context, s Sub, reason string) error {
	if s.Status == Disabled {
		return nil
	}
	changed, err := e.change(ctx, s, func(s *Sub) { s.Status, s.Reason = Disabled, reason })
	if err != nil || !changed {
		return err
	}
	e.Log.Warn("daily posts disabled", "channel", s.Channel, "reason", reason)
	limited, cancel := context.WithTimeout(ctx, e.Timing.Deadline)
	defer cancel()
	text := fmt.Sprintf("The daily Chess960 position for <#%s> has been switched off: %.300s. Once that is fixed, turn it back on with `/daily set`.", s.Channel, reason)
	err = e.turn(limited)
	if err == nil {
		err = e.Channels.Tell(limited, s.SetBy, text)
	}
	if err != nil {
		e.Log.Warn("cannot tell who set it", "channel", s.Channel, "error", err)
	}
	return nil
}

// change changes a subscription, unless it was removed or set anew since it was
// read: what the engine found out is no longer about it then.
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
