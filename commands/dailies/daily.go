// Package dailies has /daily, the position of the day, and /daily-posts, with which
// people have it posted to a channel. Package internal/club/daily has the calendar and sends
// the posts.
package dailies

import (
	"context"
	"errors"
	"fmt"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/when"
	"chess960bot/voice"
)

// Daily answers /daily: the position of today, or of any day.
func Daily(tools Tools) chat.Command {
	day := chat.TextOption("date").UpTo(longestTime)
	return chat.Command{
		Name: "daily", Options: card.Options(day),
		Example: "/daily",
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			subs := tools.subsHere(ctx, r)
			today := tools.dateIn(r.ChannelID, subs)
			date, err := dateOf(day.Read(r), today)
			if err != nil {
				return nil, err
			}
			notes := []string{occasionOf(date)}
			if date > today {
				notes = append(notes, "Still to come; everyone can see it already.")
			}
			a := card.NewAnswer(r, daily.PositionOf(date), explain.Direct, explain.ToPosition, notes...)
			a.Plain = true
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

// dateOf reads a date as typed. The default is today.
func dateOf(typed string, today when.Date) (when.Date, error) {
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
			return chat.Refuse(voice.Raw(fmt.Sprintf("%s can mean %s, or another one.", chat.QuoteFirst(several.Text), chat.Either(readings))), voice.Raw(hint))
		}
		return chat.Refuse(voice.Raw(fmt.Sprintf("%s can mean %s.", chat.QuoteFirst(several.Text), chat.Either(readings))), voice.Raw("Write the one that you mean."))
	}
	if none, ok := errors.AsType[*when.NoDateError](err); ok {
		return chat.Refuse(voice.Raw("There is no "+none.Missing+"."), voice.Raw(hint))
	}
	return chat.Refuse(voice.Raw(chat.QuoteFirst(typed)+" is not "+what+"."), voice.Raw(hint))
}
