package bot

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
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
	if i.reply.Sent != nil { // the command may write to the database
		limited, cancel := afterAnswer(ctx)
		b.reportNote(log, i.reply.WasSent(limited, i.message, err))
		cancel()
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

// errUnfinished says that an apology was sent instead of the command's reply.
var errUnfinished = errors.New("the command took too long")

// apologiseUnlessDone sends an apology when three quarters of the time for an answer
// have passed. It is for handlers that do not notice the end of their context, such
// as one that waits for a slow disk. The worker stays with such a handler, so that
// their number is limited. done stops the apology, or waits until it is sent and
// returns true.
func (b *Bot) apologiseUnlessDone(ctx context.Context, log *slog.Logger, i *interaction) (done func() (apologised bool)) {
	sent := make(chan struct{})
	instead := *i // without the reply that the handler may make meanwhile
	timer := time.AfterFunc(time.Until(b.deadline(i))*3/4, func() {
		defer close(sent)
		reference := newReference()
		log.Error("the command takes too long", "reference", reference)
		answer, err := b.encodeInstead(&instead, chat.Unfinished(reference))
		if err == nil {
			err = instead.deliver(ctx, &instead, answer)
		}
		b.finish(log, &instead, metrics.Failed, err)
	})
	return func() bool {
		if timer.Stop() {
			return false
		}
		<-sent
		return true
	}
}

// encodeInstead makes the answer to an interaction without the reply of its command. An
// autocompletion cannot show another one, and offers nothing.
func (b *Bot) encodeInstead(i *interaction, reply *chat.Reply) (rest.Body, error) {
	if i.completes() {
		return encodeChoices(b.printerFor(i.Request, true), nil)
	}
	return b.encodeReply(i.Request, reply)
}

// refusalOrApology returns what people read after an error. A *UserError of the command becomes
// a refusal. Any other error becomes an apology with a reference, which is also in the log.
func (b *Bot) refusalOrApology(log *slog.Logger, i *interaction, err error) (*chat.Reply, metrics.Outcome) {
	if refused, ok := errors.AsType[*chat.UserError](err); ok {
		return b.withWayOn(i, refused).Reply(), metrics.Refused
	}
	reference := newReference()
	log.Error("failed", "reference", reference, "error", err)
	return b.withWayOn(i, chat.Apology(err, reference)).Reply(), metrics.Failed
}

// withWayOn returns the refusal of a slash command with the command to try again, unless the
// refusal names a command or has a button already.
func (b *Bot) withWayOn(i *interaction, refused *chat.UserError) *chat.UserError {
	c, isCommand := b.commands[i.name]
	opens := isCommand && i.kind == discordgo.InteractionApplicationCommand && !c.InMenu()
	said := voice.In(i.AnswerLanguage(true)).Say(voice.Run{refused.Msg, refused.Hint})
	if !opens || refused.Rows != nil || strings.ContainsRune(said, voice.MentionStart) {
		return refused
	}
	return refused.Again(strings.TrimSpace(i.name + " " + i.Subcommand))
}

// newReference returns a reference that an apology and the log have in common.
func newReference() string { return rand.Text()[:6] }
