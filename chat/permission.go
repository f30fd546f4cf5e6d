package chat

import "github.com/bwmarrin/discordgo"

// MissingToPost returns the names of the permissions that the bot lacks for posts with
// pictures in a channel or in a thread, in bold. granted are its permissions there.
func MissingToPost(granted int64, thread bool) []string {
	send, name := PermissionToSend(thread)
	var missing []string
	for _, p := range []struct {
		bit  int64
		name string
	}{
		{discordgo.PermissionViewChannel, "View Channel"},
		{send, name},
		{discordgo.PermissionEmbedLinks, "Embed Links"},
		{discordgo.PermissionAttachFiles, "Attach Files"},
	} {
		if granted&(p.bit|discordgo.PermissionAdministrator) == 0 {
			missing = append(missing, "**"+p.name+"**")
		}
	}
	return missing
}
