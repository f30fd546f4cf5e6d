package outbox

import (
	"cmp"
	"errors"
	"time"

	"golang.org/x/time/rate"

	"chess960bot/internal/leaf"
)

// Discord counts the requests that it refuses, of all servers together. So a server may refuse
// serverRefusals posts at once, and another one after each serverPause: 20 in ten minutes.
// Meanwhile the other posts of that server wait, and those of no other. Each process counts for
// itself; the sum of all processes has a limit in package rest.
const (
	serverRefusals = 10
	serverPause    = time.Minute
)

// servers has a limit of refusals for each server, by the server's id.
type servers struct{ leaf.Recent[*rate.Limiter] }

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
