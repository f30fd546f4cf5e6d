package daily

import (
	"context"

	"chess960bot/commands/card"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// show answers /daily-posts show: the server's daily posts and their last outcomes.
func (p posts) show(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	subs, err := p.Store.Subs(ctx, r.GuildID)
	if err != nil {
		return nil, err
	}
	if len(subs) == 0 {
		return chat.Say(voice.Run{voice.Phrase("daily.noneYet"), voice.Phrase("daily.try.start")}), nil
	}
	lines := voice.Lines{voice.Heading(2, voice.Phrase("daily.title"))}
	for _, s := range subs {
		here := s.Channel == r.ChannelID // Discord tells permissions only there
		if mended(r, s) || here && s.Trouble == outbox.NoTrouble {
			s.Trouble, s.Missing = outbox.NoTrouble, 0
		}
		if len(subs) > mostInFull {
			lines = append(lines, voice.Heading(3, channelName(s.Channel)), voice.Run{timesOf(s), next(s)})
			if s.Missing != 0 {
				lines = append(lines, lacks(s))
			} else {
				lines = append(lines, troubleOf(s))
			}
			continue
		}
		last, err := p.Store.Posts(ctx, s.Channel, 1)
		if err != nil {
			return nil, err
		}
		lines = append(lines, describe(s, last))
		if here && s.Trouble == outbox.NoTrouble {
			lines = append(lines, voice.Lines(lacking(r, s)))
		}
	}
	posts := card.PostsIn(p.Languages.Of(ctx, r.GuildID).OfPosts())
	return card.Page(chat.OnlyAsker, append(lines, posts)), nil
}

// mostInFull is how many daily posts one answer describes in full: Discord allows 4,000
// characters.
const mostInFull = 4

// describe returns a paragraph about one daily post: all its settings, and the outcome of
// the last post.
func describe(s schedule.Sub, last []schedule.Post) voice.Lines {
	lines := voice.Lines{voice.Heading(3, channelName(s.Channel)), voice.Run{timesOf(s), next(s)}, detailsOf(s)}
	for _, p := range last {
		lines = append(lines, append(voice.Run{voice.Say("daily.lastPost", voice.F{
			"Position": chess960.Name(schedule.PositionOf(p.Date).SP()), "Date": p.Date.Words(),
		})}, outcomeOf(s, p)...))
	}
	return append(lines, troubleOf(s))
}

// outcomeOf says what became of a post.
func outcomeOf(s schedule.Sub, p schedule.Post) voice.Run {
	why := whyOf(p.Trouble, p.Reason)
	switch p.State {
	case outbox.Posted:
		if p.MessageID == "" {
			return voice.Run{voice.Phrase("daily.deleted")}
		}
		return voice.Run{voice.Say("daily.posted", voice.F{
			"Link": voice.Raw(chat.MessageURL(s.Guild, p.Channel, p.MessageID)),
		})}
	case outbox.Open:
		if p.Trouble != outbox.NoTrouble {
			return voice.Run{voice.Phrase("daily.triedAgain")}
		}
		return voice.Run{voice.Phrase("daily.onItsWay")}
	case outbox.Missed, outbox.Failed:
		return voice.Run{voice.Phrase("daily.notSent"), why}
	}
	return voice.Run{voice.Phrase("daily.perhaps"), why}
}

// pause answers /daily-posts pause.
func (p posts) pause(ctx context.Context, s schedule.Sub) (*chat.Reply, error) {
	if err := p.Store.Update(ctx, s.Channel, func(s *schedule.Sub) { s.Status = schedule.Paused }); err != nil {
		return nil, err
	}
	return chat.Done(voice.Run{of(s.Channel, "pauses"), voice.Phrase("daily.try.continue")}), nil
}

// resume answers /daily-posts resume: the next post is the first one from now on.
func (p posts) resume(ctx context.Context, s schedule.Sub) (*chat.Reply, error) {
	if s.Status == schedule.Active {
		return chat.Say(voice.Run{of(s.Channel, "unpaused"), next(s)}), nil
	}
	if _, err := schedule.Schedule(ctx, p.Store, p.Now(), &s); err != nil {
		return nil, err
	}
	err := p.Store.Update(ctx, s.Channel, func(now *schedule.Sub) {
		if now.Status != schedule.Active { // an active one has been set again in the meantime
			now.NextDate, now.NextAt = s.NextDate, s.NextAt
			now.Resume()
		}
		s = *now
	})
	if err != nil {
		return nil, err
	}
	return chat.Done(voice.Run{of(s.Channel, "resumes"), next(s)}), nil
}

// remove answers /daily-posts remove.
func (p posts) remove(ctx context.Context, s schedule.Sub) (*chat.Reply, error) {
	if err := p.Store.Remove(ctx, s.Channel, p.Now()); err != nil {
		return nil, err
	}
	return chat.Done(of(s.Channel, "ends")), nil
}

// existingSub returns a handler for the subscription of the channel in the option, which must be there.
func (p posts) existingSub(run func(ctx context.Context, s schedule.Sub) (*chat.Reply, error)) chat.Handler {
	return func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
		s, err := p.subHere(ctx, r, p.existing)
		if err != nil {
			return nil, err
		}
		reply, err := run(ctx, s)
		return reply, noSub(s.Channel, err)
	}
}

// subHere returns the subscription of the channel in an option. The channel must belong to
// the asker's server.
func (p posts) subHere(ctx context.Context, r *chat.Request, channel chat.OptionOf[chat.Channel]) (schedule.Sub, error) {
	id := channel.Read(r).ID
	s, err := p.Store.Sub(ctx, id)
	if err == nil && s.Guild != r.GuildID {
		err = schedule.ErrNotFound
	}
	return s, noSub(id, err)
}
