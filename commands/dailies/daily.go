// Package dailies has /daily, the position of the day, and /daily-posts, with which
// people have it posted to a channel. Package internal/daily has the calendar and sends
// the posts.
package dailies

import (
	"context"
	"errors"
	"fmt"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/daily"
	"chess960bot/internal/explain"
	"chess960bot/internal/when"
)

// Daily answers /daily: the position of today, or of any day.
func Daily(tools Tools) chat.Command {
	return chat.Command{
		Def:     card.Define("daily", "Show the position of the day", chat.TextOption("date", "Another day, such as tomorrow, 24 December or 2026-12-24").UpTo(longestTime)),
		Example: "/daily",
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			if r.Subcommand != "" { // from an earlier version of the command
				return nil, chat.Foreign()
			}
			subs := tools.subsHere(ctx, r)
			today := tools.dateIn(r.ChannelID, subs)
			date, err := dateOf(r.Options, today)
			if err != nil {
				return nil, err
			}
			notes := []string{occasionOf(date)}
			if date > today {
				notes = append(notes, "Still to come; everyone can see it already.")
			}
			a, err := card.NewAnswer(r.Options, daily.PositionOf(date), explain.Direct, explain.ToPosition, notes...)
			if err != nil {
				return nil, err
			}
			a.Play = tools.Play
			reply, err := a.Reply(tools.Boards)
			if err == nil {
				reply.Aside = failing(r, subs)
			}
			return reply, err
		},
	}
}

// longestTime is the largest number of characters of a date, a time of day, a time zone or
// weekdays.
const longestTime = chat.MostChoiceText

// occasionOf returns a sentence with the date: "Position of the day, Friday, 20 November
// 2026."
func occasionOf(d when.Date) string { return "Position of the day, " + d.Words() + "." }

// dateOf reads the option "date". The default is today.
func dateOf(options chat.Options, today when.Date) (when.Date, error) {
	typed := options.Text("date")
	if typed == "" {
		return today, nil
	}
	date, err := when.ParseDate(typed, today)
	if err != nil {
		return 0, notRead(typed, "a date", "Write it as `"+today.String()+"`, `24 December`, `today` or `tomorrow`.", err)
	}
	return date, nil
}

// notRead returns the refusal of a text that a parser of package when could not
// read. For an ambiguous text the refusal names the meanings.
func notRead(typed, what, hint string, err error) error {
	if several, ok := errors.AsType[*when.AmbiguousError](err); ok {
		var readings []string
		for _, reading := range several.Readings {
			readings = append(readings, "`"+reading+"`")
		}
		if several.More {
			return chat.Refuse(fmt.Sprintf("%s can mean %s, or another one.", chat.QuoteFirst(several.Text), chat.Either(readings)), hint)
		}
		return chat.Refuse(fmt.Sprintf("%s can mean %s.", chat.QuoteFirst(several.Text), chat.Either(readings)), "Write the one that you mean.")
	}
	if none, ok := errors.AsType[*when.NoDateError](err); ok {
		return chat.Refuse("There is no "+none.Missing+".", hint)
	}
	return chat.Refuse(chat.QuoteFirst(typed)+" is not "+what+".", hint)
}
