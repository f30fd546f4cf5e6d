package event

import (
	"context"
	"errors"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// announce adds to the answer that shows a draw for the first time what people outside the
// channel hear of it: a ping of the role, and the thread if the event has none yet. An
// opened seal pings nobody again.
func (t Tools) announce(reply *chat.Reply, e *evening.Event) {
	var lines voice.Lines
	if e.Last().Seal == nil || e.Last().Sealed() {
		lines = pingRole(reply, e)
	}
	if e.Rules.Thread && e.Thread == "" {
		lines = append(lines, voice.Phrase("event.noThreadYet"))
		t.beginThread(reply, e)
	}
	if lines != nil {
		reply.Components = append(reply.Components, chat.Text(lines))
	}
}

// pingRole lets a reply ping the role of an event, and returns the line for that; nil without a role.
func pingRole(reply *chat.Reply, e *evening.Event) voice.Lines {
	if e.Rules.Role == "" {
		return nil
	}
	reply.Roles = []string{e.Rules.Role}
	return voice.Lines{voice.Raw("<@&" + e.Rules.Role + ">")}
}

// beginThread lets the answer with the rules or with a draw begin the thread of an event
// that wants one. The thread begins from the message with the rules, so that
// the next draw can try again and begins no second one.
func (t Tools) beginThread(reply *chat.Reply, e *evening.Event) {
	reply.Thread = &chat.Thread{
		Name: voice.Raw(e.Rules.Name), Message: e.Message,
		Begun: func(ctx context.Context, id string) error { // if this fails, the next draw tries again
			return t.note(ctx, e.Ref(), func(e *evening.Event) { e.Thread = id })
		},
	}
	if len(e.Draws) == 0 {
		reply.Sent = append(reply.Sent, func(ctx context.Context, message string, failed error) error {
			return t.note(ctx, e.Ref(), func(e *evening.Event) { e.Message = message })
		})
	}
}

// An elsewhereError says that an event goes on in its thread.
type elsewhereError struct{ event *evening.Event }

// Error names the thread.
func (e *elsewhereError) Error() string { return "thread " + e.event.Thread }

// stayInThread returns an *elsewhereError if a request comes from the channel of an open event that
// has a thread.
func stayInThread(r *chat.Request, e *evening.Event) error {
	if e.Thread != "" && r.ChannelID != e.Thread && e.ClosedAt.IsZero() {
		return &elsewhereError{e}
	}
	return nil
}

// orElsewhere turns the error of stayInThread into an answer, which tells the asker where the
// event goes on. The thread may have been deleted: a button moves the event to the channel.
func orElsewhere(reply *chat.Reply, err error) (*chat.Reply, error) {
	moved, ok := errors.AsType[*elsewhereError](err)
	if !ok {
		return reply, err
	}
	e := moved.event
	reply = chat.Say(voice.Say("event.elsewhere", voice.F{
		"Event": voice.Typed(e.Rules.Name), "Thread": channelOf(e),
	}))
	reply.Components = append(reply.Components, chat.Row(
		chat.Secondary(voice.Phrase("event.goOnHere"), moveHere.ID(roundButton{e.ID, 0})),
	))
	return reply, nil
}

// pressMove answers the button that moves an event from its thread to the channel.
func (t Tools) pressMove(ctx context.Context, r *chat.Request, b roundButton) (*chat.Reply, error) {
	ref := b.ref(r)
	e, err := t.Store.UpdateEvent(ctx, ref, func(e *evening.Event) error {
		if err := mayManage(r, e.OpenedBy); err != nil {
			return err
		}
		e.Thread, e.Rules.Thread = "", false
		return nil
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	return t.done(aboutEvent("here", e), nextDraw(e)...)
}
