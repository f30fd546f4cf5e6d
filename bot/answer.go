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
	"chess960bot/internal/metrics"
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
	b.enqueue(i)
}

// enqueue takes an interaction, or sheds it where no more may wait.
func (b *Bot) enqueue(i *interaction) (taken bool) {
	select {
	case b.queue <- i:
		return true
	default:
		b.shed.Add(1)
		b.metrics.Answered(b.command(i), metrics.Shed, 0)
		return false
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
// panics, turns errors into answers, and logs and counts the outcome.
func (b *Bot) answer(i *interaction) {
	ctx, cancel := context.WithDeadline(context.Background(), i.arrived.Add(discordgo.InteractionDeadline))
	defer cancel()
	log := b.log.With("interaction", i.ID, "asked", i.asked())

	outcome := b.respond(ctx, log, i)
	took := time.Since(i.arrived)
	b.metrics.Answered(b.command(i), outcome, took)
	log.Debug(string(outcome), "took", took.String())
}

// respond works out the answer and sends it, and says what became of it. What
// has waited too long is not worth the work.
func (b *Bot) respond(ctx context.Context, log *slog.Logger, i *interaction) metrics.Outcome {
	if ctx.Err() != nil {
		return unsent(log, ctx.Err())
	}
	answer, outcome := b.handle(ctx, log, i)
	if answer == nil {
		return outcome
	}
	deliver := i.deliver
	if deliver == nil {
		deliver = func(ctx context.Context, answer body) error { return b.callback(ctx, i, answer) }
	}
	if err := deliver(ctx, *answer); err != nil {
		b.reject(err)
		return unsent(log, err)
	}
	return outcome
}

// handle works out the answer, and says what kind of answer it is.
func (b *Bot) handle(ctx context.Context, log *slog.Logger, i *interaction) (answer *body, outcome metrics.Outcome) {
	outcome = metrics.Answered
	answer, err := b.run(ctx, i)
	if refused, ok := errors.AsType[*commands.UserError](err); ok {
		answer, err = bodyOf(refused.Reply())
		outcome = metrics.Refused
	}
	if err != nil {
		answer, err = bodyOf(failure(log, err))
		outcome = metrics.Failed
	}
	if err != nil {
		log.Error("cannot even tell that it failed", "error", err)
		return nil, metrics.Failed
	}
	return answer, outcome
}

// run finds the handler of an interaction and runs it. A panic becomes an error
// that carries the stack.
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

// unsent logs why an answer did not arrive, and says what to count. That Discord
// no longer knows the interaction is nobody's fault; that it has an answer
// already is none at all.
func unsent(log *slog.Logger, err error) metrics.Outcome {
	switch code := code(err); {
	case code == discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged:
		log.Debug("had its answer already")
		return metrics.Answered
	case code == discordgo.ErrCodeUnknownInteraction:
		log.Debug("came too late")
		return metrics.Late
	case errors.Is(err, context.DeadlineExceeded):
		log.Warn("ran out of time", "error", err)
		return metrics.Late
	}
	log.Error("could not send the answer", "error", err)
	return metrics.Unsent
}
