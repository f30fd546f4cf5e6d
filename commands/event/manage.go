package event

import (
	"cmp"
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// hint returns the first hint to people who see /event, and the other one to members.
func hint(r *chat.Request, forManagers, forMembers voice.Sentence) voice.Sentence {
	if r.May(discordgo.PermissionManageEvents) {
		return forManagers
	}
	return forMembers
}

// mayManage returns nil if the asker may draw, void and close, and otherwise the
// refusal. openedBy is the person who opened the event; "" for a new one, and for somebody
// who was forgotten.
func mayManage(r *chat.Request, openedBy string) error {
	if r.May(discordgo.PermissionManageEvents) || r.Asker == openedBy {
		return nil
	}
	if openedBy == "" {
		return chat.Refuse(voice.Phrase("event.onlyManagers"), voice.Phrase("event.askManager"))
	}
	return chat.Refuse(voice.Say("event.onlyOpener", voice.F{
		"Person": voice.Raw(chat.Mention(openedBy)),
	}), voice.Phrase("event.seeRounds"))
}

// mayManageHere is mayManage for a request about an event, which must come from its thread if it
// has one.
func mayManageHere(r *chat.Request, e *events.Event) error {
	return cmp.Or(mayManage(r, e.OpenedBy), stayInThread(r, e))
}

// update changes the channel's event, without its results, for somebody who may draw, void and close.
func (t Tools) update(ctx context.Context, r *chat.Request, update func(*events.Event) error) (*events.Event, error) {
	return t.updateRef(ctx, r, events.Ref{Channel: r.ChannelID, WithoutResults: true}, update)
}

// An updater is update or updateResults.
type updater func(ctx context.Context, r *chat.Request, update func(*events.Event) error) (*events.Event, error)

// updateResults is update for what is about results.
func (t Tools) updateResults(ctx context.Context, r *chat.Request, update func(*events.Event) error) (*events.Event, error) {
	return t.updateRef(ctx, r, events.Ref{Channel: r.ChannelID}, update)
}

func (t Tools) updateRef(ctx context.Context, r *chat.Request, ref events.Ref, update func(*events.Event) error) (*events.Event, error) {
	e, err := t.Store.UpdateEvent(ctx, ref, func(e *events.Event) error {
		if err := mayManageHere(r, e); err != nil {
			return err
		}
		return update(e)
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	return e, nil
}

// inTurn answers a question about results: as heavy work if the channel has an event with many.
func (t Tools) inTurn(ctx context.Context, r *chat.Request, answer func() (*chat.Reply, error)) (reply *chat.Reply, err error) {
	many, err := t.Store.ManyResults(ctx, r.ChannelID)
	switch {
	case err != nil:
		return nil, err
	case !many:
		return answer()
	}
	err = t.Heavy.DoLarge(ctx, r.Asker, func() (err error) {
		reply, err = answer()
		return err
	})
	return reply, err
}

// note stores what became of an answer in its event. An event that was deleted meanwhile
// needs no note.
func (t Tools) note(ctx context.Context, ref events.Ref, update func(*events.Event)) error {
	ref.WithoutResults = true
	_, err := t.Store.UpdateEvent(ctx, ref, func(e *events.Event) error {
		update(e)
		return nil
	})
	if errors.Is(err, events.ErrNone) {
		return nil
	}
	return err
}
