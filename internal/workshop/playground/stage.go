package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/app"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/lichesstest"
	"chess960bot/render"
)

// A stage is the stand-ins for Discord and lichess with the real bot connected to them.
type stage struct {
	discord  *discordtest.Server
	lichess  *lichesstest.Server
	boards   *render.Renderer
	clock    *clock
	changed  *bell // rings when the time is wound or a daily post changes
	kept     *store.Store
	dailies  app.Store // a watchedStore
	dir      string    // directory of the database; removed at the end
	commands []chat.Command
	posts    *posting
	running  context.Context // of the bot and its daily posts

	ended   chan struct{} // closed when the bot no longer runs
	failure error         // the reason, once ended is closed; nil if the bot was told to stop
}

// startStage returns once the bot is connected and has registered its commands.
// The bot runs until the context ends.
func startStage(ctx context.Context, boards *render.Renderer, log *slog.Logger) (*stage, error) {
	s := &stage{boards: boards, clock: &clock{}, changed: newBell(), running: ctx, ended: make(chan struct{})}
	var err error
	if s.discord, err = discordtest.Start(discordtest.Clock(s.clock.Now)); err != nil {
		return nil, fmt.Errorf("start the stand-in for Discord: %w", err)
	}
	if s.lichess, err = lichesstest.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start the stand-in for lichess: %w", err), s.clear())
	}
	s.discord.AddChannel(dailyChannel, "daily")
	if err := s.openStore(ctx); err != nil {
		return nil, errors.Join(err, s.clear())
	}
	a, err := s.newApp(log)
	if err != nil {
		return nil, errors.Join(err, s.clear())
	}
	// With COMMANDS=core, some are not registered.
	s.commands = slices.DeleteFunc(slices.Clone(a.Commands), func(c chat.Command) bool { return c.Hidden })
	if err := s.connect(ctx, a.Bot); err != nil {
		return nil, errors.Join(err, s.clear())
	}
	s.posts = startPosting(ctx, s, a.Outbox, log)
	return s, nil
}

// dailyChannel is a channel for daily posts, besides the stand-in's default channel.
var dailyChannel = discordtest.Place{GuildID: discordtest.GuildID, ChannelID: "1042101960960518160"}

// openStore makes an empty store, which ends with the playground.
func (s *stage) openStore(ctx context.Context) (err error) {
	if s.dir, err = os.MkdirTemp("", "chess960-playground-"); err != nil {
		return fmt.Errorf("make a directory for the database: %w", err)
	}
	s.kept, err = store.OpenUnsynced(ctx, "sqlite:"+filepath.Join(s.dir, "playground.db"), commands.Parts()...)
	s.dailies = watchedStore{s.kept, s.changed}
	return err
}

// newApp puts the bot together as the program does, with the stand-ins instead of
// Discord and lichess, and the playground's clock.
func (s *stage) newApp(log *slog.Logger) (*app.App, error) {
	api, err := url.Parse(s.discord.URL())
	if err != nil {
		return nil, err
	}
	games, err := url.Parse(s.lichess.URL())
	if err != nil {
		return nil, err
	}
	choice, err := app.Choose(os.Getenv("COMMANDS"))
	if err != nil {
		return nil, err
	}
	timing := outbox.StandardTiming()
	timing.Plan, timing.Idle = time.Second/10, time.Second/10 // people at the page should not wait ten seconds
	return app.New(app.Options{
		Bot:      bot.Options{Token: discordtest.Token, APIURL: api, Log: log},
		Store:    s.dailies,
		Boards:   s.boards,
		Settings: map[string]*url.URL{"LICHESS_URL": games},
		Choice:   choice,
		Timing:   timing,
		Now:      s.clock.Now,
	}), nil
}

// connect runs the bot and waits until it can answer.
func (s *stage) connect(ctx context.Context, b *bot.Bot) (err error) {
	go func() {
		s.failure = b.Run(ctx)
		close(s.ended)
	}()
	ready := make(chan error, 1)
	waiting, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	go func() { ready <- s.waitReady(waiting) }()
	select {
	case err = <-ready:
	case <-s.ended:
		err = s.failure
	}
	if err != nil {
		return fmt.Errorf("the bot did not get ready: %w", err)
	}
	<-b.Identified()
	return nil
}

func (s *stage) waitReady(ctx context.Context) error {
	var names []string
	for _, c := range s.commands {
		names = append(names, c.Name)
	}
	return errors.Join(s.discord.WaitReady(ctx), s.discord.WaitCommands(ctx, names...))
}

// wind winds the clock forward; see posting.wind.
func (s *stage) wind(ctx context.Context, to time.Time, down bool) error {
	return s.posts.wind(ctx, s.running, to, down)
}

// close waits for the bot, and ends the stand-in. The bot's context must have ended.
func (s *stage) close() error {
	<-s.ended
	s.posts.close()
	return errors.Join(s.failure, s.clear())
}

// clear ends the stand-ins and removes the database.
func (s *stage) clear() error {
	s.discord.Close()
	if s.lichess != nil {
		s.lichess.Close()
	}
	var err error
	if s.kept != nil {
		err = s.kept.Close()
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}
