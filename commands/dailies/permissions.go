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

// permit asks for a permission in a channel.
type permit struct {
	For     purpose
	Channel voice.Raw
	Missing voice.Sentence // of toPost
	Role    voice.Raw      // of toPing
}

// A purpose is what the bot needs a permission for.
type purpose string

const (
	toPost   purpose = "post"
	toLook   purpose = "look"
	toThread purpose = "thread"
	toPing   purpose = "ping"
)

// Sentence returns the purpose.
func (p permit) Sentence() string { return string(p.For) }

// permissionsMissing returns what people must allow the bot, for the posts of a subscription.
func permissionsMissing(r *chat.Request, s daily.Sub) voice.Paragraphs {
	granted, told := grantedIn(r, s.Channel)
	channel := channelName(s.Channel)
	var all voice.Paragraphs
	if missing := chat.MissingToPost(granted, chat.IsThread(r.Channels[s.Channel].Type)); missing != 0 {
		all = append(all, permit{For: toPost, Channel: channel, Missing: chat.PermissionNames(missing)})
	}
	if chat.Missing(granted, discordgo.PermissionReadMessageHistory) != 0 {
		all = append(all, permit{For: toLook, Channel: channel})
	}
	if s.Thread && chat.Missing(granted, discordgo.PermissionCreatePublicThreads) != 0 {
		all = append(all, permit{For: toThread, Channel: channel})
	}
	// Without this permission posts arrive, but notify nobody.
	if role, known := r.Roles[s.Role]; known && !role.Mentionable && chat.Missing(granted, discordgo.PermissionMentionEveryone) != 0 {
		all = append(all, permit{For: toPing, Channel: channel, Role: roleName(s.Role)})
	}
	if all != nil && !told {
		all = append(all, voice.Phrase("dailies.otherChannel"))
	}
	return all
}
