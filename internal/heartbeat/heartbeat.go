// Package heartbeat tells a monitoring service that all is well, by asking for an
// address of that service once a minute. The service raises the alarm when the
// requests stop: so a machine that is down is noticed too.
//
// The address is a secret, because it holds the key of the service. The request
// holds no token of the bot. Redirects are not followed.
package heartbeat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// Options say where the heartbeat goes, and when there is one.
type Options struct {
	URL    string
	Checks []func(ctx context.Context) error // nil from all of them means that all is well
	Log    *slog.Logger
}

const (
	interval     = time.Minute      // between heartbeats
	retryAfter   = 10 * time.Second // until the next attempt, where there was no heartbeat
	checkLimit   = 5 * time.Second  // for all checks
	requestLimit = 10 * time.Second
)

// A heart sends heartbeats, and remembers what was logged about them last.
type heart struct {
	Options
	client *http.Client
	logged string // the problem; "" for none
}

// Run sends heartbeats until the context ends, and returns nil. It logs a problem
// once, and its end.
func Run(ctx context.Context, o Options) error {
	h := &heart{Options: o, client: &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	for {
		pause := interval
		if err := h.beat(ctx); ctx.Err() == nil {
			h.log(err)
			if err != nil {
				pause = retryAfter
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// beat sends a heartbeat if all is well.
func (h *heart) beat(ctx context.Context) error {
	if err := h.check(ctx); err != nil {
		return fmt.Errorf("not all is well: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, "GET", h.URL, nil)
	if err != nil {
		return errors.New("HEARTBEAT_URL is not an address")
	}
	request.Header.Set("User-Agent", "chess960bot")
	answer, err := h.client.Do(request)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err // without the address
	}
	if err != nil {
		return fmt.Errorf("the service at HEARTBEAT_URL cannot be reached: %w", err)
	}
	answer.Body.Close()
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return fmt.Errorf("the service at HEARTBEAT_URL answers %d %s", answer.StatusCode, http.StatusText(answer.StatusCode))
	}
	return nil
}

func (h *heart) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	var problems []error
	for _, check := range h.Checks {
		problems = append(problems, check(ctx))
	}
	return errors.Join(problems...)
}

// log logs a problem that was not logged last, and that there is none any more.
func (h *heart) log(err error) {
	problem := ""
	if err != nil {
		problem = err.Error()
	}
	switch {
	case problem == h.logged:
	case err != nil:
		h.Log.Warn("no heartbeat", "reason", err)
	default:
		h.Log.Info("heartbeats again")
	}
	h.logged = problem
}
