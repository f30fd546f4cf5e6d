package event

import (
	"context"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// A lateButton is the custom id of the button under a message about a round that has not come. The
// number of the round's post tells the message from all others.
type lateButton struct {
	channel, event string
	round, number  int
}

func (b *lateButton) fields(f *chat.Fields) {
	f.Word(&b.channel)
	f.Word(&b.event)
	f.Number(&b.round, 0, events.MostRounds)
	f.Number(&b.number, 0, 1<<52)
}

var lateRoundButton = chat.NewControl("event-late", (*lateButton).fields)

// LateID returns the custom id of the button under a message that a round on time has not come.
func LateID(t events.RoundTrouble) string {
	b := lateButton{channel: t.Event.Channel, event: t.Event.ID, number: t.Post.Number}
	switch {
	case t.Draw != nil:
		b.round = t.Draw.Round
	case t.Event.Plan != nil:
		b.round = t.Event.Plan.Round
	}
	return lateRoundButton.ID(b)
}

// RoundTrouble returns the message that a round on time has not come: to the person who planned
// the round, or to the channel if the bot was away.
func RoundTrouble(t events.RoundTrouble) (*chat.Reply, error) {
	var reply *chat.Reply
	var label voice.Sentence = voice.Phrase("dailies.checkAgain")
	if t.Draw != nil {
		reply = chat.Failed(refusedRound(t.Event, t.Draw, t.Post))
	} else {
		reply, label = chat.Failed(awayAt(t.Event.Plan)), voice.Say("event.drawLabel", voice.F{
			"Round": t.Event.Plan.Round,
		})
	}
	reply.Components = append(reply.Components, chat.Row(secondary(label, LateID(t))))
	return reply, nil
}

// pressLate answers the button: in the channel it draws the round, and elsewhere it tells the
// person who planned the round how things are.
func (t Tools) pressLate(ctx context.Context, r *chat.Request, b lateButton) (*chat.Reply, error) {
	ref := events.Ref{Channel: b.channel, ID: b.event}
	if r.GuildID != "" {
		return t.draw(ctx, r, roundButton{b.event, b.round}.ref(r), b.round)
	}
	e, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	d := e.Round(b.round)
	if d == nil || d.By != r.Asker {
		return nil, chat.Foreign()
	}
	if d.Shown {
		return chat.Done(lateRound{Kind: roundPosted, Round: d.Round, Channel: channelOf(e)}), nil
	}
	post, err := t.Store.RoundPost(ctx, e.ID, b.number)
	if err != nil {
		return nil, err
	}
	return nil, chat.Refuse(refusedRound(e, d, post), nil)
}

// awayAt says that the bot was away when a round was to be drawn.
func awayAt(p *events.Plan) lateRound {
	return lateRound{Kind: wasAway, Round: p.Round, At: voice.Moment{Time: p.At, Style: voice.ShortTime}, Draw: voice.Raw(chat.Slash("event draw"))}
}

// refusedRound says that Discord refuses the post of a round, and what to do.
func refusedRound(e *events.Event, d *events.Draw, post outbox.Post) lateRound {
	said := lateRound{
		Kind: isRefused, Round: d.Round, Channel: channelOf(e), Until: voice.Moment{Time: post.ExpiresAt, Style: voice.ShortTime},
		Draw: voice.Raw(chat.Slash("event draw")),
	}
	switch {
	case post.State != outbox.Open:
		said.Kind = givenUp
	case post.Trouble == outbox.Forbidden:
		said.Kind = isForbidden
	case post.Trouble == outbox.Gone:
		said.Kind = isGone
	}
	return said
}

func channelOf(e *events.Event) voice.Raw { return voice.Raw("<#" + e.PostChannel() + ">") }

// A lateRound says why a round on time has not come.
type lateRound struct {
	Kind      lateKind
	Round     int
	Channel   voice.Raw // a mention
	At, Until voice.Moment
	Draw      voice.Raw // the command
}

// Sentence implements [voice.Sentence].
func (l lateRound) Sentence() string { return string(l.Kind) }

type lateKind string

const (
	isForbidden lateKind = "forbidden"
	isGone      lateKind = "gone"
	isRefused   lateKind = "refused"
	givenUp     lateKind = "givenUp"
	wasAway     lateKind = "away"
	roundPosted lateKind = "posted"
)
