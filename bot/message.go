package bot

import (
	"strconv"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
)

// A message has the fields of Discord's message object that the bot sends.
// Attachments and AllowedMentions are never omitted. Without attachments an edit
// would keep the old pictures. Without allowed_mentions Discord would ping everyone
// whom a text names.
type message struct {
	Flags           discordgo.MessageFlags `json:"flags"`
	Components      []chat.Component       `json:"components"`
	Attachments     []attachment           `json:"attachments"`
	AllowedMentions allowedMentions        `json:"allowed_mentions"`

	files []rest.File // of the request, in the order of the attachments
}

// An attachment gives a file of the request its name and alt text. The id is the
// index of the file in the request.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type allowedMentions struct {
	Parse []string `json:"parse"`           // kinds of mention that ping everyone they name: always empty
	Roles []string `json:"roles,omitempty"` // ids of the roles that may be pinged
	Users []string `json:"users,omitempty"` // ids of the people who may be pinged
}

// messageOf turns a reply into a message: one container with a bar.
func (b *Bot) messageOf(p printer, r *chat.Reply) message {
	m := message{
		Flags:           discordgo.MessageFlagsIsComponentsV2,
		Components:      []chat.Component{{Type: discordgo.ContainerComponent, Bar: r.Bar, Components: p.components(r.Components)}},
		Attachments:     []attachment{},
		AllowedMentions: allowedMentions{Parse: []string{}, Roles: r.Roles, Users: r.People},
	}
	attach := func(alt string, f rest.File) {
		m.Attachments = append(m.Attachments, attachment{strconv.Itoa(len(m.files)), f.Name, alt})
		m.files = append(m.files, f)
	}
	for _, picture := range r.Pictures {
		attach(p.short(picture.Alt, mostAlt), rest.File{Name: picture.Name, ContentType: "image/png", Bytes: picture.PNG})
	}
	for _, f := range r.Files {
		attach("", rest.File(f))
	}
	return m
}

// A callback is the first answer to an interaction, in Discord's JSON.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"` // a message, a form or choices
}

// encodeReply makes the callback for a reply to a request.
func (b *Bot) encodeReply(request *chat.Request, r *chat.Reply) (rest.Body, error) {
	if r.Form != nil {
		return rest.Encode(callback{discordgo.InteractionResponseModal, b.printerFor(request, true).form(r.Form)})
	}
	private, edit := r.Audience.Resolve(request)
	var seenBy discordgo.MessageFlags
	if private {
		seenBy = discordgo.MessageFlagsEphemeral
	}
	if r.Later != nil {
		return rest.Encode(callback{discordgo.InteractionResponseDeferredChannelMessageWithSource, map[string]any{"flags": seenBy}})
	}
	kind, m := discordgo.InteractionResponseChannelMessageWithSource, b.messageOf(b.printerFor(request, readAlone(request, r.Audience)), r)
	m.Flags |= seenBy
	if edit {
		kind = discordgo.InteractionResponseUpdateMessage
	}
	return rest.Encode(callback{kind, m}, m.files...)
}

// encodeChoices makes the callback that offers choices. It leaves out what Discord would
// refuse, because that would lose the other choices too.
func encodeChoices(p printer, offered []chat.Choice) (rest.Body, error) {
	choices := []choice{} // Discord refuses null
	for _, c := range offered {
		name := p.short(c.Name, chat.MostChoiceText)
		value, isText := c.Value.(string)
		tooLong := isText && (value == "" || utf8.RuneCountInString(value) > chat.MostChoiceText)
		if name != "" && !tooLong && len(choices) < chat.MostChoices {
			choices = append(choices, choice{name, c.Value})
		}
	}
	return rest.Encode(callback{discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": choices}})
}
