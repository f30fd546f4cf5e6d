package lichess

import (
	"net/http"

	"chess960bot/internal/online"
)

// Announce is the first step of a person's request.
func (c *Client) Announce() { c.limits.places <- struct{}{} }

// Through makes the requests through something else than the network.
func (c *Client) Through(t http.RoundTripper) { c.http.Transport = t }

// Idle reports whether no request is under way.
func (c *Client) Idle() bool { return len(c.limits.turn) == 0 }

// ErrNotNow is in the error of Results that must wait.
var ErrNotNow = online.ErrNotNow
