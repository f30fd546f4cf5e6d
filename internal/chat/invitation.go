package chat

import (
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// InvitedPermissions are the permissions that the bot asks for when it is added to a server.
const InvitedPermissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads |
	discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory |
	discordgo.PermissionCreateEvents

// Invitation returns the address at which people add the bot of an application to their server.
func Invitation(application string) string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d",
		application, int64(InvitedPermissions))
}
