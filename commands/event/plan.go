package event

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
)

// plan answers /event draw at: it sets the time of the next draw and its study time, or cancels the
// draw.
func (t Tools) plan(ctx context.Context, r *chat.Request, at, zone string, study *int) (*chat.Reply, error) {
	var due time.Time
	var listed *evening.ServerEvent
	e, err := t.update(ctx, r, rulesHere(r), func(e *evening.Event) (err error) {
		switch {
		case zone != "":
			e.Rules.Zone, err = readZone(zone)
		case e.Rules.Zone == "" && t.Zone != nil:
			e.Rules.Zone, err = t.Zone(ctx, r.ChannelID) // of the daily post
		}
		if err == nil {
			due, err = dueAt(at, e.Rules.Zone, t.Now(), r.Languages()...)
		}
		if err != nil {
			return err
		}
		if due.IsZero() && e.Plan == nil {
			return chat.Refuse(voice.Phrase("event.noPlan"), voice.Phrase("event.seeRounds"))
		}
		by := t.asker(r)
		by.Study, listed = study, e.Server
		return e.PlanDraw(by, due)
	})
	if err != nil {
		return nil, err
	}
	if due.IsZero() {
		return t.done(voice.Phrase("event.planCancelled"), nextDraw(e)...)
	}
	return t.done(voice.Lines{plannedOf(e.Plan), movedText(listed, e)})
}

// plannedOf says when a round is drawn.
func plannedOf(p *evening.Plan) voice.Sentence {
	at := voice.Moment{Time: p.At, Style: voice.LongDateTime}
	return voice.Say("event.planned", voice.F{"Round": p.Round, "At": at})
}

// toCome says which round is drawn without a press, and in which language, unless that is the
// language of this answer.
func (t Tools) toCome(ctx context.Context, r *chat.Request, e *evening.Event) (notes voice.Lines) {
	if e.Plan == nil || !e.ClosedAt.IsZero() {
		return nil
	}
	if e.Plan.Over(t.Now()) {
		return voice.Lines{lateRound("notDrawn", e.Plan.Round, "", e.Plan.At)}
	}
	notes = voice.Lines{plannedOf(e.Plan)}
	if posts := t.Languages.Of(ctx, r.GuildID).OfPosts(); posts != cmp.Or(r.AnswerLanguage(false), "en") {
		notes = append(notes, card.PostsIn(posts))
	}
	return notes
}

// readZone reads the time zone of an event.
func readZone(typed string) (string, error) {
	zone, err := when.ParseZone(typed)
	if several, ok := errors.AsType[*when.AmbiguousError](err); ok {
		return "", chat.Refuse(several.Words(), voice.Phrase("event.writeZone"))
	}
	if err != nil {
		return "", chat.Refuse(voice.Say("event.unknownZone", voice.F{
			"Typed": voice.Quoted(typed),
		}), voice.Phrase("event.writeZone"))
	}
	return zone, nil
}

// dueAt reads when a round is to be drawn: a moment, or “none” for the zero time.
func dueAt(typed, zone string, now time.Time, languages ...string) (time.Time, error) {
	if when.IsNone(typed) {
		return time.Time{}, nil
	}
	location, err := when.LoadZone(cmp.Or(zone, "UTC"))
	if err != nil {
		return time.Time{}, err
	}
	now = now.In(location)
	moment, err := when.ParseMoment(typed, when.DateOf(now), languages...)
	several, isAmbiguous := errors.AsType[*when.AmbiguousError](err)
	switch {
	case isAmbiguous:
		return time.Time{}, chat.Refuse(several.Words(), voice.Phrase("event.writeTime"))
	case err != nil:
		return time.Time{}, chat.Refuse(voice.Say("event.unknownTime", voice.F{
			"Typed": voice.Quoted(typed),
		}), voice.Phrase("event.writeTime"))
	case zone == "" && moment.Later == 0:
		return time.Time{}, chat.Refuse(voice.Phrase("event.whichZone"), voice.Phrase("event.addZone"))
	}
	return moment.After(now).UTC(), nil
}

// A lateButton is the custom id of the button under a message about a round that has not come. The
// number of the round's post tells the message from all others.
type lateButton struct {
	channel, event string
	round, number  int
}

func (b *lateButton) fields(f *chat.Fields) {
	f.Word(&b.channel)
	f.Word(&b.event)
	f.Number(&b.round, 0, evening.MostRounds)
	f.Number(&b.number, 0, 1<<52)
}

var lateRoundButton = chat.NewControl("event-late", (*lateButton).fields)

// lateID returns the custom id of the button under a message that a round on time has not come.
func lateID(t evening.RoundTrouble) string {
	b := lateButton{channel: t.Event.Channel, event: t.Event.ID, number: t.Post.Number}
	switch {
	case t.Draw != nil:
		b.round = t.Draw.Round
	case t.Event.Plan != nil:
		b.round = t.Event.Plan.Round
	}
	return lateRoundButton.ID(b)
}

// roundTroublePost returns the message that a round on time has not come, or that nobody was told that its
// games begin: to the person who planned or drew the round, or to the channel if the bot was away.
func roundTroublePost(t evening.RoundTrouble) (outbox.Message, error) {
	var reply *chat.Reply
	var label voice.Sentence = voice.Phrase("chat.checkAgain")
	switch {
	case t.Away() && t.Begins:
		reply, label = chat.Failed(lateRound("beginAway", t.Draw.Round, "", t.Draw.BeginsAt)), voice.Phrase("event.showRound")
	case t.Draw != nil:
		reply = chat.Failed(refusedRound(t.Event, t.Draw, t.Post))
	default:
		kind := "notDrawn"
		if t.Away() {
			kind = "away"
		}
		reply = chat.Failed(lateRound(kind, t.Event.Plan.Round, "", t.Event.Plan.At))
		label = voice.Say("event.drawLabel", voice.F{"Round": t.Event.Plan.Round})
	}
	reply.Components = append(reply.Components, chat.Row(chat.Secondary(label, lateID(t))))
	return reply, nil
}

// pressLate answers the button: in the channel it draws the round, or shows the round whose games were
// to begin. Elsewhere it tells the person who planned the round how things are.
func (t Tools) pressLate(ctx context.Context, r *chat.Request, b lateButton) (*chat.Reply, error) {
	ref := evening.Ref{Channel: b.channel, ID: b.event}
	draw := func() (*chat.Reply, error) {
		return orElsewhere(t.draw(ctx, r, roundButton{b.event, b.round}.ref(r), b.round, nil))
	}
	begins := b.number < mostDraws // the index of a draw whose games begin, not the instant of a round on time
	here := r.GuildID != "" || r.ChannelID == b.channel
	switch {
	case here && begins:
		return t.showBegun(ctx, r, boardRef{b.event, b.number, 0})
	case r.GuildID != "":
		return draw()
	}
	e, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	drawnOnTime := func(d evening.Draw) bool {
		number, ok := d.OnTime()
		return ok && number == b.number
	}
	if here && !slices.ContainsFunc(e.Draws, drawnOnTime) { // the bot was away
		return draw()
	}
	d := e.Round(b.round)
	if d == nil || d.By != r.Asker {
		return nil, chat.Foreign()
	}
	kind := evening.RoundKind
	if b.number == d.Index {
		kind = evening.BeginKind
	}
	post, err := t.Store.PostOf(ctx, kind, e.ID, b.number)
	if err != nil {
		return nil, err
	}
	if kind == evening.RoundKind && d.Shown || post.State == outbox.Posted {
		return chat.Done(lateRound("posted", d.Round, channelOf(e), time.Time{})), nil
	}
	return nil, chat.Refuse(refusedRound(e, d, post), nil)
}

// refusedRound says that Discord refuses or limits the post of a round, or of the begin of its games, and what
// to do.
func refusedRound(e *evening.Event, d *evening.Draw, post outbox.Post) voice.Sentence {
	kind, at := "refused", post.ExpiresAt
	limited := post.State == outbox.Open && post.Trouble == outbox.Limited
	tooLate := !post.NotBefore.Before(post.ExpiresAt) // for the next try
	switch begins := post.Kind == evening.BeginKind; {
	case limited && begins && tooLate:
		kind = "beginLimitedLong"
	case limited && begins:
		kind, at = "beginLimited", post.NotBefore
	case limited && tooLate:
		kind = "limitedLong"
	case limited:
		kind, at = "limited", post.NotBefore
	case begins && post.State != outbox.Open:
		kind = "beginGivenUp"
	case begins:
		kind = "beginRefused"
	case post.State != outbox.Open:
		kind = "givenUp"
	case post.Trouble == outbox.Forbidden:
		kind = "forbidden"
	case post.Trouble == outbox.Gone:
		kind = "gone"
	}
	return lateRound(kind, d.Round, channelOf(e), at)
}

func channelOf(e *evening.Event) voice.Raw { return voice.Raw("<#" + e.PostChannel() + ">") }

// lateRound says why a round on time has not come. channel is a mention; at is when the round was to
// come, until when the bot tries, or when it tries again.
func lateRound(kind string, round int, channel voice.Raw, at time.Time) voice.Sentence {
	return voice.Say("event.lateRound."+kind, voice.F{
		"Round": round, "Channel": channel, "At": clock(at), "Until": clock(at), "Draw": voice.Raw(chat.Slash("event draw")),
	})
}
