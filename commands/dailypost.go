package commands

import (
	"context"
	"fmt"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/daily"
	"chess960bot/internal/explain"
)

// today answers /daily today: the position of today, or of any day.
func (d dailies) today(ctx context.Context, r *Request) (*Reply, error) {
	date := d.dateHere(ctx, r)
	if typed := r.Options.Text("date"); typed != "" {
		asked, err := daily.ParseDate(typed, date)
		if err != nil {
			return nil, &UserError{quoteFirst(typed) + " is not a date.", "Write it as year, month and day, such as `" + date.String() + "`."}
		}
		date = asked
	}
	position := explain.Direct.Scheme.Derive(daily.PositionOf(date))
	return answerTo(d.Tools, r, position, explain.Direct, explain.ToPosition, "Position of the day, "+date.Words()+".")
}

// zoneTime is how long /daily waits for the time zone of a channel. The answer does
// not need the database otherwise.
const zoneTime = 500 * time.Millisecond

// dateHere returns today's date in the time zone of the channel's daily post, or of
// the server's first one, or in UTC. It also uses UTC if the store cannot be read.
func (d dailies) dateHere(ctx context.Context, r *Request) daily.Date {
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

// test answers /daily test: today's post as the asker's eyes alone see it.
func (d dailies) test(ctx context.Context, r *Request) (*Reply, error) {
	l, err := lookOf(r.Options)
	if err != nil {
		return nil, err
	}
	date := d.dateHere(ctx, r)
	reply, err := DailyPost(d.Tools, daily.Delivery{
		Sub:  daily.Sub{Theme: l.theme.ID, View: l.side()},
		Post: daily.Post{Date: date, SP: daily.PositionOf(date).SP()},
	})
	if err != nil {
		return nil, err
	}
	reply.Private = true
	return reply, nil
}

// DailyPost returns the message of a daily post.
func DailyPost(tools Tools, d daily.Delivery) (*Reply, error) {
	p, err := chess960.FromSP(d.Post.SP)
	if err != nil {
		return nil, err
	}
	l, err := lookOf(Options{"theme": d.Sub.Theme, "view": d.Sub.View})
	if err != nil {
		return nil, err
	}
	notes := []string{"Position of the day, " + d.Post.Date.Words() + "."}
	if d.Sub.Role != "" {
		notes = append([]string{"<@&" + d.Sub.Role + ">"}, notes...)
	}
	if d.Missed > 0 {
		notes = append(notes, missedDays(d.Missed))
	}
	return answer{
		card:     newCard(explain.Direct.Scheme.Derive(p), l, explain.Direct, explain.ToPosition),
		notes:    notes,
		fileName: d.FileName(),
	}.reply(tools)
}

func missedDays(n int) string {
	if n == 1 {
		return "One earlier post is missing here: I could not send it. `/daily today` with a `date` shows that day's position."
	}
	return fmt.Sprintf("%d earlier posts are missing here: I could not send them. `/daily today` with a `date` shows that day's position.", n)
}
