package daily

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// Posts answers /daily-posts, with which people who manage a server set up the
// daily posts of its channels.
func Posts(tools Tools) chat.Command {
	o := newOptions()
	p := posts{tools, o}
	zone := o.zone.CompletedBy(p.completeZone)
	return chat.Command{
		Name:       "daily-posts",
		Permission: discordgo.PermissionManageGuild, ServerOnly: true, Database: true,
		Example: "/daily-posts show",
		Subcommands: []chat.Subcommand{
			chat.NewPostingSubcommand("set", forManagers(p.set),
				o.channel, o.time, zone, o.weekdays, o.board, o.role, o.view, o.theme, o.thread, o.clear),
			chat.NewSubcommand("show", forManagers(p.show)),
			chat.NewSubcommand("pause", forManagers(p.existingSub(p.pause)), o.existing),
			chat.NewSubcommand("resume", forManagers(p.existingSub(p.resume)), o.existing),
			chat.NewSubcommand("remove", forManagers(p.existingSub(p.remove)), o.existing),
			chat.NewSubcommand("test", forManagers(p.test), o.tested, o.board, o.view, o.theme),
		},
		Presses: []chat.Press{checkAgain.On(p.check)},
	}
}

// posts answers /daily-posts.
type posts struct {
	Tools
	options
}

// options are the options of /daily-posts.
type options struct {
	channel              chat.OptionOf[chat.Channel] // of set
	existing             chat.OptionOf[chat.Channel] // of pause, resume and remove; the channel may be deleted
	tested               chat.OptionOf[chat.Channel] // of test; without it the channel of the request
	time, zone, weekdays chat.OptionOf[string]
	board                chat.OptionOf[schedule.BoardForm]
	role                 chat.OptionOf[chat.Role]
	view                 chat.OptionOf[bool]
	theme                chat.OptionOf[*render.Theme]
	thread               chat.OptionOf[bool]
	clear                chat.OptionOf[setting]
}

func newOptions() options {
	types := []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews,
		discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread}
	channel := chat.ChannelOption("channel", types...)
	o := options{
		channel:  channel.Mandatory(),
		existing: chat.KnownChannelOption("channel", types...).Mandatory(),
		tested:   channel,
		time:     chat.TextOption("time").UpTo(longestTime),
		zone:     chat.TextOption("timezone").UpTo(longestTime),
		weekdays: chat.TextOption("weekdays").UpTo(longestTime),
		board: chat.List[schedule.BoardForm]{
			All: []schedule.BoardForm{schedule.FullBoard, schedule.CompactBoard}, ID: schedule.BoardForm.String,
		}.Option("board"),
		role:   chat.RoleOption("role"),
		view:   card.ViewOption(),
		theme:  card.ThemeOption(),
		thread: chat.BoolOption("thread"),
	}
	clearable := chat.List[setting]{ID: func(s setting) string { return s.option.Name() }, Code: true}
	for _, s := range o.settings() {
		if s.clear != nil {
			clearable.All = append(clearable.All, s)
		}
	}
	o.clear = clearable.Option("clear")
	return o
}

// forManagers returns a handler that refuses people who may not change a server's daily
// posts.
func forManagers(run chat.Handler) chat.Handler {
	return func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
		switch {
		case r.GuildID == "":
			return nil, chat.Refuse(voice.Phrase("daily.serverOnly"), voice.Phrase("daily.try.see"))
		case !r.May(discordgo.PermissionManageGuild):
			return nil, chat.Refuse(voice.Phrase("daily.managersOnly"), voice.Phrase("daily.try.seeAll"))
		}
		return run(ctx, r)
	}
}

// noSub returns the refusal for a channel without a daily post if err says so, and
// otherwise err.
func noSub(channel string, err error) error {
	if errors.Is(err, schedule.ErrNotFound) {
		return chat.Refuse(of(channel, "none"), voice.Phrase("daily.try.show"))
	}
	return err
}

// of says something about the daily post of a channel.
func of(channel, what string) voice.Sentence {
	return voice.Say("daily.about."+what, voice.F{"Channel": channelName(channel)})
}

// channelName returns the mention of a channel.
func channelName(id string) voice.Raw { return voice.Raw("<#" + id + ">") }

// test answers /daily-posts test: it shows only the asker what today's post of a channel
// is like, and which permissions posts lack. The options change the test alone.
func (p posts) test(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	var s schedule.Sub
	var err error
	if p.tested.Given(r) {
		s, err = p.subHere(ctx, r, p.tested)
	} else if s, err = p.Store.Sub(ctx, r.ChannelID); errors.Is(err, schedule.ErrNotFound) {
		s, err = schedule.Sub{Channel: r.ChannelID}, nil // the defaults
	}
	if err != nil {
		return nil, err
	}
	p.setStyle(&s, r)
	date := p.dateIn(s.Channel, p.subsHere(ctx, r))
	a := answerOf(schedule.Delivery{Sub: s, Post: schedule.Post{Date: date}},
		voice.Say("daily.test", voice.F{"Date": date.ShortWords()}), p.Play)
	a.FileName = "test-" + a.FileName // the outbox recognises a post by its file
	reply, err := a.Reply(p.Boards)
	if err != nil {
		return nil, err
	}
	reply.Audience = chat.OnlyAsker
	if missing := lacking(r, s); missing != nil {
		reply.Components = append(reply.Components, chat.Text(missing))
	}
	return reply, nil
}

// postMessage returns the message of a daily post. With play it offers a game on lichess.
func postMessage(boards *render.Renderer, play bool, d schedule.Delivery) (*chat.Reply, error) {
	reply, err := answerOf(d, voice.Say("daily.occasion", voice.F{"Date": d.Post.Date.ShortWords()}), play).Reply(boards)
	if err == nil && d.Sub.Role != "" {
		reply.Roles = []string{d.Sub.Role}
	}
	return reply, err
}

// answerOf returns the answer that a daily post shows, with what it is for. It names the role
// but pings nobody.
func answerOf(d schedule.Delivery, what voice.Sentence, play bool) card.Answer {
	if d.Sub.Role != "" {
		what = voice.Run{roleName(d.Sub.Role), what}
	}
	notes := []voice.Sentence{voice.Small(what)}
	if d.Missed > 0 {
		notes = append(notes, voice.Say("daily.missing", voice.F{"Posts": voice.Count(d.Missed)}))
	}
	return card.Answer{
		Card:     card.Card{Position: schedule.PositionOf(d.Post.Date), Style: styleOf(d.Sub), Method: explain.Direct},
		Notes:    notes,
		FileName: d.FileName(),
		Compact:  d.Sub.Board == schedule.CompactBoard || d.Missed > 0, // the notes need the room
		Play:     play,
	}
}

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
