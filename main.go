// Chess960bot is a Discord bot that names, draws, explains and announces
// Chess960 start positions. See README.md for what it does and how to run it.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/joho/godotenv"
	"golang.org/x/sync/errgroup"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/config"
	"chess960bot/internal/daily"
	"chess960bot/internal/discordapi"
	"chess960bot/internal/metrics"
	"chess960bot/internal/store"
	"chess960bot/render"
)

// exitConfig is the exit code for what only a person can mend: wrong settings
// or a rejected token (EX_CONFIG of sysexits.h). Supervisors need not restart.
const exitConfig = 78

// exitStore is the exit code for a database that cannot be used now.
const exitStore = 1

// exitUsage is the exit code for arguments that mean nothing (flag's own).
const exitUsage = 2

// exitUnhealthy is the exit code of a health check that failed.
const exitUnhealthy = 1

// farewell is how long the bot may take to finish what it has begun when it is to
// stop. What is unfinished then is as safe as after a crash.
const farewell = 9 * time.Second

// memoryLimit is what the collector tries to stay under. Answers are short-lived
// and large; without a limit a burst of them would double the heap.
const memoryLimit = 64 << 20

func main() {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "chess960bot answers Chess960 questions on Discord. Its settings come from the environment and\nfrom .env, see .env.example. To try it without Discord: go run ./internal/playground\nTo copy its daily posts to another database: chess960bot migrate -from ADDRESS -to ADDRESS\n\nFlags:")
		flag.PrintDefaults()
	}
	showVersion := flag.Bool("version", false, "say which release this is")
	checkHealth := flag.Bool("healthcheck", false, "ask the bot that runs with this HTTP_ADDR whether it lives: 0 if so, 1 if not")
	flag.Parse()
	if flag.Arg(0) == "migrate" {
		os.Exit(migrate(flag.Args()[1:]))
	}
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(exitUsage)
	}
	if *showVersion {
		printVersion()
		return
	}
	if *checkHealth {
		os.Exit(healthcheck())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "chess960bot:", err)
		if _, ok := errors.AsType[*storeError](err); ok {
			os.Exit(exitStore)
		}
		os.Exit(exitConfig)
	}
}

// A storeError says that the database cannot be used, which may pass: a server
// that is not up yet, another process with the file.
type storeError struct{ error }

// run reads the settings and runs the bot until the context ends.
func run(ctx context.Context) error {
	settings, log, err := configure()
	if err != nil {
		return err
	}
	bot.BridgeLogs(log)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	kept, err := store.Open(ctx, settings.Database.Reveal())
	if err != nil && ctx.Err() != nil {
		return nil // it was told to stop meanwhile
	}
	if errors.Is(err, store.ErrAddress) {
		return fmt.Errorf("DATABASE_URL: %w", err)
	}
	if err != nil {
		return &storeError{err}
	}
	defer kept.Close()
	counted := metrics.New(release(), kept, log)
	tools := commands.Tools{Boards: render.New(), Dailies: kept}
	b, err := bot.New(bot.Options{
		Token:    settings.Token.Reveal(),
		APIURL:   settings.APIURL,
		GuildID:  settings.GuildID,
		Shards:   settings.Shards,
		ShardIDs: settings.ShardIDs,
		Commands: commands.All(tools),
		Log:      log,
		Metrics:  counted,

		NoGateway: settings.PublicKey != nil,
		RateUser:  bot.Rate(settings.RateUser),
		RateGuild: bot.Rate(settings.RateGuild),
	})
	if err != nil {
		return err
	}
	serve, err := listen(settings, b, kept, counted, log)
	if err != nil {
		return err
	}
	timing := daily.StandardTiming
	timing.CatchUp = settings.CatchUp
	return runTogether(ctx, log, serve, b, daily.New(daily.Options{
		Store:    kept,
		Channels: b.Channels(func(d daily.Delivery) (*commands.Reply, error) { return commands.DailyPost(tools, d) }),
		Log:      log,
		Holder:   rand.Text(),
		Now:      time.Now,
		Timing:   timing,
	}))
}

// configure reads the settings, and makes the log that they describe.
func configure() (settings config.Config, log *slog.Logger, err error) {
	warning, err := loadDotEnv(".env")
	if err != nil {
		return settings, nil, err
	}
	settings, err = config.FromEnv(os.Getenv)
	if err != nil {
		return settings, nil, fmt.Errorf("wrong settings:\n%w", err)
	}
	log = newLogger(settings)
	if warning != "" {
		log.Warn(warning)
	}
	return settings, log, nil
}

// runTogether runs the server and the bot, and the daily posts as soon as Discord
// has said who the bot is, until the context ends or one of them cannot go on.
// The server stops before the bot, which answers its last requests.
func runTogether(ctx context.Context, log *slog.Logger, serve func(context.Context) error, b *bot.Bot, posts *daily.Engine) error {
	group, ctx := errgroup.WithContext(ctx)
	served, stop := context.WithCancel(context.WithoutCancel(ctx))
	group.Go(func() error { defer stop(); return serve(ctx) })
	group.Go(func() error { return b.Run(served) })
	group.Go(func() error {
		select {
		case <-b.Identified():
			return posts.Run(ctx)
		case <-ctx.Done():
			return nil
		}
	})
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
	case <-time.After(farewell):
		log.Warn("stopped with work unfinished; the next start takes it up")
	}
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
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
	text, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	variables, err := godotenv.UnmarshalBytes(bytes.TrimPrefix(text, []byte("\ufeff")))
	if err != nil {
		return "", fmt.Errorf("%s makes no sense: each line must be NAME=value or start with #", name)
	}
	for variable, value := range variables {
		if os.Getenv(variable) != "" {
			continue
		}
		if err := os.Setenv(variable, value); err != nil {
			return "", err
		}
	}
	if info.Mode().Perm()&0o077 != 0 {
		warning = name + " can be read by other users of this machine: chmod 600 " + name
	}
	return warning, nil
}

func newLogger(settings config.Config) *slog.Logger {
	out := discordapi.Redact(os.Stderr, settings.Token.Reveal())
	options := &slog.HandlerOptions{Level: settings.LogLevel}
	if settings.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(out, options))
	}
	return slog.New(slog.NewTextHandler(out, options))
}
