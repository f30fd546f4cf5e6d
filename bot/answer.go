package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
)

// An arrival is an interaction and when it came: from then on its asker waits.
type arrival struct {
	*discordgo.Interaction
	at time.Time
}

// onInteraction runs in discordgo's read loop, so it must not block: it queues
// the interaction, or sheds it where the queue is full. Discord then tells the
// asker that the application did not respond.
func (b *Bot) onInteraction(_ *discordgo.Session, i *discordgo.InteractionCreate) {
	if i.Interaction == nil || i.ID == "" || i.Token == "" || i.Data == nil {
		b.log.Debug("dropped an interaction that could not be read")
		return
	}
	select {
	case b.queue <- arrival{i.Interaction, time.Now()}:
	default:
		b.log.Warn("overloaded: dropped an interaction", "interaction", i.ID)
	}
}

// work answers interactions until the bot stops and the queue is empty.
func (b *Bot) work() {
	for {
		select {
		case i := <-b.queue:
			b.answer(i)
		case <-b.stopping:
			select {
			case i := <-b.queue:
				b.answer(i)
			default:
				return
			}
		}
	}
}

// answer is the one wrapper around every handler: it bounds the time, catches
// panics, turns errors into answers and logs the outcome.
func (b *Bot) answer(i arrival) {
	ctx, cancel := context.WithDeadline(context.Background(), i.at.Add(discordgo.InteractionDeadline))
	defer cancel()
	log := b.log.With("interaction", i.ID, "asked", asked(i.Interaction))

	reply, err := b.handle(ctx, i.Interaction)
	outcome := "answered"
	if user, ok := errors.AsType[*commands.UserError](err); ok {
		reply, outcome = user.Reply(), "refused"
	} else if err != nil {
		reply, outcome = failure(log, err), "failed"
	}
	if reply == nil {
		return
	}
	if err := b.send(ctx, i.Interaction, reply); err != nil {
		logSendError(log, err)
		return
	}
	log.Debug(outcome, "took", time.Since(i.at))
}

// handle finds the handler of an interaction and runs it. A panic becomes an
// error that carries the stack.
func (b *Bot) handle(ctx context.Context, i *discordgo.Interaction) (reply *commands.Reply, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	r := request(i)
	if r.Asker == "" {
		return nil, errors.New("the interaction names nobody who asks")
	}
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		if i.Type != discordgo.InteractionApplicationCommand {
			return nil, nil // autocompletion: no command has any
		}
		if c, ok := b.commands[data.Name]; ok {
			return c.Run(ctx, r)
		}
		return nil, &commands.UserError{Msg: "This command is from another release of the bot, which no longer has it.", Hint: "Reload Discord to see the commands of today."}
	case discordgo.MessageComponentInteractionData:
		name, _, _ := strings.Cut(data.CustomID, ":")
		if c, ok := b.commands[name]; ok && c.Press != nil {
			return c.Press(ctx, r)
		}
		return nil, &commands.UserError{Msg: "This button or menu is from another release of the bot and means nothing to this one.", Hint: "Ask again with a slash command."}
	}
	return nil, nil
}

// request turns an interaction into what the commands know.
func request(i *discordgo.Interaction) *commands.Request {
	r := &commands.Request{GuildID: i.GuildID, ChannelID: i.ChannelID, Message: i.Message}
	switch { // a member in a server, a user elsewhere
	case i.Member != nil && i.Member.User != nil:
		r.Asker = i.Member.User.ID
	case i.User != nil:
		r.Asker = i.User.ID
	}
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		r.Options = commands.OptionsOf(data.Options)
	case discordgo.MessageComponentInteractionData:
		r.CustomID, r.Values = data.CustomID, data.Values
	}
	return r
}

// asked names what was asked for the log: "/sp", or "button sp:next".
func asked(i *discordgo.Interaction) string {
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		return "/" + data.Name
	case discordgo.MessageComponentInteractionData:
		command, rest, _ := strings.Cut(data.CustomID, ":")
		action, _, _ := strings.Cut(rest, ":")
		return "button " + command + ":" + action
	}
	return "nothing known"
}

// failure logs an error of ours and returns what the asker hears of it. The
// reference leads from one to the other.
func failure(log *slog.Logger, err error) *commands.Reply {
	reference := rand.Text()[:6]
	log.Error("failed", "reference", reference, "error", err)
	return commands.Say(fmt.Sprintf("Sorry, that failed through a fault of mine. Please try again; if it happens twice, tell whoever runs this bot the reference `%s`.", reference))
}

// logSendError logs why an answer did not arrive. That Discord no longer knows
// the interaction, or has its answer already, is nobody's fault.
func logSendError(log *slog.Logger, err error) {
	if rest, ok := errors.AsType[*discordgo.RESTError](err); ok && rest.Message != nil {
		switch rest.Message.Code {
		case discordgo.ErrCodeUnknownInteraction, discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged:
			log.Debug("came too late", "code", rest.Message.Code)
			return
		}
	}
	log.Error("could not send the answer", "error", err)
}
