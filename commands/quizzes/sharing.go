package quizzes

import (
	"chess960bot/chat"
	"chess960bot/voice"
)

// canPost returns nil if the bot can post in the channel by itself, and otherwise the
// refusal. direct is what to say in direct messages.
func canPost(r *chat.Request, direct string) error {
	switch {
	case r.Uninvited:
		return chat.Uninvited()
	case r.GuildID == "":
		return chat.Refuse(voice.Raw(direct), voice.Raw("Use "+chat.Slash("quiz practice")+" here, or ask again in a channel of a server."))
	}
	if missing := chat.MissingToPost(r.AppPermissions, r.Thread); missing != 0 {
		return chat.Refuse(voice.Raw("I cannot post by myself in this channel."), voice.Raw("Grant me "+voice.In("en").Say(chat.PermissionNames(missing))+" here, and ask again."))
	}
	return nil
}
