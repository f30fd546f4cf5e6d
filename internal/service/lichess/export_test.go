package lichess

// Idle reports whether no request is under way.
func (c *Client) Idle() bool { return len(c.limits.turn) == 0 }

// ErrNotNow is in the error of Results that must wait.
var ErrNotNow = errNotNow
