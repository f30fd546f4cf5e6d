package event

import (
	"cmp"
	"context"
	"errors"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// open answers /event new.
func (t Tools) open(ctx context.Context, r *chat.Request, o ruleOptions) (*chat.Reply, error) {
	if err := mayManage(r, ""); err != nil {
		return nil, err
	}
	rules, err := t.rules(ctx, r, o)
	if err != nil {
		return nil, err
	}
	return t.openBy(ctx, r, rules)
}

// again answers /event again: it opens an event by the rules of the last one. Positions that
// were drawn since are left out too, if the last event left out those of earlier ones.
func (t Tools) again(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	if err := mayManage(r, ""); err != nil {
		return nil, err
	}
	ref := events.Ref{Channel: r.ChannelID, WithoutResults: true}
	last, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil, refusalOf(r, ref, last, err)
	}
	rules := last.Rules
	if asked := cmp.Or(rules.NotAgain, rules.Evenings); asked > 0 { // an older release kept only how many there were
		if rules.Past, rules.Evenings, err = t.Store.Drawn(ctx, r.ChannelID, asked); err != nil {
			return nil, err
		}
	}
	if err := enoughFor(rules); err != nil {
		return nil, err
	}
	return t.openBy(ctx, r, rules)
}

// openBy opens an event by its rules.
func (t Tools) openBy(ctx context.Context, r *chat.Request, rules events.Rules) (*chat.Reply, error) {
	e := &events.Event{
		ID: r.ID, Channel: r.ChannelID, Guild: r.GuildID, Invited: !r.Uninvited,
		Rules: rules, OpenedBy: r.Asker, OpenedByName: r.AskerName, OpenedAt: t.Now().UTC(),
	}
	err := t.Store.NewEvent(ctx, e)
	if errors.Is(err, events.ErrExists) {
		// Discord delivers an interaction again whose answer was lost with a process.
		if e, err = t.Store.Event(ctx, events.Ref{Channel: r.ChannelID, WithoutResults: true}); err == nil && e.ID != r.ID {
			err = events.ErrExists
		}
	}
	switch {
	case errors.Is(err, events.ErrExists):
		return nil, chat.Refuse(voice.Phrase("event.hasEvent"), voice.Phrase("event.drawOrClose"))
	case errors.Is(err, events.ErrManyOpen):
		return nil, refusalOf(r, e.Ref(), e, err)
	case err != nil:
		return nil, err
	}
	l := t.layout(chat.AsAsked)
	l.Text(openedText(e))
	if !r.MayPost() {
		var missing voice.Sentence
		if !r.Uninvited { // nobody can grant anything to a bot that is not in the server
			missing = chat.PermissionNames(chat.MissingToPost(r.AppPermissions, r.Thread))
		}
		l.Text(voice.Small(voice.Say("event.mayNotPost", voice.F{"Missing": missing})))
	}
	if !e.Rules.Thread {
		l.Buttons([]chat.Component{drawButton(e)})
	}
	reply, err := l.Reply()
	if err == nil && e.Rules.Thread {
		t.beginThread(reply, e)
	}
	return reply, err
}
