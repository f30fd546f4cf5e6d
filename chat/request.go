package chat

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// A Request is one interaction of one person: a slash command with its options, the
// press of a button or menu, or a submitted form.
type Request struct {
	ID             string // of the interaction
	Asker          string // id of the person who asks
	AskerName      string // the nickname in the server, or else the display name, or else the user name
	GuildID        string // "" in direct messages
	ChannelID      string
	Permissions    int64 // of the asker in the channel; 0 in direct messages
	AppPermissions int64 // of the bot in the channel
	FileLimit      int   // size in bytes of the largest file that Discord accepts here; 0 if Discord does not say
	Uninvited      bool  // the bot is not a member of the server or the group; the asker has installed the app for themselves
	Thread         bool  // the channel is a thread

	Subcommand string             // of a slash command; "" for none
	Options    Options            // of a slash command
	Focused    string             // the option being typed, for autocompletion
	Shown      []string           // for autocompletion: the positions that the bot has shown to everyone in the channel, the newest first
	Channels   map[string]Channel // the channels given as options, by id
	Roles      map[string]Role    // the roles given as options, by id
	Users      map[string]User    // the people given as options, by id

	Target string // the text of the message that a message command is used on

	CustomID string   // of the button, menu or form
	Values   []string // chosen in the menu
	Message  *Message // the message with the button or menu; nil if it is not known
}

// May reports whether the asker has a permission in the channel. Outside servers everyone
// has every permission.
func (r *Request) May(permission int64) bool {
	return r.GuildID == "" || r.Permissions&(permission|discordgo.PermissionAdministrator) != 0
}

// A Channel describes a channel that was given as an option.
type Channel struct {
	Type           discordgo.ChannelType
	AppPermissions *int64 // of the bot in the channel; nil if Discord does not say
}

// IsThread reports whether channels of a type are threads.
func IsThread(t discordgo.ChannelType) bool {
	return t == discordgo.ChannelTypeGuildNewsThread || t == discordgo.ChannelTypeGuildPublicThread || t == discordgo.ChannelTypeGuildPrivateThread
}

// MayPost reports whether the bot may post messages with files to the channel of the
// request later, without a request.
func (r *Request) MayPost() bool {
	needed := discordgo.PermissionViewChannel | permissionToSend(r.Thread) | discordgo.PermissionAttachFiles
	inServer := r.GuildID != "" // Discord says nothing about permissions elsewhere
	return !r.Uninvited && (!inServer || r.AppPermissions&discordgo.PermissionAdministrator != 0 || r.AppPermissions&needed == needed)
}

// A Role describes a role that was given as an option.
type Role struct {
	Mentionable bool // everyone may ping it
}

// A User describes a person or bot that was given as an option.
type User struct {
	Bot bool
}

// A Message describes an earlier answer of the bot.
type Message struct {
	ID      string
	Private bool     // only one person sees it
	Buttons []string // custom ids of the buttons that it has now; nil if they are not known
}

// IsSnowflake reports whether a text is one of Discord's ids: a positive whole number, in
// the one spelling without leading zeros.
func IsSnowflake(id string) bool {
	n, err := strconv.ParseUint(id, 10, 64)
	return err == nil && n > 0 && id == strconv.FormatUint(n, 10)
}

// Options are the values given with a slash command, by option name. They come
// from outside: a value may be missing or of any JSON type.
type Options map[string]any

// Int returns a whole number, and whether the option is one.
func (o Options) Int(name string) (int, bool) {
	switch v := o[name].(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int(v), true
		}
	case string:
		n, err := strconv.Atoi(strings.TrimSpace(v))
		return n, err == nil
	}
	return 0, false
}

// Text returns a string option; "" if it is missing. A number is written in digits.
func (o Options) Text(name string) string {
	switch v := o[name].(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// Bool returns a boolean option; false if it is missing.
func (o Options) Bool(name string) bool {
	switch v := o[name].(type) {
	case bool:
		return v
	case string:
		b, _ := strconv.ParseBool(v)
		return b
	}
	return false
}

// Link returns a link to the message with the pressed button. Others cannot open a
// private message: then Link returns only the name.
func Link(r *Request, name string) string {
	if r.Message == nil || r.Message.Private || r.ChannelID == "" {
		return name
	}
	return MessageLink(name, r.GuildID, r.ChannelID, r.Message.ID)
}

// MessageLink returns a link to a message. guild is "" outside servers.
func MessageLink(name, guild, channel, message string) string {
	return fmt.Sprintf("[%s](https://discord.com/channels/%s/%s/%s)", name, cmp.Or(guild, "@me"), channel, message)
}
