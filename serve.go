package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"chess960bot/bot"
	"chess960bot/internal/config"
	"chess960bot/internal/metrics"
	"chess960bot/internal/monitor"
	"chess960bot/internal/store"
)

// listen takes the address of the HTTP server, and returns what serves it until
// its context ends. Without an address that does nothing.
func listen(settings config.Config, b *bot.Bot, kept *store.Store, counted *metrics.Metrics, log *slog.Logger) (serve func(context.Context) error, err error) {
	if settings.HTTPAddr == "" {
		return func(ctx context.Context) error { <-ctx.Done(); return nil }, nil
	}
	options := monitor.Options{
		Addr:    settings.HTTPAddr,
		Checks:  []func(context.Context) error{func(context.Context) error { return b.Alive() }, monitor.Dailies(kept)},
		Metrics: counted.Handler(),
		Log:     log,
	}
	if settings.PublicKey != nil {
		options.Interactions = b.Interactions(settings.PublicKey)
	}
	server, err := monitor.Listen(options)
	if err != nil {
		return nil, err
	}
	return server.Run, nil
}

// healthcheck asks the bot that runs on this machine with the same HTTP_ADDR
// whether it lives, says what it heard, and returns the exit code.
func healthcheck() int {
	err := askHealth()
	if err != nil {
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
	addr, err := config.HTTPAddr(os.Getenv)
	if err != nil {
		return err
	}
	return monitor.AskHealth(context.Background(), addr)
}
