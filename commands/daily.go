package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"chess960bot/internal/daily"
	"chess960bot/internal/explain"
)

// dailyCommand answers /daily: the position of today, or of any day.
func dailyCommand(tools Tools) Command {
	d := dailyHandlers{tools}
	return Command{
		Def:     definePosition("daily", "Show the position of the day", textOption("date", "Another day, such as tomorrow, 24 December or 2026-12-24")),
		Example: "/daily",
		Run: func(ctx context.Context, r *Request) (*Reply, error) {
			if r.Subcommand != "" { // from an earlier version of the command
				return nil, Foreign()
			}
			today := d.dateHere(ctx, r)
			date, err := dateOf(r.Options, today)
			if err != nil {
				return nil, err
			}
			occasion := occasionOf(date)
			notes := []string{occasion}
			if date > today {
				notes = append(notes, "That day is still to come; everyone can see its position already.")
			}
			position := explain.Direct.Scheme.Derive(daily.PositionOf(date))
			a, err := answerFor(r.Options, position, explain.Direct, explain.ToPosition, notes...)
			if err != nil {
				return nil, err
			}
			a.occasion = occasion
			return a.replyTo(tools, r)
		},
	}
}

// occasionOf returns a sentence with the date: "Position of the day, Friday, 20 November
// 2026."
func occasionOf(d daily.Date) string { return "Position of the day, " + d.Words() + "." }

// dateOf reads the option "date". The default is today.
func dateOf(options Options, today daily.Date) (daily.Date, error) {
	typed := options.Text("date")
	if typed == "" {
		return today, nil
	}
	date, err := daily.ParseDate(typed, today)
	if err != nil {
		return 0, notRead(typed, "a date", "Write it as `"+today.String()+"`, `24 December`, `today` or `tomorrow`.", err)
	}
	return date, nil
}

// notRead returns the refusal of a text that a parser of package daily could not
// read. For an ambiguous text the refusal names the meanings.
func notRead(typed, what, hint string, err error) error {
	if several, ok := errors.AsType[*daily.AmbiguousError](err); ok {
		var readings []string
		for _, reading := range several.Readings {
			readings = append(readings, "`"+reading+"`")
		}
		if several.More {
			return &UserError{fmt.Sprintf("%s can mean %s, or another one.", quoteFirst(several.Text), either(readings)), hint}
		}
		return &UserError{fmt.Sprintf("%s can mean %s.", quoteFirst(several.Text), either(readings)), "Write the one that you mean."}
	}
	if none, ok := errors.AsType[*daily.NoDateError](err); ok {
		return &UserError{"There is no " + none.Missing + ".", hint}
	}
	return &UserError{quoteFirst(typed) + " is not " + what + ".", hint}
}

// dailyHandlers are the handlers of /daily and /daily-posts.
type dailyHandlers struct{ Tools }

// zoneTime is how long /daily waits for the time zone of a channel. /daily needs the
// database for nothing else.
const zoneTime = 500 * time.Millisecond

// dateHere returns today's date in the time zone of the channel's daily post. Without
// one it uses the zone of the server's first daily post, or else UTC. If the store
// cannot be read it also uses UTC.
func (d dailyHandlers) dateHere(ctx context.Context, r *Request) daily.Date {
	zone := "UTC"
	if r.GuildID != "" {
		ctx, cancel := context.WithTimeout(ctx, zoneTime)
		defer cancel()
		subs, _ := d.Dailies.Subs(ctx, r.GuildID)
		for i, s := range subs {
			if i == 0 || s.Channel == r.ChannelID {
				zone = s.Zone
			}
		}
	}
	place, err := daily.LoadZone(zone)
	if err != nil {
		place = time.UTC
	}
	return daily.DateOf(d.Now().In(place))
}
