package bot

import (
	"cmp"
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

// receive takes an interaction as the gateway brings it. It must not block what
// reads the gateway: it queues the interaction, or sheds it where the queue is
// full. Discord then tells the asker that the application did not respond.
func (b *Bot) receive(raw []byte) {
	i, ok := readInteraction(raw)
	if !ok {
		b.log.Debug("dropped an interaction that cannot be read")
		return
	}
	// A session taken up again may bring once more what it brought before.
	if _, known := b.seen.get(i.ID, func() struct{} { return struct{}{} }); known {
		b.log.Debug("dropped an interaction that came again", "interaction", i.ID)
		return
	}
	select {
	case b.queue <- i:
	default:
		b.shed.Add(1)
	}
}

// confess warns of interactions that were dropped, from time to time: in a flood
// a line for each would be a flood of its own.
func (b *Bot) confess(ctx context.Context) {
	const pause = time.Second
	for sleep(ctx, pause) {
		if n := b.shed.Swap(0); n > 0 {
			b.log.Warn("overloaded: dropped interactions", "count", n)
		}
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
func (b *Bot) answer(i *interaction) {
	ctx, cancel := context.WithDeadline(context.Background(), i.arrived.Add(discordgo.InteractionDeadline))
	defer cancel()
	log := b.log.With("interaction", i.ID, "asked", i.asked())

	if ctx.Err() != nil {
		log.Debug("waited too long for its turn")
		return
	}
	answer, outcome := b.handle(ctx, log, i)
	if answer == nil {
		return
	}
	err := b.callback(ctx, i, *answer)
	if err != nil {
		logSendError(log, err)
		return
	}
	log.Debug(outcome, "took", time.Since(i.arrived).String())
}

// handle works out the answer, and says for the log what kind of answer it is.
func (b *Bot) handle(ctx context.Context, log *slog.Logger, i *interaction) (answer *body, outcome string) {
	answer, err := b.run(ctx, i)
	if refused, ok := errors.AsType[*commands.UserError](err); ok {
		answer, err = bodyOf(refused.Reply())
		outcome = "refused"
	}
	if err != nil {
		answer, err = bodyOf(failure(log, err))
		outcome = "failed"
	}
	if err != nil {
		log.Error("cannot even tell that it failed", "error", err)
		return nil, ""
	}
	return answer, cmp.Or(outcome, "answered")
}

// run finds the handler of an interaction and runs it. A panic becomes an error
// that carries the stack. The answer is nil for what needs none.
func (b *Bot) run(ctx context.Context, i *interaction) (answer *body, err error) {
	defer func() {
		if r := recover(); r != nil {
			answer, err = nil, fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	r, run := i.request(), foreign
	switch i.Type {
	case discordgo.InteractionApplicationCommand:
		if c, ok := b.commands[i.Data.Name]; ok {
			run = c.Run
		}
	case discordgo.InteractionMessageComponent:
		name, _, _ := strings.Cut(i.Data.CustomID, ":")
		if c, ok := b.commands[name]; ok && c.Press != nil {
			run = c.Press
		}
	case discordgo.InteractionApplicationCommandAutocomplete:
		if c, ok := b.commands[i.Data.Name]; ok && c.Complete != nil {
			return choicesOf(c.Complete(ctx, r))
		}
		return choicesOf(nil)
	default:
		return nil, nil
	}
	if err := b.limits.check(r); err != nil {
		return nil, err
	}
	reply, err := run(ctx, r)
	if err != nil {
		return nil, err
	}
	return bodyOf(reply)
}

// foreign answers what no command of ours knows.
func foreign(context.Context, *commands.Request) (*commands.Reply, error) {
	return nil, commands.Foreign()
}

// asked names what was asked for the log: "/sp", or "sp:next" for a button.
func (i *interaction) asked() string {
	if i.Data.Name != "" {
		return "/" + i.Data.Name
	}
	command, rest, _ := strings.Cut(i.Data.CustomID, ":")
	action, _, _ := strings.Cut(rest, ":")
	return command + ":" + action
}

// failure logs an error of ours and returns what the asker hears of it. The
// reference leads from one to the other.
func failure(log *slog.Logger, err error) *commands.Reply {
	reference := rand.Text()[:6]
	log.Error("failed", "reference", reference, "error", err)
	return commands.Say(fmt.Sprintf("Sorry, something went wrong on my side. Please try again; if it keeps happening, tell whoever runs this bot the reference `%s`.", reference))
}

// logSendError logs why an answer did not arrive. That Discord no longer knows
// the interaction, or has its answer already, is nobody's fault.
func logSendError(log *slog.Logger, err error) {
	switch code := code(err); code {
	case discordgo.ErrCodeUnknownInteraction, discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged:
		log.Debug("came too late", "code", code)
	default:
		log.Error("could not send the answer", "error", err)
	}
}
