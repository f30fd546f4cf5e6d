package event

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/events"
)

// threadOption reads whether a new event gets a thread, and refuses where the bot cannot
// begin one.
func threadOption(r *chat.Request) (bool, error) {
	const needed = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	without := "Leave `thread` out: the event is then in this channel."
	switch {
	case !r.Options.Bool("thread"):
		return false, nil
	case r.GuildID == "":
		return false, chat.Refuse("Direct messages have no threads.", without)
	case r.Uninvited:
		return false, chat.Refuse("I can only begin threads in servers that I have been invited to, and this server is not one of them.", without)
	case r.Thread:
		return false, chat.Refuse("A thread cannot have threads of its own.", "Leave `thread` out: the event is then in this thread.")
	case r.AppPermissions&discordgo.PermissionAdministrator == 0 && r.AppPermissions&needed != needed:
		return false, chat.Refuse("I am not allowed to begin a thread here.", "Please grant me **Create Public Threads** and **Send Messages in Threads** in this channel, or leave `thread` out.")
	}
	return true, nil
}

// roleOption reads the role that each draw pings, and refuses one that the bot cannot ping.
func roleOption(r *chat.Request) (string, error) {
	const mayPing = discordgo.PermissionMentionEveryone | discordgo.PermissionAdministrator
	id := r.Options.Text("role")
	role, known := r.Roles[id]
	switch {
	case id == "":
		return "", nil
	case !chat.IsSnowflake(id) || !known:
		return "", chat.Refuse(chat.QuoteFirst(id)+" is not a role of this server.", "Choose one in the option `role`, or leave `role` out.")
	case id == r.GuildID:
		return "", chat.Refuse("I do not ping everyone.", "Choose a role of those who want to hear of each round, or leave `role` out.")
	case !role.Mentionable && r.AppPermissions&mayPing == 0:
		return "", chat.Refuse(fmt.Sprintf("I am not allowed to ping <@&%s>.", id),
			"Let anyone mention that role (Server Settings, Roles), or grant me **Mention @everyone, @here, and All Roles** in this channel.")
	}
	return id, nil
}

// announce adds to the answer that shows a draw for the first time what people outside the
// channel hear of it: a ping of the role, and the thread if the event has none yet. An
// opened seal pings nobody again.
func (t Tools) announce(reply *chat.Reply, e *events.Event) {
	var lines []string
	if e.Rules.Role != "" && (e.Last().Seal == nil || e.Last().Sealed()) {
		reply.Roles = []string{e.Rules.Role}
		lines = append(lines, fmt.Sprintf("<@&%s>", e.Rules.Role))
	}
	if e.Rules.Thread && e.Thread == "" {
		lines = append(lines, "This event has no thread yet, so the round is here. I am trying to begin the thread again.")
		t.beginThread(reply, e)
	}
	if lines != nil {
		reply.Components = append(reply.Components, chat.Text(strings.Join(lines, "\n")))
	}
}

// beginThread lets the answer with the rules or with a draw begin the thread of an event
// that wants one. The thread begins from the message with the rules, so that
// the next draw can try again and begins no second one.
func (t Tools) beginThread(reply *chat.Reply, e *events.Event) {
	note := func(ctx context.Context, change func(*events.Event)) {
		t.Store.ChangeEvent(ctx, e.Ref(), func(e *events.Event) error { // if this fails, the next draw tries again
			change(e)
			return nil
		})
	}
	reply.Thread = &chat.Thread{
		Name: e.Rules.Name, Message: e.Message,
		Begun: func(ctx context.Context, id string) { note(ctx, func(e *events.Event) { e.Thread = id }) },
	}
	if len(e.Draws) == 0 {
		reply.Sent = func(ctx context.Context, message string, failed error) {
			note(ctx, func(e *events.Event) { e.Message = message })
		}
	}
}

// An elsewhereError says that an event goes on in its thread.
type elsewhereError struct{ event *events.Event }

// Error names the thread.
func (e *elsewhereError) Error() string { return "the event goes on in the thread " + e.event.Thread }

// stayInThread returns an *elsewhereError if a request comes from the channel of an event that
// has a thread.
func stayInThread(r *chat.Request, e *events.Event) error {
	if e.Thread != "" && r.ChannelID != e.Thread {
		return &elsewhereError{e}
	}
	return nil
}

// inThread returns a handler that turns the error of stayInThread into an answer.
func (t Tools) inThread(run chat.Handler) chat.Handler {
	return func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
		reply, err := run(ctx, r)
		if elsewhere, ok := errors.AsType[*elsewhereError](err); ok {
			return elsewhereReply(elsewhere.event), nil
		}
		return reply, err
	}
}

// elsewhereReply tells the asker where the event goes on. The thread may have been deleted:
// a button moves the event to the channel.
func elsewhereReply(e *events.Event) *chat.Reply {
	reply := chat.Say(fmt.Sprintf("%s goes on in its thread, <#%s>: use the command there.\nIf the thread is gone or locked, move the event to this channel.", chat.AsTyped(e.Rules.Name), e.Thread))
	reply.Components = append(reply.Components, chat.Row(
		chat.Button(discordgo.SecondaryButton, "Go on in this channel", roundID("event-move", e, 0)),
	))
	return reply
}

// pressMove answers the button that moves an event from its thread to the channel.
func (t Tools) pressMove(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	ref, _, err := readRound(r)
	if err != nil {
		return nil, err
	}
	e, err := t.Store.ChangeEvent(ctx, ref, func(e *events.Event) error {
		if err := mayChange(r, e.OpenedBy); err != nil {
			return err
		}
		e.Thread, e.Rules.Thread = "", false
		return nil
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	l := t.layout()
	l.Text(fmt.Sprintf("%s goes on in this channel.", chat.AsTyped(e.Rules.Name)))
	if e.NextRound() != 0 && e.ClosedAt.IsZero() {
		l.Buttons([]chat.Component{drawButton(e)})
	}
	return l.Reply()
}
