package bot

import (
	"cmp"
	"context"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discord/rest"
)

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
