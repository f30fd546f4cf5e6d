package program

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"time"

	"chess960bot/internal/app"
	"chess960bot/internal/httpserver"
	"chess960bot/internal/metrics"
	"chess960bot/internal/sleep"
	"chess960bot/internal/store"
)

// servers returns the functions to run besides the bot: the HTTP server and the
// heartbeat, if they are configured.
func servers(
	settings config, a *app.App, db *store.Store, counts *metrics.Metrics, log *slog.Logger,
) (list []func(context.Context) error, err error) {
	check := func(ctx context.Context) error {
		return errors.Join(a.Bot.Check(ctx), httpserver.CheckDatabase(ctx, db), a.Outbox.Pace.Check(ctx))
	}
	if address := settings.Heartbeat.Reveal(); address != "" {
		list = append(list, newHeart(address, check, log).run)
	}
	if settings.HTTPAddr == "" {
		return list, nil
	}
	options := httpserver.Options{
		Addr: settings.HTTPAddr, Check: check, Metrics: counts.Handler(), Log: log, StopTime: app.ServerStopTime,
	}
	if settings.PublicKey != nil {
		options.Interactions = httpserver.Interactions(settings.PublicKey, a.Bot.Answer, log)
	}
	server, err := httpserver.Listen(options)
	if err != nil {
		return nil, err
	}
	return append(list, server.Run), nil
}

// askHealth asks the bot that runs on this machine with the same HTTP_ADDR whether it is alive.
func askHealth() error {
	if _, err := loadDotEnv(".env"); err != nil {
		return err
	}
	addr, err := readHTTPAddr(os.LookupEnv)
	if err != nil {
		return err
	}
	return httpserver.AskHealth(context.Background(), addr)
}

const (
	interval     = time.Minute      // between heartbeats
	retryAfter   = 10 * time.Second // after a heartbeat that was not sent
	checkLimit   = 5 * time.Second  // for the check
	requestLimit = 10 * time.Second
)

// A heart tells a monitoring service that all is well: it requests an address of that service
// once a minute. The service raises an alarm when the requests stop, so it also notices a machine
// that is down.
//
// The address is a secret, because it contains the key of the service. The request does not
// contain the bot's token. Redirects are not followed.
type heart struct {
	address string
	check   func(ctx context.Context) error // a heartbeat is sent only if check returns nil
	log     *slog.Logger
	client  *http.Client
	logged  string // the problem that was logged last; "" for none
}

func newHeart(address string, check func(ctx context.Context) error, log *slog.Logger) *heart {
	return &heart{address: address, check: check, log: log, client: &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// run sends heartbeats until the context ends, and returns nil. It logs when a problem begins and
// when it ends.
func (h *heart) run(ctx context.Context) error {
	for {
		pause := interval
		if err := h.beat(ctx); ctx.Err() == nil {
			h.note(err)
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
	if err := h.check(checking); err != nil {
		return fmt.Errorf("not all is well: %w", err)
	}
	ctx, cancel = context.WithTimeout(ctx, requestLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, "GET", h.address, nil)
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

// note logs a new problem, or the end of the last one.
func (h *heart) note(err error) {
	problem := ""
	if err != nil {
		problem = err.Error()
	}
	switch {
	case problem == h.logged:
	case err != nil:
		h.log.Warn("no heartbeat", "reason", err)
	default:
		h.log.Info("heartbeats are sent again")
	}
	h.logged = problem
}
