package dailies

import (
	"fmt"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/club/daily"
	"chess960bot/voice"
)

// grantedIn returns the bot's permissions in a channel, and words for that channel.
// If Discord does not send the permissions in that channel, it returns those in the
// channel of the request, and the words say so.
func grantedIn(r *chat.Request, channel string) (granted int64, where string) {
	granted, where = r.AppPermissions, "in <#"+channel+">"
	switch told := r.Channels[channel].AppPermissions; {
	case told != nil:
		granted = *told
	case channel != r.ChannelID:
		where += " (I can only check this channel; it may differ there)"
	}
	return granted, where
}

// pingMissing returns a warning if the bot may not ping the role: posts would arrive
// without notifying anyone.
func pingMissing(r *chat.Request, s daily.Sub, granted int64, where string) string {
	role, told := r.Roles[s.Role]
	if !told || role.Mentionable || chat.Missing(granted, discordgo.PermissionMentionEveryone) == 0 {
		return ""
	}
	return fmt.Sprintf("\n\nBut I am not allowed to ping <@&%s>: please let anyone mention that role (Server Settings, Roles), "+
		"or grant me **Mention @everyone, @here, and All Roles** %s.", s.Role, where)
}

// permissionsMissing returns a warning that names the permissions that the bot lacks
// in the channel.
func permissionsMissing(r *chat.Request, s daily.Sub, granted int64, where string) string {
	text := ""
	if missing := chat.MissingToPost(granted, chat.IsThread(r.Channels[s.Channel].Type)); missing != 0 {
		text = fmt.Sprintf("\n\nBut I am missing permissions. Please grant me %s %s, or the posts will not arrive.", voice.In("en").Say(chat.PermissionNames(missing)), where)
	}
	if chat.Missing(granted, discordgo.PermissionReadMessageHistory) != 0 {
		text += fmt.Sprintf("\n\nPlease also grant me **Read Message History** %s. Without it I cannot check whether a post arrived when Discord's answer is lost.", where)
	}
	if s.Thread && chat.Missing(granted, discordgo.PermissionCreatePublicThreads) != 0 {
		text += fmt.Sprintf("\n\nFor the threads grant me **Create Public Threads** %s.", where)
	}
	return text
}
