package dailies

import (
	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/voice"
)

// grantedIn returns the bot's permissions in a channel. told is false if Discord does not send
// them: then they are those in the channel of the request.
func grantedIn(r *chat.Request, channel string) (granted int64, told bool) {
	if of := r.Channels[channel].AppPermissions; of != nil {
		return *of, true
	}
	return r.AppPermissions, channel == r.ChannelID
}

// permissionsMissing returns what people must allow the bot, for the posts of a subscription.
func permissionsMissing(r *chat.Request, s daily.Sub) voice.Paragraphs {
	granted, told := grantedIn(r, s.Channel)
	channel := channelName(s.Channel)
	var all voice.Paragraphs
	if missing := chat.MissingToPost(granted, chat.IsThread(r.Channels[s.Channel].Type)); missing != 0 {
		all = append(all, voice.Say("dailies.permit.post", voice.F{"Channel": channel, "Missing": chat.PermissionNames(missing)}))
	}
	if r.Channels[s.Channel].Locked && chat.Missing(granted, discordgo.PermissionManageThreads) != 0 {
		all = append(all, voice.Say("dailies.permit.unlock", voice.F{"Channel": channel}))
	}
	if chat.Missing(granted, discordgo.PermissionReadMessageHistory) != 0 {
		all = append(all, voice.Say("dailies.permit.look", voice.F{"Channel": channel}))
	}
	if s.Thread && chat.Missing(granted, discordgo.PermissionCreatePublicThreads) != 0 {
		all = append(all, voice.Say("dailies.permit.thread", voice.F{"Channel": channel}))
	}
	// Without this permission posts arrive, but notify nobody.
	if role, known := r.Roles[s.Role]; known && !role.Mentionable && chat.Missing(granted, discordgo.PermissionMentionEveryone) != 0 {
		all = append(all, voice.Say("dailies.permit.ping", voice.F{"Channel": channel, "Role": roleName(s.Role)}))
	}
	if all != nil && !told {
		all = append(all, voice.Phrase("dailies.otherChannel"))
	}
	return all
}

// lacking is permissionsMissing with the place in Discord where permissions are granted.
func lacking(r *chat.Request, s daily.Sub) voice.Paragraphs {
	missing := permissionsMissing(r, s)
	if missing != nil {
		missing = append(missing, voice.Phrase("dailies.allow"))
	}
	return missing
}
