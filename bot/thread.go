package bot

import (
	"cmp"
	"context"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/discordapi"
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
	message := cmp.Or(i.thread.Message, i.message)
	if message == "" {
		return
	}
	if err := b.openThread(ctx, i.ChannelID, message, *i.thread, weekInMinutes); err != nil {
		log.Warn("cannot begin a thread", "channel", i.ChannelID, "error", err)
		return
	}
	i.thread.Begun(ctx, message) // a thread has the id of its message
}

// openThread begins a thread from a message, unless the message has one: then an earlier
// attempt began it, but the answer was lost.
func (b *Bot) openThread(ctx context.Context, channel, message string, thread chat.Thread, archivedAfter int) error {
	body, err := discordapi.Encode(map[string]any{"name": thread.Name, "auto_archive_duration": archivedAfter})
	if err != nil {
		return err
	}
	_, err = b.api.Do(ctx, "POST", discordgo.EndpointChannelMessageThread(channel, message), body)
	if discordapi.Code(err) == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil
	}
	return err
}
