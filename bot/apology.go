package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/metrics"
	"chess960bot/internal/voice"
)

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
