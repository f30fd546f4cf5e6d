package dailies

import (
	"context"
	"fmt"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/daily"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// test answers /daily-posts test: it shows today's post only to the asker.
func (t Tools) test(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	display, err := card.DisplayOf(r.Options)
	if err != nil {
		return nil, err
	}
	form, err := boards().ChooseOrFirst(r.Options.Text("board"))
	if err != nil {
		return nil, err
	}
	date := t.dateHere(ctx, r)
	reply, err := Post(t.Boards, t.Play, daily.Delivery{
		Sub:  daily.Sub{Theme: display.Theme.ID, View: display.Side(), Board: form},
		Post: daily.Post{Date: date, SP: daily.PositionOf(date).SP()},
	})
	if err != nil {
		return nil, err
	}
	reply.Audience = chat.OnlyAsker
	return reply, nil
}

// Post returns the message of a daily post. With play it offers a game on lichess.
func Post(boards *render.Renderer, play bool, d daily.Delivery) (*chat.Reply, error) {
	p, err := chess960.FromSP(d.Post.SP)
	if err != nil {
		return nil, err
	}
	display, err := card.DisplayOf(chat.Options{"theme": d.Sub.Theme, "view": d.Sub.View})
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
	reply, err := card.Answer{
		Card:     card.Card{Position: p, Style: display.Style, Method: explain.Direct},
		Notes:    notes,
		FileName: d.FileName(),
		Compact:  d.Sub.Board == daily.CompactBoard,
		Play:     play,
	}.Reply(boards)
	if err == nil && d.Sub.Role != "" {
		reply.Roles = []string{d.Sub.Role}
	}
	return reply, err
}

func missedDays(n int) string {
	shows := chat.Slash("daily") + " with a `date` shows that day's position."
	if n == 1 {
		return "One earlier post is missing here: I could not send it. " + shows
	}
	return fmt.Sprintf("%d earlier posts are missing here: I could not send them. %s", n, shows)
}
