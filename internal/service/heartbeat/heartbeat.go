// Package heartbeat tells a monitoring service that all is well: it requests an
// address of that service once a minute. The service raises an alarm when the
// requests stop, so it also notices a machine that is down.
//
// The address is a secret, because it contains the key of the service. The request
// does not contain the bot's token. Redirects are not followed.
package heartbeat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"chess960bot/internal/leaf/sleep"
)

// Options configure the heartbeat.
type Options struct {
	URL   string
	Check func(ctx context.Context) error // a heartbeat is sent only if it returns nil
	Log   *slog.Logger
}

const (
	interval     = time.Minute      // between heartbeats
	retryAfter   = 10 * time.Second // after a heartbeat that was not sent
	checkLimit   = 5 * time.Second  // for the check
	requestLimit = 10 * time.Second
)

// A heart sends heartbeats, and remembers the problem that it logged last.
type heart struct {
	Options
	client *http.Client
	logged string // the problem; "" for none
}

// Run sends heartbeats until the context ends, and returns nil. It logs when a
// problem begins and when it ends.
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
		if !sleep.For(ctx, pause) {
			return nil
		}
	}
}

// beat sends a heartbeat if all is well.
func (h *heart) beat(ctx context.Context) error {
	checking, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	if err := h.Check(checking); err != nil {
		return fmt.Errorf("not all is well: %w", err)
	}
	ctx, cancel = context.WithTimeout(ctx, requestLimit)
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

// log logs a new problem, or the end of the last one.
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
		h.Log.Info("heartbeats are sent again")
	}
	h.logged = problem
}
