package bot

import (
	"net/http"
	"strings"

	"chess960bot/internal/metrics"
)

// counting counts the requests that pass through it. It stands before redirect, so
// that it sees Discord's own paths, and behind restraint, so that it counts none
// that are held back.
type counting struct {
	metrics *metrics.Metrics
	next    http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (c *counting) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := c.next.RoundTrip(r)
	status := 0
	if err == nil {
		status = answer.StatusCode
	}
	c.metrics.Requested(r.Method, r.URL.Path, status)
	return answer, err
}

// command returns the name of the command that an interaction is for, as the
// metrics may know it: what comes from outside is no label.
func (b *Bot) command(i *interaction) string {
	name := i.Data.Name
	if name == "" {
		name, _, _ = strings.Cut(i.Data.CustomID, ":")
	}
	if _, ok := b.commands[name]; !ok {
		return metrics.Other
	}
	return name
}
