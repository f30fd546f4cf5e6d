package chat

import (
	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/voice"
)

// Missing returns which of the needed permissions are not granted. An administrator has all.
func Missing(granted, needed int64) int64 {
	if granted&discordgo.PermissionAdministrator != 0 {
		return 0
	}
	return needed &^ granted
}

// MissingToPost returns the permissions that the bot lacks for posts with pictures in a
// channel or in a thread. granted are its permissions there.
func MissingToPost(granted int64, thread bool) int64 {
	return Missing(granted,
		discordgo.PermissionViewChannel|permissionToSend(thread)|discordgo.PermissionEmbedLinks|discordgo.PermissionAttachFiles)
}

// permissionToSend returns the permission to send messages to a channel or to a thread.
func permissionToSend(thread bool) int64 {
	if thread {
		return discordgo.PermissionSendMessagesInThreads
	}
	return discordgo.PermissionSendMessages
}

// PermissionNames lists the permissions for posts with their names in Discord, in bold.
func PermissionNames(permissions int64) voice.Sentence {
	var names voice.And
	for _, p := range []struct {
		bit  int64
		name voice.Phrase
	}{
		{discordgo.PermissionViewChannel, "chat.viewChannel"},
		{discordgo.PermissionSendMessages, "chat.sendMessages"},
		{discordgo.PermissionSendMessagesInThreads, "chat.sendInThreads"},
		{discordgo.PermissionEmbedLinks, "chat.embedLinks"},
		{discordgo.PermissionAttachFiles, "chat.attachFiles"},
	} {
		if permissions&p.bit != 0 {
			names = append(names, voice.Bold(p.name))
		}
	}
	return names
}
