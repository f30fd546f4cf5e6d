package program

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"chess960bot/internal/app"
	"chess960bot/internal/httpserver"
	"chess960bot/internal/metrics"
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

// healthcheck asks the bot that runs on this machine with the same HTTP_ADDR whether
// it is alive. It prints the answer and returns the exit code.
func healthcheck() int {
	if err := askHealth(); err != nil {
		fmt.Fprintln(os.Stderr, "chess960bot: not healthy:", err)
		return exitUnhealthy
	}
	fmt.Println("chess960bot: healthy")
	return 0
}

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
