// Chess960bot is a Discord bot that names, draws, explains and announces
// Chess960 start positions. See README.md for what it does and how to run it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/joho/godotenv"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/config"
	"chess960bot/render"
)

// exitConfig is the exit code for what only a person can mend: wrong settings
// or a rejected token (EX_CONFIG of sysexits.h). Supervisors need not restart.
const exitConfig = 78

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "chess960bot:", err)
		os.Exit(exitConfig)
	}
}

// run reads the settings and runs the bot until the context ends.
func run(ctx context.Context) error {
	warning, err := loadDotEnv(".env")
	if err != nil {
		return err
	}
	settings, err := config.FromEnv(os.Getenv)
	if err != nil {
		return fmt.Errorf("wrong settings:\n%w", err)
	}
	log := newLogger(settings)
	if warning != "" {
		log.Warn(warning)
	}
	bot.BridgeLogs(log)
	b, err := bot.New(bot.Options{
		Token:    settings.Token.Reveal(),
		APIURL:   settings.APIURL,
		GuildID:  settings.GuildID,
		Commands: commands.All(commands.Tools{Boards: render.New()}),
		Log:      log,
	})
	if err != nil {
		return err
	}
	return b.Run(ctx)
}

// loadDotEnv adds the file's variables to the environment, which wins. A file
// that others may read is worth a warning. Parse errors are not passed on: they
// quote the file, and it holds the token.
func loadDotEnv(name string) (warning string, err error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if err := godotenv.Load(name); err != nil {
		return "", fmt.Errorf("%s cannot be read: each line must be NAME=value or start with #", name)
	}
	if info.Mode().Perm()&0o077 != 0 {
		warning = name + " can be read by other users of this machine: chmod 600 " + name
	}
	return warning, nil
}

func newLogger(settings config.Config) *slog.Logger {
	out := bot.Redact(os.Stderr, settings.Token.Reveal())
	options := &slog.HandlerOptions{Level: settings.LogLevel}
	if settings.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(out, options))
	}
	return slog.New(slog.NewTextHandler(out, options))
}
