package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/metrics"
)

// sendCallback answers an interaction that came over the gateway. The request may be
// repeated: Discord refuses a second answer. A command that wants to be told gets the id of
// the message. A nil error always means that Discord has accepted the answer.
func (b *Bot) sendCallback(ctx context.Context, i *interaction, answer rest.Body) error {
	endpoint := discordgo.EndpointInteractionResponse(i.ID, i.token)
	if i.reply.Sent != nil {
		endpoint += "?with_response=true"
	}
	response, err := b.api.Retry(ctx, "POST", endpoint, answer)
	// Discord may have accepted an earlier attempt whose response was lost. During an overlap it may have
	// accepted the answer of another process.
	if rest.Code(err) == discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged && rest.Repeated(err) && !b.overlap.lasts() {
		return nil // the id stays unknown
	}
	if err != nil {
		return err
	}
	var sent struct {
		Interaction struct {
			Message string `json:"response_message_id"`
		} `json:"interaction"`
	}
	if json.Unmarshal(response, &sent) == nil { // else the id stays unknown
		i.message = sent.Interaction.Message
	}
	return nil
}

// afterAnswer returns the context of something that follows an answer. It has a time limit
// of its own.
func afterAnswer(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
}

// reportNote logs and counts that a command could not store what became of its answer.
func (b *Bot) reportNote(log *slog.Logger, err error) {
	if err != nil {
		log.Error("cannot store what became of an answer", "error", err)
		b.metrics.NoteLost()
	}
}

// sendFollowUp sends a second message to the asker, which nobody else sees. It may be lost.
func (b *Bot) sendFollowUp(ctx context.Context, log *slog.Logger, i *interaction) {
	ctx, cancel := afterAnswer(ctx)
	defer cancel()
	m := b.messageOf(b.printerFor(i.Request, true), i.reply.FollowUp)
	m.Flags |= discordgo.MessageFlagsEphemeral
	if _, err := b.api.Post(ctx, discordgo.EndpointWebhookToken(b.applicationID, i.token), m, m.files...); err != nil {
		log.Warn("cannot send the second message of an answer", "error", err)
	}
}

// laterTime is how long a reply may take that makes people wait. Discord waits for 15 minutes.
const laterTime = 30 * time.Second

// sendLater makes the message that people wait for, and fills the answer with it.
func (b *Bot) sendLater(ctx context.Context, log *slog.Logger, i *interaction) {
	make := func() (reply *chat.Reply, err error) {
		defer recovered(&err)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), laterTime)
		defer cancel()
		return i.reply.Later(ctx)
	}
	reply, err := make()
	if err != nil {
		reply, _ = b.refusalOrApology(log, i, err)
	}
	ctx, cancel := afterAnswer(ctx)
	defer cancel()
	alone := readAlone(i.Request, i.reply.Audience) // a refusal also appears where people wait
	m := b.messageOf(b.printerFor(i.Request, alone), reply)
	body, err := rest.Encode(m, m.files...)
	if err == nil {
		_, err = b.api.Retry(ctx, "PATCH", discordgo.EndpointWebhookToken(b.applicationID, i.token)+"/messages/@original", body)
	}
	if err != nil {
		log.Warn("cannot send the message that people wait for", "error", err)
	} else if !alone {
		b.shown.note(i.ChannelID, reply.Shows)
	}
}

// finish logs and counts the outcome of an interaction. err is why no answer was
// delivered, or nil.
func (b *Bot) finish(log *slog.Logger, i *interaction, outcome metrics.Outcome, err error) {
	if err != nil {
		if rest.TokenRejected(err) {
			b.stop(err)
		}
		outcome = undelivered(log, err)
		if outcome == metrics.Answered && !b.overlap.lasts() {
			b.answeredElsewhere.Add(1)
		}
	}
	took := time.Since(i.arrived)
	b.metrics.Answered(b.label(i), outcome, took)
	log.Debug(string(outcome), "took", took.String())
}

// undelivered logs why an answer was not delivered, and returns the outcome to
// count. Unknown interaction: the deadline passed. Already acknowledged: another process
// answered, or during an overlap perhaps an earlier attempt.
func undelivered(log *slog.Logger, err error) metrics.Outcome {
	switch code := rest.Code(err); {
	case code == discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged:
		log.Debug("was answered already")
		return metrics.Answered
	case code == discordgo.ErrCodeUnknownInteraction:
		log.Debug("the answer came too late")
		return metrics.Late
	case errors.Is(err, context.DeadlineExceeded):
		log.Warn("no answer in time", "error", err)
		return metrics.Late
	}
	log.Error("cannot send the answer", "error", err)
	return metrics.Unsent
}

// Without a message for so many minutes, Discord archives a thread.
const (
	dayInMinutes  = 24 * 60
	weekInMinutes = 7 * dayInMinutes
)

// beginThread begins the thread of a delivered answer.
func (b *Bot) beginThread(ctx context.Context, log *slog.Logger, i *interaction) {
	ctx, cancel := afterAnswer(ctx)
	defer cancel()
	message := cmp.Or(i.reply.Thread.Message, i.message)
	if message == "" {
		return
	}
	name := b.printerFor(i.Request, false).short(i.reply.Thread.Name, mostThreadName)
	if err := b.openThread(ctx, i.ChannelID, message, name, weekInMinutes); err != nil {
		log.Warn("cannot begin a thread", "channel", i.ChannelID, "error", err)
		return
	}
	b.reportNote(log, i.reply.Thread.Begun(ctx, message)) // a thread has the id of its message
}

// openThread begins a thread from a message, unless the message has one: then an earlier
// attempt began it, but the answer was lost. Nobody waits for a thread.
func (b *Bot) openThread(ctx context.Context, channel, message, name string, archivedAfter int) error {
	thread := map[string]any{"name": name, "auto_archive_duration": archivedAfter}
	_, err := b.api.Background().Post(ctx, discordgo.EndpointChannelMessageThread(channel, message), thread)
	if rest.Code(err) == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil
	}
	return err
}
