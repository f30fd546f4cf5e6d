package commands

import (
	"context"
	"fmt"

	"chess960bot/internal/chess960"
	"chess960bot/internal/daily"
	"chess960bot/internal/explain"
)

// test answers /daily-posts test: it shows today's post only to the asker.
func (d dailyHandlers) test(ctx context.Context, r *Request) (*Reply, error) {
	l, err := lookOf(r.Options)
	if err != nil {
		return nil, err
	}
	form, err := boardOf(r.Options)
	if err != nil {
		return nil, err
	}
	date := d.dateHere(ctx, r)
	reply, err := DailyPost(d.Tools, daily.Delivery{
		Sub:  daily.Sub{Theme: l.theme.ID, View: l.side(), Board: form},
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
	occasion := occasionOf(d.Post.Date)
	notes := []string{occasion}
	if d.Sub.Role != "" {
		notes = []string{"<@&" + d.Sub.Role + "> " + occasion}
	}
	if d.Missed > 0 {
		notes = append(notes, missedDays(d.Missed))
	}
	return answer{
		card:     newCard(explain.Direct.Scheme.Derive(p), l, explain.Direct, explain.ToPosition),
		notes:    notes,
		fileName: d.FileName(),
		occasion: occasion,
		compact:  d.Sub.Board == daily.CompactBoard,
	}.reply(tools)
}

func missedDays(n int) string {
	shows := slash("daily") + " with a `date` shows that day's position."
	if n == 1 {
		return "One earlier post is missing here: I could not send it. " + shows
	}
	return fmt.Sprintf("%d earlier posts are missing here: I could not send them. %s", n, shows)
}
