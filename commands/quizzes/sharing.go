package quizzes

import (
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// canPost returns nil if the bot can post in the channel by itself and the asker may write there,
// and otherwise the refusal: a button works where its presser may not write. direct is what to say
// in direct messages.
func canPost(r *chat.Request, direct voice.Phrase) error {
	switch {
	case r.Uninvited:
		return chat.Uninvited()
	case r.GuildID == "":
		return chat.Refuse(direct, voice.Phrase("quizzes.practiseHere"))
	}
	if missing := chat.MissingToPost(r.AppPermissions, r.Thread); missing != 0 {
		return chat.Refuse(voice.Phrase("quizzes.cannotPost"), voice.Say("quizzes.grant", voice.F{
			"Permissions": chat.PermissionNames(missing),
		}))
	}
	if !r.MayWrite() {
		return chat.Refuse(voice.Phrase("quizzes.mayNotWrite"), voice.Phrase("quizzes.startElsewhere"))
	}
	return nil
}
