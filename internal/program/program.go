// Package program is the program chess960bot: its flags, subcommands, settings, log and exit
// codes.
package program

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/joho/godotenv"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/app"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/metrics"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/render"
)

// Exit codes.
const (
	exitSetting   = 78 // a setting or the token is wrong (EX_CONFIG of sysexits.h): a restart does not help
	exitPassing   = 1  // anything else, such as a database that is not up yet, or an occupied port
	exitUsage     = 64 // wrong arguments (EX_USAGE): not package flag's 2, with which Go ends a crash
	exitUnhealthy = 1  // the health check failed
)

// What the Go runtime may take. Answers are large and short-lived, and little stays in memory.
const (
	// memoryLimit is in bytes: the heap and all that the runtime needs for it, without the
	// program's file. Without a limit, a burst of answers would double the heap. A limit of 32 MB
	// doubles the processor time of a burst, and one of 70 MB saves none.
	memoryLimit = 40 << 20
	// garbagePercent is how large garbage may become beside what stays. With Go's 100 the program
	// takes 6 MB more, and 3 to 10 % less processor time.
	garbagePercent = 50
)

const usage = `chess960bot answers Chess960 questions on Discord. Its settings come from the environment and
from .env, see .env.example. To try it without Discord: go run ./internal/workshop/playground
To copy everything it has stored to another database: chess960bot migrate -from ADDRESS -to ADDRESS
To copy the SQLite database into a file, also while the bot runs: chess960bot backup FILE
To set the application's page at Discord up: chess960bot setup, and then chess960bot setup -yes
To find out whether the real Discord does what the bot expects: chess960bot check -channel ID

Flags:
`

// Main runs the program with the arguments of this process until it ends, and returns its exit
// code. The version is empty if the build does not set it.
func Main(built string) (code int) {
	version = built
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	showVersion := flag.Bool("version", false, "say which release this is")
	checkHealth := flag.Bool("healthcheck", false,
		"ask the bot that runs with this HTTP_ADDR whether it is alive; exit code 0 if so, 1 if not")
	flag.CommandLine.Init(os.Args[0], flag.ContinueOnError)
	switch err := flag.CommandLine.Parse(os.Args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return exitUsage
	case flag.Arg(0) == "migrate":
		return migrate(flag.Args()[1:], os.Stdout, os.Stderr)
	case flag.Arg(0) == "backup":
		return backup(flag.Args()[1:], os.Stdout, os.Stderr)
	case flag.Arg(0) == "setup":
		return setup(flag.Args()[1:], os.Stdout, os.Stderr)
	case flag.Arg(0) == "check":
		return checkDiscord(flag.Args()[1:], os.Stdout)
	case flag.NArg() > 0:
		fmt.Fprintf(os.Stderr, "chess960bot: I do not know %q.\n", flag.Arg(0))
		flag.Usage()
		return exitUsage
	case *showVersion:
		fmt.Printf("chess960bot %s (%s)\n", release(), runtime.Version())
		return 0
	case *checkHealth:
		if err := askHealth(); err != nil {
			fmt.Fprintln(os.Stderr, "chess960bot: not healthy:", err)
			return exitUnhealthy
		}
		fmt.Println("chess960bot: healthy")
		return 0
	}
	err := run()
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "chess960bot:", err)
	if _, ok := errors.AsType[*settingError](err); ok || bot.Refused(err) {
		return exitSetting
	}
	return exitPassing
}

// A settingError says that a setting is wrong.
type settingError struct{ error }

// run reads the settings and runs the bot until a signal. Until the settings are read, a signal ends the
// process at once.
func run() error {
	settings, log, err := configure()
	if err != nil {
		return &settingError{err}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	log.Info("starting", "release", release())
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	choice, err := app.Choose(settings.Commands)
	if err != nil {
		return &settingError{err}
	}
	db, err := store.Open(ctx, settings.Database.Reveal(), commands.Parts()...)
	if err != nil && ctx.Err() != nil {
		return nil // stopped by a signal
	}
	if errors.Is(err, store.ErrAddress) {
		return &settingError{fmt.Errorf("DATABASE_URL is %q: %w", settings.Database.Address(), err)}
	}
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Created() {
		log.Warn("created a new database: there are no daily posts yet", "database", db.String())
	} else {
		log.Info("opened the database", "database", db.String())
	}
	counts := metrics.New(release(), db, log)
	a := app.New(app.Options{
		Bot: bot.Options{
			Token: settings.Token.Reveal(), APIURL: settings.APIURL, UserAgent: userAgent(settings.Support),
			GuildID: settings.GuildID, Shards: settings.Shards, ShardIDs: settings.ShardIDs, NoGateway: settings.PublicKey != nil,
			RateUser: settings.RateUser, RateGuild: settings.RateGuild,
			Log: log, Metrics: counts,
		},
		Store: db, Boards: render.New(), Support: settings.Support, Choice: choice,
		Settings: settings.Features,
		Timing:   outbox.StandardTiming(), CatchUp: settings.CatchUp, Now: time.Now,
	})
	list, err := servers(settings, a, db, counts, log)
	if err != nil {
		return err
	}
	return a.Run(ctx, list...)
}

// configure reads the settings, and makes the log with the configured level and
// format.
func configure() (settings config, log *slog.Logger, err error) {
	const dotEnv = ".env"
	exposed, err := loadDotEnv(dotEnv)
	if err != nil {
		return settings, nil, err
	}
	unknown := unknownSettings(os.Environ())
	settings, err = readConfig(os.LookupEnv)
	_, unknownCommand := app.Choose(settings.Commands)
	if err = errors.Join(err, unknownCommand); err != nil {
		return settings, nil, fmt.Errorf("wrong settings:\n%s", strings.Join(append(unknown, err.Error()), "\n"))
	}
	out, options := rest.Redact(os.Stderr, settings.Token.Reveal()), &slog.HandlerOptions{Level: settings.LogLevel}
	log = slog.New(slog.NewTextHandler(out, options))
	if settings.LogFormat == "json" {
		log = slog.New(slog.NewJSONHandler(out, options))
	}
	for _, sentence := range unknown {
		log.Warn(sentence)
	}
	if exposed {
		log.Warn("other users of this machine can read the settings", "file", dotEnv, "fix", "chmod 600 "+dotEnv)
	}
	return settings, log, nil
}

// brokenLine returns the number of the line that makes a file of variables unreadable: the
// one after the longest part that can be read. It does not quote the line, which may have a
// secret.
func brokenLine(text []byte) int {
	lines := bytes.SplitAfter(text, []byte("\n"))
	n := len(lines)
	for ; n > 0; n-- {
		if _, err := godotenv.UnmarshalBytes(bytes.Join(lines[:n], nil)); err == nil {
			break
		}
	}
	return n + 1
}

// mostDotEnv is in bytes: .env.example has 3,000.
const mostDotEnv = 32 << 10

// loadDotEnv adds a file's variables to the environment, except variables that have a value
// there already: an empty one counts as not set. It reports whether other users may read the
// file. It does not pass on parse errors: they quote the file, which contains the token.
func loadDotEnv(name string) (exposed bool, err error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(name + ".txt"); err == nil && os.Getenv("DISCORD_TOKEN") == "" { // as Windows' editor names it
			return false, fmt.Errorf("there is no %s here, but a %s.txt: rename it to %s", name, name, name)
		}
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() || info.Size() > mostDotEnv {
		return false, fmt.Errorf("%s must be a file of at most %d KiB with lines NAME=value", name, mostDotEnv>>10)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return false, err
	}
	if bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}) {
		return false, fmt.Errorf("%s is UTF-16, as PowerShell writes files: save it as UTF-8", name)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	variables, err := godotenv.UnmarshalBytes(text)
	if before, _, hasNUL := bytes.Cut(text, []byte{0}); hasNUL {
		return false, fmt.Errorf("%s cannot be read: it has a NUL character. Save it as UTF-8. Look at line %d", name, 1+bytes.Count(before, []byte("\n")))
	}
	if n := brokenLine(text); err != nil && bytes.HasPrefix(bytes.ToLower(bytes.TrimSpace(bytes.Split(text, []byte("\n"))[n-1])), []byte("set ")) {
		return false, fmt.Errorf("%s cannot be read: line %d begins with the word set. Leave it out: each line must be NAME=value", name, n)
	}
	if err != nil {
		return false, fmt.Errorf("%s cannot be read: each line must be NAME=value or start with #. Look at line %d", name, brokenLine(text))
	}
	for variable, value := range variables {
		if os.Getenv(variable) != "" {
			continue
		}
		if err := os.Setenv(variable, value); err != nil {
			return false, err
		}
	}
	return runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0, nil // Windows has no such permissions
}

// version is what the build set.
var version string

// release returns the version: what the build set, or else what the Go tool knows.
func release() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknownRelease
	}
	return releaseOf(info)
}

// unknownRelease is the release of a build that knows neither a tag nor a commit: outside a
// clone, without git, or with go run.
const unknownRelease = "(devel)"

// releaseOf returns the tag that was built. A commit without a tag has Go's invented number
// of a release that does not exist, so releaseOf names the commit instead.
func releaseOf(info *debug.BuildInfo) string {
	stamp := map[string]string{}
	for _, s := range info.Settings {
		stamp[s.Key] = s.Value
	}
	commit := stamp["vcs.revision"]
	commit = commit[:min(len(commit), 12)] // as many digits as Go's number has
	if tag := info.Main.Version; tag != "" && tag != unknownRelease && (commit == "" || !strings.Contains(tag, commit)) {
		return tag
	}
	if commit == "" {
		return unknownRelease
	}
	text := "commit " + commit + " of " + stamp["vcs.time"]
	if stamp["vcs.modified"] == "true" {
		text += ", changed since"
	}
	return text
}

// userAgent returns the name of the program in its requests to Discord: the address where people
// get help, and the tag or commit.
func userAgent(support *url.URL) string {
	address := rest.NoAddress
	if support != nil {
		address = support.String()
	}
	build, _, _ := strings.Cut(strings.TrimPrefix(release(), "commit "), " ")
	return fmt.Sprintf("DiscordBot (%s, %s)", address, strings.Trim(build, "()"))
}
