// Package app puts the parts of the bot together and runs them. The program and the
// playground share it, so both run the same commands, bot and outbox.
//
//	a := app.New(app.Options{Bot: …, Store: store, …})
//	err := a.Run(ctx, server.Run)
package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/languages"
	"chess960bot/internal/outbox"
	"chess960bot/internal/privacy"
	"chess960bot/render"
)

// Stopping takes at most StopTime, because containers are killed after 10 s. The HTTP
// server stops first, so that the bot can still answer its last requests. Work that
// is unfinished then is continued after the next start, as after a crash.
const (
	StopTime       = 9 * time.Second
	ServerStopTime = 4 * time.Second
	botStopTime    = StopTime - ServerStopTime
)

// Options configure the parts. All fields but Settings, Support, Choice and CatchUp are required.
type Options struct {
	Bot      bot.Options // New sets Commands, StopTime, Slots and Languages
	Store    Store
	Boards   *render.Renderer
	Settings map[string]*url.URL // of features: see [feature.Setting]
	Support  *url.URL            // where people get help with this bot; nil for nowhere
	Choice   feature.Choice      // of the commands; the zero value for all
	Timing   outbox.Timing
	CatchUp  time.Duration // how late a daily post may be sent; 0 for schedule.StandardCatchUp
	Now      func() time.Time
}

// A Store keeps the data that must survive a restart.
type Store interface {
	feature.Store
	outbox.Store
	Tidy(ctx context.Context, now time.Time) error
}

// Choose reads the setting COMMANDS: see [commands.Choose].
func Choose(setting string) (feature.Choice, error) {
	choice, unknown := commands.Choose(setting)
	if unknown != "" {
		return choice, fmt.Errorf("COMMANDS has %q, which is not the name of a command. "+
			"Write all, or some of these names with commas between them: %s",
			unknown, strings.Join(choice.Names(), ", "))
	}
	return choice, nil
}

// An App is the bot with its commands and its outbox.
type App struct {
	Commands []chat.Command
	Bot      *bot.Bot
	Outbox   *outbox.Engine
	boards   *render.Renderer
	beside   []func(context.Context) error // what features run
	log      *slog.Logger
}

// New puts the parts together. Call Run to start them.
func New(o Options) *App {
	read := languages.New(o.Store)
	built := commands.New(feature.Tools{
		Languages: read, Boards: o.Boards, Store: o.Store, Support: o.Support, Settings: o.Settings, Choice: o.Choice, Now: o.Now, Log: o.Bot.Log,
	})
	a := &App{Commands: built.Commands, boards: o.Boards, beside: built.Beside(), log: o.Bot.Log}
	o.Bot.Commands, o.Bot.StopTime, o.Bot.Slots, o.Bot.Languages = a.Commands, botStopTime, o.Store, read
	a.Bot = bot.New(o.Bot)
	channels, pace := a.Bot.Channels(), outbox.NewPace(o.Timing, o.Store, o.Bot.Log)
	sweep := &privacy.Sweep{Store: o.Store, Servers: channels, Pace: pace, Log: o.Bot.Log}
	sent, waiting := built.Posts(feature.Outbox{Channels: channels, Pace: pace, Timing: o.Timing, CatchUp: o.CatchUp})
	if waiting != nil {
		o.Bot.Log.Warn("posts of what is switched off wait", "switched_off", o.Choice.SwitchedOff(), "kinds", waiting)
	}
	a.Outbox = outbox.New(outbox.Options{
		Store: o.Store, Channels: channels, Pace: pace, Log: o.Bot.Log, Holder: rand.Text(), Now: o.Now, Timing: o.Timing,
		Kinds: sent, Settled: o.Bot.Metrics.PostSettled,
		Tidy: func(ctx context.Context, now time.Time) error {
			return errors.Join(o.Store.Tidy(ctx, now), sweep.Run(ctx, now))
		},
	})
	return a
}

// Run runs the bot and the servers, such as an HTTP server. It starts the outbox once the
// bot's ids are known. It returns when the context has ended and all parts have stopped,
// or when one of them cannot go on. The bot stops after the servers.
func (a *App) Run(ctx context.Context, servers ...func(context.Context) error) error {
	group, ctx := errgroup.WithContext(ctx)
	serving, servingContext := errgroup.WithContext(ctx)
	for _, serve := range servers {
		serving.Go(func() error { return serve(servingContext) })
	}
	botContext, stopBot := context.WithCancel(context.WithoutCancel(ctx))
	group.Go(func() error { return a.Bot.Run(botContext) })
	group.Go(func() error {
		err := serving.Wait()
		if err == nil {
			<-ctx.Done() // without servers, Wait returns at once
		}
		stopBot()
		return err
	})
	prepare := func(context.Context) error { // on a slow machine the first pictures take seconds
		err := a.boards.Prepare()
		a.log.Debug("drew the first pictures")
		return err
	}
	for _, run := range []func(context.Context) error{prepare, a.Outbox.Run} {
		group.Go(func() error {
			select {
			case <-a.Bot.Identified():
				return run(ctx)
			case <-ctx.Done():
				return nil
			}
		})
	}
	for _, run := range a.beside {
		group.Go(func() error { return run(ctx) })
	}
	return a.wait(ctx, group)
}

// wait waits for the group. After its context has ended, wait takes at most StopTime.
func (a *App) wait(ctx context.Context, group *errgroup.Group) error {
	ended := make(chan error, 1)
	go func() { ended <- group.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(StopTime):
		a.log.Warn("stopped with work unfinished; the next start continues it")
	}
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
