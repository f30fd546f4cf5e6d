package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discord/rest"
	"chess960bot/internal/metrics"
	"chess960bot/internal/sleep"
)

// An application is the bot's application as Discord describes it. Discord updates the
// counts about once a day.
type application struct {
	ID  string `json:"id"`
	Bot struct {
		ID string `json:"id"`
	} `json:"bot"`
	Servers      *int `json:"approximate_guild_count"`
	UserInstalls *int `json:"approximate_user_install_count"`
}

// askApplication asks Discord for the bot's application.
func (b *Bot) askApplication(ctx context.Context) (a application, err error) {
	err = b.api.Get(ctx, discordgo.EndpointApplication("@me"), &a)
	return a, err
}

// countInstalls counts for the metrics once the bot's ids are known.
func (b *Bot) countInstalls(ctx context.Context) {
	if b.metrics == nil {
		return
	}
	select {
	case <-ctx.Done():
	case <-b.identified:
		i := installs{ask: b.askApplication, metrics: b.metrics, log: b.log}
		i.keepCounting(ctx)
	}
}

const (
	installsEvery = time.Hour
	installsRetry = 10 * time.Minute // after a failure
)

// installs counts for the metrics how many servers and people have installed the bot.
type installs struct {
	ask     func(context.Context) (application, error)
	metrics *metrics.Metrics
	log     *slog.Logger
	failed  bool // the last attempt failed, and the log says so
}

// keepCounting counts until the context ends. After a failure the metrics keep their last
// values.
func (i *installs) keepCounting(ctx context.Context) {
	for {
		pause := installsEvery
		if err := i.count(ctx); err != nil && ctx.Err() == nil {
			pause = max(installsRetry, rest.RetryAfter(err))
			if !i.failed {
				i.log.Warn("the number of servers is not known, so its metric is old", "reason", err)
			}
			i.failed = true
		} else {
			i.failed = false
		}
		if !sleep.For(ctx, pause) {
			return
		}
	}
}

func (i *installs) count(ctx context.Context) error {
	a, err := i.ask(ctx)
	if err != nil {
		return fmt.Errorf("ask how many servers there are: %w", err)
	}
	if a.Servers == nil || a.UserInstalls == nil {
		return errors.New("ask how many servers there are: Discord's answer has no number")
	}
	i.metrics.Installed(*a.Servers, *a.UserInstalls)
	return nil
}
