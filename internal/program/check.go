package program

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/chess960"
	"chess960bot/internal/discord/rest"
	"chess960bot/render"
)

const checkUsage = `usage: chess960bot check -channel ID [OPTIONS]

Finds out with a real token what Discord does where its documents leave room, and prints a
report. Stop the bot first: both would get the press of the button. The check posts to the
channel, and deletes what it has posted. It registers nothing and opens no database.

  -channel ID  a channel of yours where the bot may view, post, attach files and read the history
  -wait TIME   how long somebody may take to press the button of the message; 0 for no button
`

// checkDiscord runs the subcommand "check" and returns the exit code: 0 if everything was as
// the bot expects.
func checkDiscord(arguments []string, out io.Writer) int {
	flags := flag.NewFlagSet("chess960bot check", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), checkUsage)
		for c := range checksOfFeatures() {
			fmt.Fprintf(flags.Output(), "  -%-11s %s\n", c.Flag, c.Usage)
		}
	}
	channel := flags.String("channel", "", "")
	wait := flags.Duration("wait", time.Minute, "")
	chosen := map[*feature.Check]*bool{}
	for c := range checksOfFeatures() {
		chosen[c] = flags.Bool(c.Flag, false, "")
	}
	switch err := flags.Parse(arguments); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return exitUsage
	case *channel != "" && !regexp.MustCompile(`^\d{1,20}$`).MatchString(*channel):
		fmt.Fprintf(os.Stderr, "chess960bot check: -channel %s is no id of a channel: it has only digits\n", quote(*channel))
		flags.Usage()
		return exitUsage
	case *channel == "" || *wait < 0 || flags.NArg() > 0:
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
	findings := rest.Check(ctx, rest.CheckOptions{
		Options: rest.Options{Token: settings.Token.Reveal(), UserAgent: userAgent(settings.Support), URL: settings.APIURL, Log: log},
		Channel: *channel, Picture: picture, Wait: *wait, Nonce: rand.Text()[:24],
	})
	for c := range checksOfFeatures() {
		if *chosen[c] {
			f := rest.Finding{Assumption: c.Assumption, Seen: rest.Yes}
			if err := c.Run(ctx, feature.Tools{Settings: settings.Features, Log: log}); errors.Is(err, feature.ErrNowhere) {
				f.Seen, f.Detail = rest.NotSeen, err.Error()
			} else if err != nil {
				f.Seen, f.Detail = rest.No, err.Error()
			}
			findings = append(findings, f)
		}
	}
	return report(out, findings)
}

// checksOfFeatures are the checks of all features.
func checksOfFeatures() iter.Seq[*feature.Check] {
	return func(yield func(*feature.Check) bool) {
		for _, f := range commands.Features {
			for i := range f.Checks {
				if !yield(&f.Checks[i]) {
					return
				}
			}
		}
	}
}

// report prints what was found, and returns the exit code.
func report(out io.Writer, findings []rest.Finding) int {
	fmt.Fprintf(out, "chess960bot %s, %s, %s/%s, API v10, %s\n", release(),
		runtime.Version(), runtime.GOOS, runtime.GOARCH, time.Now().UTC().Format(time.DateOnly))
	code := 0
	for _, f := range findings {
		fmt.Fprintf(out, "%-8s  %s", f.Seen, f.Assumption)
		if f.Detail != "" {
			fmt.Fprintf(out, ": %s", oneLine(f.Detail))
		}
		fmt.Fprintln(out)
		if f.Seen == rest.No {
			code = exitUnhealthy
		}
	}
	return code
}

// oneLine returns a text of Discord's or lichess's as it stands in a line of the report: quoted if it
// has characters that could end the line or hide a part of it.
func oneLine(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(text) {
		return strconv.Quote(text)
	}
	return text
}
