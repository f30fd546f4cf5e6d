package chat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/voice"
)

// A Request is one interaction of one person: a slash command with its options, the
// press of a button or menu, or a submitted form.
type Request struct {
	ID             string // of the interaction
	AppID          string // of the application that the bot belongs to
	Asker          string // id of the person who asks
	AskerName      string // the nickname in the server, or else the display name, or else the user name
	GuildID        string // "" in direct messages
	ChannelID      string
	ChannelName    string // "" in direct messages
	Permissions    int64  // of the asker in the channel; 0 in direct messages
	AppPermissions int64  // of the bot in the channel
	FileLimit      int    // size in bytes of the largest file that Discord accepts here; 0 if Discord does not say
	Uninvited      bool   // the bot is not a member of the server or the group; the asker has installed the app for themselves
	Thread         bool   // the channel is a thread

	Language       string // of the asker, as LanguageOf returns it
	ServerLanguage string // in which everyone in the server reads, as LanguageOf returns it; means nothing in direct messages
	OwnLanguage    string // of the server, as in its settings in Discord

	Subcommand string             // of a slash command; "" for none
	Options    Options            // of a slash command or a submitted form
	Focused    string             // the option being typed, for autocompletion
	Shown      []string           // for autocompletion: the positions that the bot has shown to everyone in the channel, the newest first
	Channels   map[string]Channel // the channels given as options, by id
	Roles      map[string]Role    // the roles given as options, by id
	Users      map[string]User    // the people given as options, by id

	Attachments map[string]Attachment // the files given as options, by id

	// NameOf asks Discord for the name of a person in the server; "" if Discord does not tell. It may be nil.
	NameOf func(ctx context.Context, person string) string

	// Interested asks Discord how many people are interested in an event of the server; known is false if Discord does
	// not tell. It may be nil.
	Interested func(ctx context.Context, event string) (people int, known bool)

	Target      string       // the text of the message that a message command is used on
	TargetFiles []Attachment // its files
	Person      User         // on whom a command in the menu of a person is used

	CustomID string   // of the button, menu or form
	Values   []string // chosen in the menu
	Message  *Message // the message with the button or menu; nil if it is not known
}

// AnswerLanguage returns the language of an answer; "" for English. A private answer and a direct
// message are in the asker's language. All others are in the language of the server, so a message
// that is edited in place keeps its language, no matter who presses.
func (r *Request) AnswerLanguage(private bool) string {
	direct := r.GuildID == "" && !r.Uninvited
	if private || direct {
		return r.Language
	}
	return r.ServerLanguage
}

// Languages returns the languages in which a text of the asker is read, the first one first.
func (r *Request) Languages() []string { return []string{r.Language, r.ServerLanguage} }

// May reports whether the asker has a permission in the channel. Outside servers everyone
// has every permission.
func (r *Request) May(permission int64) bool {
	return r.GuildID == "" || r.Permissions&(permission|discordgo.PermissionAdministrator) != 0
}

// MayWrite reports whether the asker may send messages to the channel.
func (r *Request) MayWrite() bool { return r.May(permissionToSend(r.Thread)) }

// A Channel describes a channel that was given as an option.
type Channel struct {
	ID             string // set by OptionOf.Read
	Type           discordgo.ChannelType
	AppPermissions *int64 // of the bot in the channel; nil if Discord does not say
	Locked         bool   // a thread in which only people who manage threads may write
}

// IsThread reports whether channels of a type are threads.
func IsThread(t discordgo.ChannelType) bool {
	return t == discordgo.ChannelTypeGuildNewsThread ||
		t == discordgo.ChannelTypeGuildPublicThread || t == discordgo.ChannelTypeGuildPrivateThread
}

// MayPost reports whether the bot may post messages with pictures to the channel of the
// request later, without a request.
func (r *Request) MayPost() bool {
	inServer := r.GuildID != "" // Discord says nothing about permissions elsewhere
	return !r.Uninvited && (!inServer || MissingToPost(r.AppPermissions, r.Thread) == 0)
}

// A Role describes a role that was given as an option.
type Role struct {
	ID          string // set by OptionOf.Read
	Mentionable bool   // everyone may ping it
}

// A User describes a person or bot that was given as an option.
type User struct {
	ID  string // set by OptionOf.Read, and in Request.Person
	Bot bool
}

// An Attachment is a file that was given as an option, or that is in a message.
type Attachment struct {
	Name string
	Size int // in bytes
	// Read gets the file from Discord. It returns [ErrTooLarge] for a file of more than so
	// many bytes, [ErrGone] or [ErrUnsent].
	Read func(ctx context.Context, most int) ([]byte, error)
}

// The errors of files.
var (
	ErrTooLarge = errors.New("the file is too large") // for its reader
	ErrGone     = errors.New("Discord no longer has the file")
	ErrUnsent   = errors.New("Discord does not send the file") // but perhaps later
)

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

// SentAt returns when Discord made an id, such as that of a message or an interaction. The
// error is for a text that is not a number.
func SentAt(id string) (time.Time, error) {
	at, err := discordgo.SnowflakeTimestamp(id)
	return at.UTC(), err
}

// Options are the values given with a slash command, by option name, or with a form, by the
// id of the input. They come from outside: a value may be missing or of any JSON type.
type Options map[string]any

// PressedURL returns the address of the message whose button was pressed; "" if the message is
// private, or not known.
func PressedURL(r *Request) string {
	if r.Message == nil || r.Message.Private || r.ChannelID == "" {
		return ""
	}
	return MessageURL(r.GuildID, r.ChannelID, r.Message.ID)
}

// MessageURL returns the address of a message. guild is "" outside servers.
func MessageURL(guild, channel, message string) string {
	return fmt.Sprintf("https://discord.com/channels/%s/%s/%s", cmp.Or(guild, "@me"), channel, message)
}

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
