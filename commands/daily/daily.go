// Package daily has /daily, the position of the day, and /daily-posts, with which
// people have it posted to a channel. Package schedule has the calendar and sends
// the posts.
package daily

import (
	"context"
	"time"

	"chess960bot/commands/card"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/languages"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
	"chess960bot/render"
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
			date := today
			if typed := day.Read(r); typed != "" {
				var err error
				if date, err = when.ParseDate(typed, today, r.Languages()...); err != nil {
					return nil, notRead("date", typed, voice.Say("daily.writeDate", voice.F{"Today": voice.Raw(today.String())}), err)
				}
			}
			a := card.NewAnswer(r, schedule.PositionOf(date), explain.Direct)
			day := voice.Run{voice.Say("daily.occasion", voice.F{"Date": date.Words()})}
			if date > today {
				day = append(day, voice.Phrase("daily.future"))
			}
			a.Notes = []voice.Sentence{voice.Small(day)}
			a.Play = tools.Play
			reply, err := a.Reply(tools.Boards)
			if err == nil {
				reply.FollowUp = failing(r, subs)
			}
			return reply, err
		},
	}
}

// longestTime is the largest number of characters of a date, a time of day, a time zone or
// weekdays.
const longestTime = chat.MostChoiceText

// Tools are what /daily and /daily-posts work with.
type Tools struct {
	Boards *render.Renderer
	Store  schedule.Store
	// Languages say in which language the posts of a server are.
	Languages *languages.Servers
	Now       func() time.Time // the clock
	Play      bool             // offer games on lichess
}

// zoneTime is how long /daily waits for the daily posts of the server: their time zones say
// which day it is, and people are told if they fail. /daily needs the database for nothing
// else.
const zoneTime = 500 * time.Millisecond

// subsHere returns the subscriptions of the server of a request; none if the store cannot
// be read in time.
func (t Tools) subsHere(ctx context.Context, r *chat.Request) []schedule.Sub {
	if r.GuildID == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, zoneTime)
	defer cancel()
	subs, _ := t.Store.Subs(ctx, r.GuildID)
	return subs
}

// dateIn returns today's date in the time zone of a channel's daily post. Without one it
// uses the zone of the server's first daily post, or else UTC.
func (t Tools) dateIn(channel string, subs []schedule.Sub) when.Date {
	zone := "UTC"
	for i, s := range subs {
		if i == 0 || s.Channel == channel {
			zone = s.Zone
		}
	}
	location, err := when.LoadZone(zone)
	if err != nil {
		location = time.UTC
	}
	return when.DateOf(t.Now().In(location))
}
