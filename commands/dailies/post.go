package dailies

import (
	"cmp"
	"context"
	"errors"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// test answers /daily-posts test: it shows only the asker what today's post of a channel
// is like, and which permissions posts lack. The options change the test alone.
func (p posts) test(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	s, err := p.testedSub(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := p.setStyle(&s, r); err != nil {
		return nil, err
	}
	date := p.dateIn(cmp.Or(s.Channel, r.ChannelID), p.subsHere(ctx, r))
	a, err := answerOf(daily.Delivery{Sub: s, Post: daily.Post{Date: date, SP: daily.PositionOf(date).SP()}},
		voice.Say("dailies.test", voice.F{"Date": date.ShortWords()}), p.Play)
	if err != nil {
		return nil, err
	}
	a.FileName = "test-" + a.FileName // the outbox recognises a post by its file
	reply, err := a.Reply(p.Boards)
	if err != nil {
		return nil, err
	}
	reply.Audience = chat.OnlyAsker
	s.Channel = cmp.Or(s.Channel, r.ChannelID)
	if missing := lacking(r, s); missing != nil {
		reply.Components = append(reply.Components, chat.Text(missing))
	}
	return reply, nil
}

// testedSub returns the subscription of the channel in the options, or of the channel of the
// request. Without a subscription here, it returns the defaults.
func (p posts) testedSub(ctx context.Context, r *chat.Request) (daily.Sub, error) {
	if p.tested.Given(r) {
		return p.subHere(ctx, r, p.tested)
	}
	s, err := p.Store.Sub(ctx, r.ChannelID)
	if errors.Is(err, daily.ErrNotFound) {
		return daily.Sub{}, nil
	}
	return s, err
}

// Post returns the message of a daily post. With play it offers a game on lichess.
func Post(boards *render.Renderer, play bool, d daily.Delivery) (*chat.Reply, error) {
	a, err := answerOf(d, voice.Say("dailies.occasion", voice.F{"Date": d.Post.Date.ShortWords()}), play)
	if err != nil {
		return nil, err
	}
	reply, err := a.Reply(boards)
	if err == nil && d.Sub.Role != "" {
		reply.Roles = []string{d.Sub.Role}
	}
	return reply, err
}

// answerOf returns the answer that a daily post shows, with what it is for. It names the role
// but pings nobody.
func answerOf(d daily.Delivery, what voice.Sentence, play bool) (a card.Answer, err error) {
	p, err := chess960.FromSP(d.Post.SP)
	if err != nil {
		return a, err
	}
	if d.Sub.Role != "" {
		what = voice.Run{roleName(d.Sub.Role), what}
	}
	notes := []voice.Sentence{voice.Small(what)}
	if d.Missed > 0 {
		notes = append(notes, voice.Say("dailies.missing", voice.F{"Posts": voice.Count(d.Missed)}))
	}
	return card.Answer{
		Card:     card.Card{Position: p, Style: styleOf(d.Sub), Method: explain.Direct},
		Notes:    notes,
		FileName: d.FileName(),
		Compact:  d.Sub.Board == daily.CompactBoard || d.Missed > 0, // the notes need the room
		Play:     play,
	}, nil
}
