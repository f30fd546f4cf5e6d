package outbox

import (
	"cmp"
	"context"
	"errors"
	"time"

	"golang.org/x/time/rate"

	"chess960bot/internal/recent"
)

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
		a.engine.servers.noteRefused(a.server(), now)
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

// servers has a limit of refusals for each server, by the server's id.
type servers struct{ recent.Table[*rate.Limiter] }

func (s *servers) limit(id string) *rate.Limiter {
	limit, _ := s.Get(id, func() *rate.Limiter { return rate.NewLimiter(rate.Every(serverPause), serverRefusals) })
	return limit
}

// noteRefused counts a refusal of a server.
func (s *servers) noteRefused(id string, now time.Time) { s.limit(id).AllowN(now, 1) }

// refuses returns a refusal if a server has refused too many posts, and nil otherwise.
func (s *servers) refuses(id string, now time.Time) error {
	if s.limit(id).TokensAt(now) >= 1 {
		return nil
	}
	return &Refusal{Trouble: Limited, RetryAfter: serverPause, Err: errors.New("the server has refused many posts, so the others wait")}
}

// server returns the id of the server that an attempt is for, or else that of the channel.
func (a *attempt) server() string { return cmp.Or(a.delivery.Server, a.post.Channel) }
