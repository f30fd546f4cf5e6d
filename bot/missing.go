package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/outbox"
)

// Missing implements [daily.Channels]. It adds the permissions of the bot's roles and of the
// channel, as Discord does. A thread has the permissions of its channel.
func (c *Channels) Missing(ctx context.Context, channel string, retry outbox.Retry) (int64, error) {
	var found struct {
		Type       discordgo.ChannelType
		GuildID    string                           `json:"guild_id"`
		ParentID   string                           `json:"parent_id"`
		Overwrites []*discordgo.PermissionOverwrite `json:"permission_overwrites"`
	}
	hidden := false
	ask := func(endpoint string, into any) error {
		return retry(ctx, func(ctx context.Context) error {
			err := c.api.Get(ctx, endpoint, into)
			hidden = rest.Code(err) == discordgo.ErrCodeMissingAccess
			return refusal(err)
		})
	}
	err := ask(discordgo.EndpointChannel(channel), &found)
	if hidden {
		return discordgo.PermissionViewChannel, nil
	}
	if err != nil {
		return 0, err
	}
	thread := chat.IsThread(found.Type)
	if thread {
		if err := ask(discordgo.EndpointChannel(found.ParentID), &found); err != nil {
			return 0, err
		}
	}
	var guild struct {
		OwnerID string `json:"owner_id"`
		Roles   []*discordgo.Role
	}
	if err := ask(discordgo.EndpointGuild(found.GuildID), &guild); err != nil {
		return 0, err
	}
	var member struct{ Roles []string }
	if err := ask(discordgo.EndpointGuildMember(found.GuildID, c.bot.userID), &member); err != nil {
		return 0, err
	}
	state := discordgo.NewState() // computes what the bot may do
	err = state.GuildAdd(&discordgo.Guild{
		ID: found.GuildID, OwnerID: guild.OwnerID, Roles: guild.Roles,
		Channels: []*discordgo.Channel{{ID: channel, GuildID: found.GuildID, PermissionOverwrites: found.Overwrites}},
		Members:  []*discordgo.Member{{GuildID: found.GuildID, User: &discordgo.User{ID: c.bot.userID}, Roles: member.Roles}},
	})
	if err != nil {
		return 0, err
	}
	granted, err := state.UserChannelPermissions(c.bot.userID, channel)
	return chat.MissingToPost(granted, thread), err
}
