package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/metrics"
	"chess960bot/internal/voice"
)

// The path of an interaction through the bot:
//
//	receive  reads it from the gateway (over HTTP: Answer)
//	admit    checks the limits and puts it into the queue, or drops it
//	Run      has the workers, which take it from the queue
//	process  sets the deadline, and claims the interaction if another process may answer it
//	compose  calls the command's handler and encodes its reply
//	deliver  sends the answer, outside of the worker, with sendCallback (over HTTP: Answer returns it)
//	finish   logs and counts

// read decodes an interaction. Its command may ask Discord for files and names.
func (b *Bot) read(raw []byte) (i *interaction, ok bool) {
	if i, ok = readInteraction(raw, b.api.File); ok && i.GuildID != "" && !i.Uninvited {
		i.NameOf = func(ctx context.Context, id string) string {
			var member struct {
				Nick string
				User person
			}
			if err := b.api.Get(ctx, discordgo.EndpointGuildMember(i.GuildID, id), &member); err != nil {
				return ""
			}
			return cmp.Or(voice.Name(member.Nick), member.User.name())
		}
		i.Interested = func(ctx context.Context, event string) (int, bool) { return b.interested(ctx, i.GuildID, event) }
	}
	return i, ok
}

// receive takes an interaction from the gateway. It must not block, because its
// caller reads the gateway.
func (b *Bot) receive(raw []byte) {
	i, ok := b.read(raw)
	if !ok {
		b.log.Debug("dropped an interaction that cannot be read")
		return
	}
	if b.seen.Add(i.ID) { // a resumed session may repeat events
		b.log.Debug("dropped a repeated interaction", "interaction", i.ID)
		return
	}
	i.deliver = b.sendCallback
	b.admit(i)
}

// Answer answers an interaction that Discord sent over HTTP at the time arrived. The
// status is 200 with an answer, 202 if the answer goes by a request of its own, 400 for an
// interaction that cannot be read, and 503 for one that was dropped or got no answer in time.
// The bot must be running.
func (b *Bot) Answer(ctx context.Context, raw []byte, arrived time.Time) (contentType string, body []byte, status int) {
	i, ok := b.read(raw)
	if !ok {
		b.log.Debug("refused an interaction that cannot be read")
		return "", nil, http.StatusBadRequest
	}
	i.arrived = arrived
	ctx, cancel := context.WithDeadline(ctx, b.deadline(i))
	defer cancel()
	answers := make(chan rest.Body)
	respond := func(answer rest.Body) error {
		select {
		case answers <- answer:
			return nil
		case <-ctx.Done(): // the deadline has passed, or Discord has closed the connection
			return context.DeadlineExceeded
		}
	}
	i.deliver = func(ctx context.Context, i *interaction, answer rest.Body) error {
		if i.reply.Sent == nil && i.reply.FollowUp == nil && i.reply.Later == nil {
			return respond(answer)
		}
		if err := respond(rest.Body{}); err != nil {
			return err
		}
		return b.sendCallback(ctx, i, answer)
	}
	if b.admit(i) {
		select {
		case answer := <-answers:
			if answer.Bytes == nil {
				return "", nil, http.StatusAccepted
			}
			return answer.ContentType, answer.Bytes, http.StatusOK
		case <-ctx.Done():
		}
	}
	return "", nil, http.StatusServiceUnavailable
}

// admit puts an interaction into the queue. It drops the interaction if the asker is
// over the limits and has been told so, or if the queue is full. For a dropped
// interaction Discord tells the asker that the application did not respond.
func (b *Bot) admit(i *interaction) (admitted bool) {
	within, refusal := b.limits.check(i)
	if !within && refusal == nil {
		b.drop(i, metrics.Limited)
		return false
	}
	i.refusal = refusal
	dropped := b.queue.add(i)
	if dropped != nil {
		b.drop(dropped, metrics.Shed)
	}
	return dropped != i
}

// drop counts an interaction that gets no answer.
func (b *Bot) drop(i *interaction, why metrics.Outcome) {
	b.metrics.Answered(b.label(i), why, 0)
	if why == metrics.Shed {
		b.overload.Add(1)
	} else {
		b.overLimit.Add(1)
	}
}

// reportDropped warns of interactions that were dropped, or that another program answered, at
// most every ten seconds.
func (b *Bot) reportDropped(ctx context.Context) {
	const pause = 10 * time.Second
	ticker := time.NewTicker(pause)
	defer ticker.Stop()
	for more := true; more; {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			more = false
		}
		if n := b.overload.Swap(0); n > 0 {
			b.log.Warn("dropped interactions: too many at once", "count", n)
		}
		if n := b.overLimit.Swap(0); n > 0 {
			b.log.Warn("dropped interactions: over the limits of RATE_USER or RATE_GUILD", "count", n)
		}
		if n := b.answeredElsewhere.Swap(0); n > 0 {
			b.log.Warn("another program answers with this token, and may know other events: stop one of the two, or let them share the shards and a PostgreSQL database", "count", n)
		}
	}
}

// process runs the command of an interaction. send, which is never nil, delivers the reply
// before Discord's deadline. The outcome is logged and counted.
func (b *Bot) process(i *interaction) (send func()) {
	ctx, cancel := context.WithDeadline(context.Background(), b.deadline(i))
	log := b.log.With("interaction", i.ID, "asked", i.asked())
	if err := ctx.Err(); err != nil { // the deadline passed in the queue
		b.finish(log, i, metrics.Late, err)
		return cancel
	}
	answered := func(bool) {}
	if !i.completes() {
		wait := b.overlap.claim(ctx, i.ID)
		if wait > 0 {
			b.lookAgain(log, i, wait)
			return cancel
		}
		answered = b.overlap.hold(i.ID)
	}
	apologised := b.apologiseUnlessDone(ctx, log, i)
	outcome := metrics.Answered
	answer, err := b.compose(ctx, i)
	if err != nil {
		var instead *chat.Reply
		instead, outcome = b.refusalOrApology(log, i, err)
		answer, err = b.encodeInstead(i, instead)
	}
	if apologised() {
		err = errUnfinished
	}
	return func() {
		defer cancel()
		err := b.send(ctx, log, i, answer, err)
		answered(err == nil || errors.Is(err, errUnfinished))
		if errors.Is(err, errUnfinished) {
			log.Warn("the command ended after the apology", "after", time.Since(i.arrived).String())
			return
		}
		b.finish(log, i, outcome, err)
	}
}

// send delivers an answer, unless it could not be made, and does what follows from it.
func (b *Bot) send(ctx context.Context, log *slog.Logger, i *interaction, answer rest.Body, err error) error {
	if err == nil {
		err = i.deliver(ctx, i, answer)
	}
	if i.reply.Sent != nil {
		b.tellSent(ctx, log, i, err)
	}
	if err != nil {
		return err
	}
	if !readAlone(i.Request, i.reply.Audience) {
		b.shown.note(i.ChannelID, i.reply.Shows)
	}
	if i.reply.Thread != nil {
		b.beginThread(ctx, log, i)
	}
	if i.reply.FollowUp != nil {
		b.sendFollowUp(ctx, log, i)
	}
	if i.reply.Later != nil {
		b.late.Go(func() { b.sendLater(ctx, log, i) })
	}
	return nil
}

// lookAgain puts an interaction that another process has claimed into the queue again: when
// the claim ends, that process has answered, or was killed.
func (b *Bot) lookAgain(log *slog.Logger, i *interaction, wait time.Duration) {
	if time.Now().Add(wait).After(b.deadline(i)) {
		log.Debug("another process has answered")
		return
	}
	log.Debug("another process answers")
	time.AfterFunc(wait, func() {
		if dropped := b.queue.add(i); dropped != nil {
			b.drop(dropped, metrics.Shed)
		}
	})
}

// deadline returns when an interaction must have been answered.
func (b *Bot) deadline(i *interaction) time.Time { return i.arrived.Add(b.answerTime) }

// compose calls the handler of an interaction and encodes its reply. The context of the
// handler ends after half of the time that is left, so that there is time to send an
// apology. A panic becomes an error with the stack.
func (b *Bot) compose(ctx context.Context, i *interaction) (answer rest.Body, err error) {
	defer recovered(&err)
	if i.refusal != nil {
		return answer, i.refusal
	}
	ctx, cancel := context.WithTimeout(ctx, time.Until(b.deadline(i))/2)
	defer cancel()
	if !i.completes() && !i.Uninvited {
		i.ServerLanguage = b.languages.Of(ctx, i.GuildID).OfAnswers(i.OwnLanguage)
	}
	var reply *chat.Reply
	switch i.kind {
	case discordgo.InteractionApplicationCommandAutocomplete:
		i.Shown = b.shown.in(i.ChannelID)
		return encodeChoices(b.printerFor(i.Request, true), b.commands[i.name].Choices(ctx, i.Request))
	case discordgo.InteractionMessageComponent, discordgo.InteractionModalSubmit:
		reply, err = b.buttons[i.name].Press(ctx, i.Request)
	default:
		reply, err = b.commands[i.name].Answer(ctx, i.Request)
	}
	if err != nil {
		return answer, err
	}
	if answer, err = b.encodeReply(i.Request, reply); err == nil { // else an apology is sent
		i.reply = *reply
	}
	return answer, err
}

// recovered turns a panic of a command into an error with the stack. It is to be deferred.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
	}
}

// asked names the command or button for the log: "/sp", or "button next".
func (i *interaction) asked() string {
	switch i.kind {
	case discordgo.InteractionMessageComponent:
		return "button " + i.name
	case discordgo.InteractionModalSubmit:
		return "form " + i.name
	}
	return "/" + i.name
}

// label returns the name of the command or button for the metrics. A name that the
// bot does not know must not become a label.
func (b *Bot) label(i *interaction) string {
	_, isCommand := b.commands[i.name]
	_, isButton := b.buttons[i.name]
	if isCommand || isButton {
		return i.name
	}
	return metrics.Other
}
