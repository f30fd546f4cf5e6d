// Package app puts the parts of the bot together and runs them. The program and the
// playground share it, so both run the same commands, bot and outbox.
//
//	a := app.New(app.Options{Bot: …, Store: store, …})
//	err := a.Run(ctx, server.Run)
package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/url"
	"time"

	"golang.org/x/sync/errgroup"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/commands/dailies"
	"chess960bot/commands/event"
	"chess960bot/commands/play"
	"chess960bot/commands/quizzes"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/events"
	"chess960bot/internal/club/privacy"
	"chess960bot/internal/club/quiz"
	"chess960bot/internal/club/quiz/day"
	"chess960bot/internal/club/quiz/race"
	"chess960bot/internal/outbox"
	"chess960bot/internal/service/languages"
	"chess960bot/internal/service/lichess"
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

// Options configure the parts. All fields but Lichess, Support and CatchUp are required.
type Options struct {
	Bot     bot.Options // without Commands, StopTime and Slots
	Store   Store
	Boards  *render.Renderer
	Lichess *lichess.Client // nil if no games are opened
	Support *url.URL        // where people get help with this bot; nil for nowhere
	Timing  outbox.Timing
	CatchUp time.Duration // how late a daily post may be sent; 0 for daily.StandardCatchUp
	Now     func() time.Time
}

// A Store keeps the data that must survive a restart.
type Store interface {
	commands.Store
	outbox.Store
	outbox.Slots
	PruneSlots(ctx context.Context) error
}

// An App is the bot with its commands and its outbox.
type App struct {
	Commands []chat.Command
	Bot      *bot.Bot
	Outbox   *outbox.Engine
	follower *lichess.Follower // nil if no games are opened
	log      *slog.Logger
}

// New puts the parts together. Call Run to start them.
func New(o Options) *App {
	read := languages.New(o.Store)
	tools := commands.Tools{Languages: read, Boards: o.Boards, Store: o.Store, Lichess: o.Lichess, Support: o.Support, Now: o.Now}
	a := &App{Commands: commands.All(tools), log: o.Bot.Log}
	o.Bot.Commands, o.Bot.StopTime, o.Bot.Slots, o.Bot.Languages = a.Commands, botStopTime, o.Store, read
	a.Bot = bot.New(o.Bot)
	channels, pace := a.Bot.Channels(), outbox.NewPace(o.Timing, o.Store, o.Bot.Log)
	sweep := &privacy.Sweep{Store: o.Store, Servers: channels, Pace: pace, Log: o.Bot.Log}
	a.Outbox = outbox.New(outbox.Options{
		Store:    o.Store,
		Channels: channels,
		Kinds:    kinds(o, channels, pace),
		Pace:     pace,
		Log:      o.Bot.Log,
		Holder:   rand.Text(),
		Now:      o.Now,
		Timing:   o.Timing,
		Settled:  o.Bot.Metrics.PostSettled,
		Tidy: func(ctx context.Context, now time.Time) error {
			return errors.Join(
				o.Store.PruneQuiz(ctx, now.Add(-quiz.KeptFor)),
				o.Store.PruneRemoved(ctx, now.Add(-daily.KeptAfterRemoval)),
				o.Store.PruneSlots(ctx),
				sweep.Run(ctx, now),
			)
		},
	})
	if o.Lichess != nil {
		a.follower = &lichess.Follower{Client: o.Lichess, Store: o.Store, Log: o.Bot.Log, Now: o.Now}
	}
	return a
}

// kinds returns all kinds of posts, each with the message that commands write for it.
func kinds(o Options, channels daily.Channels, pace *outbox.Pace) []outbox.Kind {
	drawn := func(e *events.Event, d *events.Draw, fileName string) (outbox.Message, error) {
		return event.Opened(o.Boards, play.Tools{Lichess: o.Lichess, Now: o.Now}, e, d, fileName)
	}
	return []outbox.Kind{
		&daily.Posts{
			Store:    o.Store,
			Channels: channels,
			Compose:  func(d daily.Delivery) (outbox.Message, error) { return dailies.Post(o.Boards, o.Lichess != nil, d) },
			Pace:     pace,
			Log:      o.Bot.Log,
			Timing:   o.Timing,
			CatchUp:  cmp.Or(o.CatchUp, daily.StandardCatchUp),
			GiveUp:   daily.StandardGiveUp,
		},
		&daily.Troubles{
			Store:   o.Store,
			Compose: func(s daily.Sub) (outbox.Message, error) { return dailies.Trouble(s), nil },
			CheckID: dailies.CheckID,
		},
		&events.SealPosts{Store: o.Store, Compose: drawn},
		&events.RoundPosts{Store: o.Store, Chance: commands.DrawSecurely, Compose: drawn},
		&events.RoundTroubles{
			Store:   o.Store,
			Compose: func(t events.RoundTrouble) (outbox.Message, error) { return event.RoundTrouble(t) },
			LateID:  event.LateID,
		},
		&events.SealMessages{
			Store: o.Store,
			Compose: func(e *events.Event, d *events.Draw) (outbox.Message, error) {
				return event.SealMessage(o.Boards, e, d)
			},
		},
		&race.Posts{
			Store:    o.Store,
			Compose:  func(t race.Turn) (outbox.Message, error) { return quizzes.RaceTurn(o.Boards, t) },
			AnswerID: quizzes.RaceAnswerID,
			SentAt:   chat.SentAt,
		},
		&day.Posts{
			Store:   o.Store,
			Compose: func(a *day.Attempt, streak int) (outbox.Message, error) { return quizzes.SharedDay(a, streak) },
			PlayID:  quizzes.PlayID,
		},
	}
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
	group.Go(func() error {
		select {
		case <-a.Bot.Identified():
			return a.Outbox.Run(ctx)
		case <-ctx.Done():
			return nil
		}
	})
	if a.follower != nil {
		group.Go(func() error { return a.follower.Run(ctx) })
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
