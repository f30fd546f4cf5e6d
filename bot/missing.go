package bot

import (
	"context"
	"encoding/json"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/discordapi"
)

// Missing implements [daily.Channels]. It adds the permissions of the bot's roles and of the
// channel, as Discord does. A thread has the permissions of its channel.
func (c *Channels) Missing(ctx context.Context, channel string, turn func(context.Context) error) (int64, error) {
	var found struct {
		Type       discordgo.ChannelType
		GuildID    string                           `json:"guild_id"`
		ParentID   string                           `json:"parent_id"`
		Overwrites []*discordgo.PermissionOverwrite `json:"permission_overwrites"`
	}
	err := c.get(ctx, discordgo.EndpointChannel(channel), &found)
	if discordapi.Code(err) == discordgo.ErrCodeMissingAccess {
		return discordgo.PermissionViewChannel, nil
	}
	thread := chat.IsThread(found.Type)
	if err == nil && thread {
		err = c.getNext(ctx, turn, discordgo.EndpointChannel(found.ParentID), &found)
	}
	guild := discordgo.Guild{ID: found.GuildID, Channels: []*discordgo.Channel{{ID: channel, GuildID: found.GuildID, PermissionOverwrites: found.Overwrites}}}
	if err == nil {
		var about struct {
			OwnerID string `json:"owner_id"`
			Roles   []*discordgo.Role
		}
		err = c.getNext(ctx, turn, discordgo.EndpointGuild(found.GuildID), &about)
		guild.OwnerID, guild.Roles = about.OwnerID, about.Roles
	}
	if err == nil {
		var member struct{ Roles []string }
		err = c.getNext(ctx, turn, discordgo.EndpointGuildMember(found.GuildID, c.bot.userID), &member)
		guild.Members = []*discordgo.Member{{GuildID: guild.ID, User: &discordgo.User{ID: c.bot.userID}, Roles: member.Roles}}
	}
	if err != nil {
		return 0, refusal(err)
	}
	state := discordgo.NewState()
	if err := state.GuildAdd(&guild); err != nil {
		return 0, err
	}
	granted, err := state.UserChannelPermissions(c.bot.userID, channel)
	return chat.MissingToPost(granted, thread), err
}

// getNext is get after the pace allows another request.
func (c *Channels) getNext(ctx context.Context, turn func(context.Context) error, endpoint string, into any) error {
	if err := turn(ctx); err != nil {
		return err
	}
	return c.get(ctx, endpoint, into)
}

// get asks Discord for an object.
func (c *Channels) get(ctx context.Context, endpoint string, into any) error {
	response, err := c.bot.api.Do(ctx, "GET", endpoint, discordapi.Body{})
	if err != nil {
		return err
	}
	return json.Unmarshal(response, into)
}
