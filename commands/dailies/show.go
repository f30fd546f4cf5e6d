package dailies

import (
	"context"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/outbox"
	"chess960bot/voice"
)

// show answers /daily-posts show: the server's daily posts and their last outcomes.
func (p posts) show(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	subs, err := p.Store.Subs(ctx, r.GuildID)
	if err != nil {
		return nil, err
	}
	if len(subs) == 0 {
		return chat.Say(voice.Raw("This server has no daily posts yet. " + chat.Slash("daily-posts set") + " starts one.")), nil
	}
	lines := []string{"## Daily posts"}
	for _, s := range subs {
		last, err := p.Store.Posts(ctx, s.Channel, 1)
		if err != nil {
			return nil, err
		}
		lines = append(lines, describe(s, last))
	}
	return card.Page(chat.OnlyAsker, voice.Raw(strings.Join(lines, "\n"))), nil
}

// describe returns a paragraph about one daily post: all its settings, and the outcome of
// the last post.
func describe(s daily.Sub, last []daily.Post) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### <#%s>\n%s.", s.Channel, chat.Capitalise(timesOf(s)))
	switch s.Status {
	case daily.Active:
		fmt.Fprintf(&b, " Next: <t:%d:F>.", s.NextAt.Unix())
	case daily.Paused:
		b.WriteString(" " + pausedWords())
	case daily.Disabled:
		b.WriteString(" **Switched off** because it could not be posted; " + chat.Slash("daily-posts set") + " starts it again. It is removed when another channel needs its place.")
	}
	b.WriteString("\n" + detailsOf(s))
	for _, p := range last {
		fmt.Fprintf(&b, "\nLast: %s, %v, %s.", p.Date.Words(), chess960.Name(p.SP), outcomeOf(s, p))
	}
	if trouble := troubleOf(s); trouble != "" {
		b.WriteString("\n" + trouble)
	}
	return b.String()
}

func pausedWords() string {
	return "It is **paused**; " + chat.Slash("daily-posts resume") + " starts it again."
}

// outcomeOf returns a sentence about the outcome of a post.
func outcomeOf(s daily.Sub, p daily.Post) string {
	switch p.State {
	case outbox.Posted:
		if p.MessageID == "" {
			return "posted, and deleted since"
		}
		return fmt.Sprintf("[posted](https://discord.com/channels/%s/%s/%s)", s.Guild, p.Channel, p.MessageID)
	case outbox.Open:
		if p.Trouble != outbox.NoTrouble {
			return "not sent yet, and tried again until it is too late"
		}
		return "on its way"
	case outbox.Missed:
		return "missed: " + troubleWords(p.Trouble, p.Reason)
	case outbox.Failed:
		return "not sent: " + troubleWords(p.Trouble, p.Reason)
	}
	return "perhaps posted: " + troubleWords(p.Trouble, p.Reason)
}

// pause answers /daily-posts pause.
func (p posts) pause(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	s, err := p.subHere(ctx, r, p.kept)
	if err != nil {
		return nil, err
	}
	if err := p.Store.Update(ctx, s.Channel, func(s *daily.Sub) { s.Status = daily.Paused }); err != nil {
		return nil, noSub(s.Channel, err)
	}
	return chat.Say(voice.Raw("Paused: <#" + s.Channel + "> gets no daily post until " + chat.Slash("daily-posts resume") + ".")), nil
}

// resume answers /daily-posts resume: the next post is the first one from now on.
func (p posts) resume(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	s, err := p.subHere(ctx, r, p.kept)
	if err != nil {
		return nil, err
	}
	if s.Status == daily.Active {
		return chat.Say(voice.Raw(fmt.Sprintf("<#%s> is not paused. Its next daily post comes <t:%d:F>.", s.Channel, s.NextAt.Unix()))), nil
	}
	if _, err := daily.Schedule(ctx, p.Store, p.Now(), &s); err != nil {
		return nil, err
	}
	err = p.Store.Update(ctx, s.Channel, func(now *daily.Sub) {
		if now.Status != daily.Active { // an active one has been set again in the meantime
			now.NextDate, now.NextAt = s.NextDate, s.NextAt
			now.Resume()
		}
		s = *now
	})
	if err != nil {
		return nil, noSub(s.Channel, err)
	}
	return chat.Say(voice.Raw(fmt.Sprintf("Resumed: <#%s> gets its next daily post <t:%d:F>.", s.Channel, s.NextAt.Unix()))), nil
}

// remove answers /daily-posts remove.
func (p posts) remove(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	s, err := p.subHere(ctx, r, p.kept)
	if err != nil {
		return nil, err
	}
	if err := p.Store.Remove(ctx, s.Channel, p.Now()); err != nil {
		return nil, noSub(s.Channel, err)
	}
	return chat.Say(voice.Raw("Removed: <#" + s.Channel + "> will get no more daily posts.")), nil
}

// subHere returns the subscription of the channel in an option. The channel must belong to
// the asker's server.
func (p posts) subHere(ctx context.Context, r *chat.Request, channel chat.OptionOf[chat.Channel]) (daily.Sub, error) {
	id := channel.Read(r).ID
	s, err := p.Store.Sub(ctx, id)
	if err == nil && s.Guild != r.GuildID {
		err = daily.ErrNotFound
	}
	return s, noSub(id, err)
}
