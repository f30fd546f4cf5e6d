package program

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"syscall"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/discord/check"
	"chess960bot/internal/service/config"
	"chess960bot/internal/service/lichess"
	"chess960bot/render"
)

const checkUsage = `usage: chess960bot check -channel ID [-wait 1m] [-lichess]

Finds out with a real token what Discord does where its documents leave room, and prints a
report. Stop the bot first: both would get the press of the button. The check posts to the
channel, and deletes what it has posted. It registers nothing and opens no database.

  -channel ID  a channel of yours where the bot may view, post, attach files and read the history
  -wait TIME   how long somebody may take to press the button of the message; 0 for no button
  -lichess     open one casual game on lichess, which nobody has to play
`

// checkDiscord runs the subcommand "check" and returns the exit code: 0 if everything was as
// the bot expects.
func checkDiscord(arguments []string, out io.Writer) int {
	flags := flag.NewFlagSet("chess960bot check", flag.ContinueOnError)
	flags.Usage = func() { fmt.Fprint(flags.Output(), checkUsage) }
	channel := flags.String("channel", "", "")
	wait := flags.Duration("wait", time.Minute, "")
	games := flags.Bool("lichess", false, "")
	switch err := flags.Parse(arguments); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return exitUsage
	case !regexp.MustCompile(`^\d{1,20}$`).MatchString(*channel) || *wait < 0 || flags.NArg() > 0:
		flags.Usage()
		return exitUsage
	}
	settings, log, err := configure()
	if err != nil {
		fmt.Fprintln(os.Stderr, "chess960bot check:", err)
		return exitSetting
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	picture, err := render.New().Board(render.Board{Position: chess960.Classical()})
	if err != nil {
		panic(err)
	}
	findings := check.Run(ctx, check.Options{
		Token: settings.Token.Reveal(), URL: settings.APIURL, Channel: *channel, Picture: picture, Wait: *wait, Nonce: rand.Text()[:24], Log: log,
	})
	if *games {
		findings = append(findings, checkLichess(ctx, settings, log))
	}
	return report(out, findings)
}

// checkLichess opens a game.
func checkLichess(ctx context.Context, settings config.Config, log *slog.Logger) check.Finding {
	f := check.Finding{Assumption: "lichess opens a game", Seen: check.Yes}
	if settings.Lichess == nil {
		f.Seen, f.Detail = check.NotSeen, "LICHESS_URL is empty"
		return f
	}
	challenge := lichess.Challenge{Position: chess960.Classical(), Time: lichess.TimeControl{Limit: 300}, Name: "check"}
	_, err := lichess.New(lichess.Options{URL: settings.Lichess, Log: log}).Open(ctx, lichess.Asker{}, challenge)
	if err != nil {
		f.Seen, f.Detail = check.No, err.Error()
	}
	return f
}

// report prints what was found, and returns the exit code.
func report(out io.Writer, findings []check.Finding) int {
	fmt.Fprintf(out, "chess960bot %s, %s, %s/%s, API v10, %s\n", release(), runtime.Version(), runtime.GOOS, runtime.GOARCH, time.Now().UTC().Format(time.DateOnly))
	code := 0
	for _, f := range findings {
		fmt.Fprintf(out, "%-8s  %s", f.Seen, f.Assumption)
		if f.Detail != "" {
			fmt.Fprintf(out, ": %s", f.Detail)
		}
		fmt.Fprintln(out)
		if f.Seen == check.No {
			code = exitUnhealthy
		}
	}
	return code
}
