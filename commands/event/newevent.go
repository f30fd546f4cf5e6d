package event

import (
	"context"
	"errors"

	"chess960bot/chat"
	"chess960bot/internal/club/events"
	"chess960bot/voice"
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
	e := &events.Event{
		ID: r.ID, Channel: r.ChannelID, Guild: r.GuildID, Invited: !r.Uninvited,
		Rules: rules, OpenedBy: r.Asker, OpenedByName: r.AskerName, OpenedAt: t.Now().UTC(),
	}
	err = t.Store.NewEvent(ctx, e)
	if errors.Is(err, events.ErrExists) {
		// Discord delivers an interaction again whose answer was lost with a process.
		if e, err = t.Store.Event(ctx, events.Ref{Channel: r.ChannelID}); err == nil && e.ID != r.ID {
			err = events.ErrExists
		}
	}
	switch {
	case errors.Is(err, events.ErrExists):
		return nil, chat.Refuse(voice.Phrase("event.hasEvent"), voice.Phrase("event.drawOrClose"))
	case errors.Is(err, events.ErrManyOpen):
		return nil, manyOpen()
	case err != nil:
		return nil, err
	}
	l := t.layout()
	l.Text(openedText(e))
	if !e.Rules.Thread {
		l.Buttons([]chat.Component{drawButton(e)})
	}
	reply, err := l.Reply()
	if err == nil && e.Rules.Thread {
		t.beginThread(reply, e)
	}
	return reply, err
}

// manyOpen refuses to open an event.
func manyOpen() error {
	return chat.Refuse(limit{openEvents, events.MostOpen}, voice.Phrase("event.closeOne"))
}
