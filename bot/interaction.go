package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/recent"
	"chess960bot/internal/voice"
)

// An interaction is a request, with what the bot needs to answer it.
type interaction struct {
	*chat.Request
	kind    discordgo.InteractionType
	token   string
	name    string    // of the command, button or form
	arrived time.Time // when the asker began to wait

	// deliver sends the answer. If something follows the reply, nil means that Discord has accepted
	// the answer: over HTTP, the answer then goes by a request of its own.
	deliver func(ctx context.Context, i *interaction, answer rest.Body) error
	refusal *chat.UserError // the answer to an interaction over the limits, otherwise nil
	reply   chat.Reply      // what is sent, with what follows; empty before, and for an apology
	message string          // the id of the answer's message, once deliver knows it
}

// readInteraction decodes an interaction. ok is false for an interaction that cannot
// be answered. get reads the files of the interaction.
func readInteraction(raw []byte, get getFile) (i *interaction, ok bool) {
	var in received
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, false
	}
	r := &chat.Request{
		ID:             in.ID,
		AppID:          in.AppID,
		Asker:          cmp.Or(in.Member.User.ID, in.User.ID),
		AskerName:      cmp.Or(voice.Name(in.Member.Nick), in.Member.User.name(), in.User.name()),
		GuildID:        in.GuildID,
		ChannelID:      cmp.Or(in.ChannelID, in.Channel.ID),
		ChannelName:    voice.WithoutControls(in.Channel.Name),
		Permissions:    int64(in.Member.Permissions),
		AppPermissions: int64(in.AppPermissions),
		Thread:         chat.IsThread(in.Channel.Type),
		CustomID:       in.Data.CustomID,
		Values:         in.Data.Values,
		Options:        chat.Options{},
		Channels:       map[string]chat.Channel{},
		Roles:          map[string]chat.Role{},
		Users:          map[string]chat.User{},
		Attachments:    map[string]chat.Attachment{},
		Uninvited:      in.uninvited(),
		Language:       languageOf(in.Locale),
		ServerLanguage: languageOf(in.GuildLocale),
		OwnLanguage:    languageOf(in.GuildLocale),
		FileLimit:      bytesOf(in.FileLimit),
		Target:         strings.Join(textsOf(in.Data.Resolved.Messages[in.Data.TargetID]), "\n"),
	}
	if m := in.Message; m != nil {
		r.Message = &chat.Message{ID: m.ID, Private: m.Flags&discordgo.MessageFlagsEphemeral != 0, Buttons: m.Buttons}
		r.ChannelID = cmp.Or(r.ChannelID, m.ChannelID)
	}
	in.readOptions(r)
	in.readResolved(r, get)
	i = &interaction{Request: r, kind: in.Type, token: in.Token, name: in.Data.Name, arrived: time.Now()}
	if r.CustomID != "" {
		i.name = chat.IDName(r.CustomID)
	}
	return i, r.ID != "" && i.token != "" && r.Asker != "" && slices.Contains(answerable, i.kind)
}

// answerable are the kinds of interactions that commands answer.
var answerable = []discordgo.InteractionType{
	discordgo.InteractionApplicationCommand, discordgo.InteractionMessageComponent,
	discordgo.InteractionApplicationCommandAutocomplete, discordgo.InteractionModalSubmit,
}

// completes reports whether Discord asks for choices while somebody types.
func (i *interaction) completes() bool {
	return i.kind == discordgo.InteractionApplicationCommandAutocomplete
}

// positionsKept is how many positions are remembered for each channel.
const positionsKept = 10

// shown remembers the positions that everyone in a channel has seen last. Private answers
// are not remembered.
type shown struct{ channels recent.Table[*channelShown] }

// channelShown has the positions shown in one channel, the newest first.
type channelShown struct {
	mu        sync.Mutex
	positions []string
}

// note remembers the positions of a message that was sent to a channel.
func (s *shown) note(channel string, positions []string) {
	if len(positions) == 0 {
		return
	}
	c := s.of(channel)
	c.mu.Lock()
	defer c.mu.Unlock()
	newest := slices.Clone(positions)
	for _, p := range c.positions {
		if !slices.Contains(newest, p) {
			newest = append(newest, p)
		}
	}
	c.positions = newest[:min(positionsKept, len(newest))]
}

// in returns the positions shown in a channel, the newest first. Nobody changes the list.
func (s *shown) in(channel string) []string {
	c := s.of(channel)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.positions
}

func (s *shown) of(channel string) *channelShown {
	c, _ := s.channels.Get(channel, func() *channelShown { return &channelShown{} })
	return c
}

// received has the fields of Discord's interaction object that the bot reads.
// discordgo's struct has more, and fails on objects with parts that it does not
// know, such as a new kind of component.
type received struct {
	ID        string                    `json:"id"`
	AppID     string                    `json:"application_id"`
	Token     string                    `json:"token"`
	Type      discordgo.InteractionType `json:"type"`
	GuildID   string                    `json:"guild_id"`
	ChannelID string                    `json:"channel_id"`
	Channel   struct {
		ID   string                `json:"id"`
		Type discordgo.ChannelType `json:"type"`
		Name string                `json:"name"`
	} `json:"channel"`
	Member struct { // in a server
		User        person     `json:"user"`
		Nick        string     `json:"nick"`
		Permissions permission `json:"permissions"`
	} `json:"member"`
	User           person     `json:"user"`         // outside servers
	Locale         any        `json:"locale"`       // a text
	GuildLocale    any        `json:"guild_locale"` // a text
	AppPermissions permission `json:"app_permissions"`
	FileLimit      any        `json:"attachment_size_limit"`          // a number of bytes
	Owners         any        `json:"authorizing_integration_owners"` // an object, by integration type
	Context        any        `json:"context"`                        // a number: the kind of channel
	Message        *struct {
		ID        string                 `json:"id"`
		ChannelID string                 `json:"channel_id"`
		Flags     discordgo.MessageFlags `json:"flags"`
		Buttons   buttons                `json:"components"`
	} `json:"message"`
	Data struct {
		Name     string   `json:"name"`       // of a command
		TargetID string   `json:"target_id"`  // of a command in a menu: the message or the person
		Options  []option `json:"options"`    // of a slash command
		CustomID string   `json:"custom_id"`  // of a button, menu or form
		Values   []string `json:"values"`     // of a menu
		Parts    any      `json:"components"` // of a form
		Resolved struct {
			Channels map[string]struct {
				Type           discordgo.ChannelType `json:"type"`
				AppPermissions *permission           `json:"app_permissions"`
				Metadata       struct{ Locked bool } `json:"thread_metadata"`
			} `json:"channels"`
			Roles map[string]struct {
				Mentionable bool `json:"mentionable"`
			} `json:"roles"`
			Users map[string]struct {
				Bot bool `json:"bot"`
			} `json:"users"`
			Messages    map[string]map[string]any `json:"messages"`
			Attachments map[string]givenFile      `json:"attachments"`
		} `json:"resolved"`
	} `json:"data"`
}

// buttons are the custom ids of a message's components, in order.
type buttons []string

// UnmarshalJSON implements [json.Unmarshaler]. It skips parts of an unexpected type.
func (b *buttons) UnmarshalJSON(text []byte) error {
	var parts []struct {
		CustomID string  `json:"custom_id"`
		Inner    buttons `json:"components"`
	}
	json.Unmarshal(text, &parts) // what can be read is enough
	*b = buttons{}
	for _, p := range parts {
		if p.CustomID != "" {
			*b = append(*b, p.CustomID)
		}
		*b = append(*b, p.Inner...)
	}
	return nil
}

type person struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
}

// name returns the name that Discord shows outside servers.
func (p person) name() string { return cmp.Or(voice.Name(p.GlobalName), voice.Name(p.Username)) }

// languageOf returns the language of a locale; "" for anything else.
func languageOf(locale any) string {
	name, _ := locale.(string)
	return chat.LanguageOf(name)
}

// bytesOf returns a number of bytes; 0 for anything else.
func bytesOf(v any) int {
	if n, ok := v.(float64); ok && n > 0 && n < 1<<40 {
		return int(n)
	}
	return 0
}

// An option is an option with its value, or a subcommand with its options.
type option struct {
	Name    string                                 `json:"name"`
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Value   any                                    `json:"value"`
	Focused bool                                   `json:"focused"`
	Options []option                               `json:"options"`
}

// A permission is a set of permission bits, which Discord writes as a string.
type permission int64

// UnmarshalJSON implements [json.Unmarshaler]. A text that is not a number, or a
// number that does not fit, grants nothing.
func (p *permission) UnmarshalJSON(text []byte) error {
	if unquoted, err := strconv.Unquote(string(text)); err == nil {
		text = []byte(unquoted)
	}
	*p = 0
	if bits, err := strconv.ParseUint(string(text), 10, 63); err == nil {
		*p = permission(bits)
	}
	return nil
}

// readOptions reads the options of a command or a form, and the subcommand.
func (in *received) readOptions(r *chat.Request) {
	options := in.Data.Options
	if len(options) == 1 && options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		r.Subcommand, options = options[0].Name, options[0].Options
	}
	for _, o := range options {
		r.Options[o.Name] = o.Value
		if o.Focused {
			r.Focused = o.Name
		}
	}
	readInputs(in.Data.Parts, r.Options)
}

// readResolved reads what Discord says about the channels, roles, people and files that were
// given as options, and about the files of the message that a message command is used on.
func (in *received) readResolved(r *chat.Request, get getFile) {
	for id, channel := range in.Data.Resolved.Channels {
		r.Channels[id] = chat.Channel{Type: channel.Type, AppPermissions: (*int64)(channel.AppPermissions), Locked: channel.Metadata.Locked}
	}
	for id, role := range in.Data.Resolved.Roles {
		r.Roles[id] = chat.Role{Mentionable: role.Mentionable}
	}
	for id, user := range in.Data.Resolved.Users {
		r.Users[id] = chat.User{Bot: user.Bot}
	}
	if user, onPerson := r.Users[in.Data.TargetID]; onPerson {
		r.Person = chat.User{ID: in.Data.TargetID, Bot: user.Bot}
	}
	for id, file := range in.Data.Resolved.Attachments {
		r.Attachments[id] = file.readBy(get)
	}
	for _, file := range filesOf(in.Data.Resolved.Messages[in.Data.TargetID]) {
		r.TargetFiles = append(r.TargetFiles, file.readBy(get))
	}
}

// A getFile reads a file of Discord's at an address, at most so many bytes of it.
type getFile func(ctx context.Context, address string, most int) ([]byte, error)

// A givenFile is a file of an option or a message.
type givenFile struct {
	Filename string `json:"filename"`
	Size     any    `json:"size"`
	URL      string `json:"url"`
}

func (a givenFile) readBy(get getFile) chat.Attachment {
	return chat.Attachment{Name: a.Filename, Size: bytesOf(a.Size), Read: func(ctx context.Context, most int) ([]byte, error) {
		file, err := get(ctx, a.URL, most)
		switch {
		case errors.Is(err, rest.ErrTooLarge):
			err = chat.ErrTooLarge
		case errors.Is(err, rest.ErrGone):
			err = chat.ErrGone
		case err != nil:
			err = fmt.Errorf("%w: %w", chat.ErrUnsent, err)
		}
		return file, err
	}}
}

// filesOf returns the files of a message, and of messages that it forwards.
func filesOf(message map[string]any) (files []givenFile) {
	list, _ := message["attachments"].([]any)
	for _, entry := range list {
		file, _ := entry.(map[string]any)
		name, _ := file["filename"].(string)
		address, _ := file["url"].(string)
		files = append(files, givenFile{Filename: name, Size: file["size"], URL: address})
	}
	forwarded, _ := message["message_snapshots"].([]any)
	for _, entry := range forwarded {
		snapshot, _ := entry.(map[string]any)
		inner, _ := snapshot["message"].(map[string]any)
		files = append(files, filesOf(inner)...)
	}
	return files
}

// readInputs adds the values of a submitted form to the options, by the ids of the inputs.
// An input is in a label. In forms that an older version of the bot opened, it is in an
// action row. Parts of an unexpected type are skipped.
func readInputs(part any, options chat.Options) {
	switch part := part.(type) {
	case []any:
		for _, inner := range part {
			readInputs(inner, options)
		}
	case map[string]any:
		if id, ok := part["custom_id"].(string); ok {
			options[id] = part["value"]
			if chosen, ok := part["values"].([]any); ok && len(chosen) > 0 { // of a menu
				options[id] = chosen[0]
			}
		}
		readInputs(part["component"], options)  // of a label
		readInputs(part["components"], options) // of an action row
	}
}

// textsOf returns the texts of a message in order: of its content, embeds and
// components. It skips fields of an unexpected type.
func textsOf(part any) []string {
	var texts []string
	switch part := part.(type) {
	case []any:
		for _, inner := range part {
			texts = append(texts, textsOf(inner)...)
		}
	case map[string]any:
		for _, field := range []string{"content", "title", "description", "url", "name", "value", "text"} {
			if text, ok := part[field].(string); ok {
				texts = append(texts, text)
			}
		}
		for _, field := range []string{"embeds", "fields", "footer", "components", "message_snapshots", "message"} {
			texts = append(texts, textsOf(part[field])...)
		}
	}
	return texts
}

// uninvited reports whether the bot is not a member where somebody asks: in a server that
// has not installed the app, or in messages between people. The asker has installed the
// app for themselves.
func (in *received) uninvited() bool {
	if in.GuildID == "" {
		return in.Context == float64(discordgo.InteractionContextPrivateChannel)
	}
	owners, told := in.Owners.(map[string]any)
	_, byServer := owners[strconv.Itoa(int(discordgo.ApplicationIntegrationGuildInstall))]
	return told && !byServer
}
