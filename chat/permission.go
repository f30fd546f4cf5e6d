package chat

import (
	"github.com/bwmarrin/discordgo"
)

// MissingToPost returns the permissions that the bot lacks for posts with pictures in a
// channel or in a thread. granted are its permissions there.
func MissingToPost(granted int64, thread bool) int64 {
	if granted&discordgo.PermissionAdministrator != 0 {
		return 0
	}
	return (discordgo.PermissionViewChannel | permissionToSend(thread) | discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles) &^ granted
}

// permissionToSend returns the permission to send messages to a channel or to a thread.
func permissionToSend(thread bool) int64 {
	if thread {
		return discordgo.PermissionSendMessagesInThreads
	}
	return discordgo.PermissionSendMessages
}

// PermissionNames lists the permissions for posts with their names in Discord, in bold.
func PermissionNames(permissions int64) string {
	var names []string
	for _, p := range []struct {
		bit  int64
		name string
	}{
		{discordgo.PermissionViewChannel, "View Channel"},
		{discordgo.PermissionSendMessages, "Send Messages"},
		{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads"},
		{discordgo.PermissionEmbedLinks, "Embed Links"},
		{discordgo.PermissionAttachFiles, "Attach Files"},
	} {
		if permissions&p.bit != 0 {
			names = append(names, "**"+p.name+"**")
		}
	}
	return Both(names)
}
