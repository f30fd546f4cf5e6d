package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/discordtest"
	"chess960bot/internal/store"
	"chess960bot/render"
)

// A stage is what people play on: the stand-in for Discord and, connected to
// it, the real bot.
type stage struct {
	discord  *discordtest.Server
	boards   *render.Renderer
	dailies  *store.Store // in a directory that is removed in the end
	dir      string
	commands []commands.Command

	ended   chan struct{} // closed when the bot no longer runs
	failure error         // why, once ended is closed; nil where it was told to
}

// startStage returns once the bot is connected and has registered its commands.
// The bot runs until the context ends.
func startStage(ctx context.Context, log *slog.Logger) (*stage, error) {
	discord, err := discordtest.Start()
	if err != nil {
		return nil, fmt.Errorf("start the stand-in for Discord: %w", err)
	}
	s := &stage{discord: discord, boards: render.New(), ended: make(chan struct{})}
	if err := s.openStore(ctx); err != nil {
		return nil, errors.Join(err, s.clear())
	}
	s.commands = commands.All(commands.Tools{Boards: s.boards, Dailies: s.dailies})
	if err := s.connect(ctx, log); err != nil {
		return nil, errors.Join(err, s.clear())
	}
	return s, nil
}

// openStore makes an empty store for daily posts.
func (s *stage) openStore(ctx context.Context) (err error) {
	if s.dir, err = os.MkdirTemp("", "chess960-playground-"); err != nil {
		return fmt.Errorf("make a place for daily posts: %w", err)
	}
	s.dailies, err = store.Open(ctx, "sqlite:"+filepath.Join(s.dir, "playground.db"))
	return err
}

// connect runs the bot and waits until it can be asked.
func (s *stage) connect(ctx context.Context, log *slog.Logger) error {
	api, err := url.Parse(s.discord.URL())
	if err != nil {
		return err
	}
	b, err := bot.New(bot.Options{Token: discordtest.Token, APIURL: api, Commands: s.commands, Log: log})
	if err != nil {
		return err
	}
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
	return nil
}

func (s *stage) waitReady(ctx context.Context) error {
	var names []string
	for _, c := range s.commands {
		names = append(names, c.Def.Name)
	}
	return errors.Join(s.discord.WaitReady(ctx), s.discord.WaitCommands(ctx, names...))
}

// close waits for the bot, whose context must have ended, and ends the stand-in.
func (s *stage) close() error {
	<-s.ended
	return errors.Join(s.failure, s.clear())
}

// clear ends the stand-in and removes what was kept.
func (s *stage) clear() error {
	s.discord.Close()
	var err error
	if s.dailies != nil {
		err = s.dailies.Close()
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}
