package app_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/internal/app"
	"chess960bot/internal/discordtest"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/store/storetest"
	"chess960bot/render"
)

// A registration is a log that waits for the line that the bot has registered its commands.
type registration struct {
	once       sync.Once
	registered chan struct{}
}

func (r *registration) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte(" changed=")) {
		r.once.Do(func() { close(r.registered) })
	}
	return len(line), nil
}

// A server that stops can still have its last requests answered: the bot stops after it.
func TestTheBotStopsAfterTheServers(t *testing.T) {
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(discord.Close)
	s, err := store.Open(t.Context(), storetest.SQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	address, err := url.Parse(discord.URL())
	if err != nil {
		t.Fatal(err)
	}
	log := &registration{registered: make(chan struct{})}
	a := app.New(app.Options{
		Bot:   bot.Options{Token: discordtest.Token, APIURL: address, NoGateway: true, Log: slog.New(slog.NewTextHandler(log, nil))},
		Store: s, Boards: render.New(), Timing: outbox.StandardTiming(), Now: time.Now,
	})
	const lastRequests = 400 // a bot that stops at the same time leaves one of them unanswered
	ctx, stop := context.WithCancel(t.Context())
	err = a.Run(ctx, func(stopping context.Context) error {
		<-log.registered // afterwards the bot could stop at once
		stop()
		<-stopping.Done()
		for n := range lastRequests {
			raw := fmt.Appendf(nil, `{"id":"%d","token":"t","type":2,"channel_id":"5","user":{"id":"%d"},"data":{"name":"about"}}`, n, n)
			if _, _, status := a.Bot.Answer(t.Context(), raw, time.Now()); status != http.StatusOK {
				return fmt.Errorf("request %d got status %d", n, status)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
