package bot

import (
	"strconv"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/discordapi"
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

	files []discordapi.File // of the request, in the order of the attachments
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
}

// messageOf turns a reply into a message. Names of commands become mentions.
func (b *Bot) messageOf(r *chat.Reply) message {
	m := message{
		Flags:           discordgo.MessageFlagsIsComponentsV2,
		Attachments:     []attachment{},
		AllowedMentions: allowedMentions{Parse: []string{}, Roles: r.Roles},
	}
	names := b.mentions.Load()
	for _, c := range r.Components {
		c.Content = names.Replace(c.Content)
		m.Components = append(m.Components, c)
	}
	if r.Bar != 0 {
		m.Components = []chat.Component{{Type: discordgo.ContainerComponent, AccentColor: r.Bar, Components: m.Components}}
	}
	attach := func(alt string, f discordapi.File) {
		m.Attachments = append(m.Attachments, attachment{strconv.Itoa(len(m.files)), f.Name, alt})
		m.files = append(m.files, f)
	}
	for _, p := range r.Pictures {
		attach(p.Alt, discordapi.File{Name: p.Name, ContentType: "image/png", Bytes: p.PNG})
	}
	for _, f := range r.Files {
		attach("", discordapi.File(f))
	}
	return m
}

// A callback is the first answer to an interaction, in Discord's JSON.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"` // a message, a form or choices
}

// encodeReply makes the callback for a reply to a request.
func (b *Bot) encodeReply(request *chat.Request, r *chat.Reply) (discordapi.Body, error) {
	if r.Form != nil {
		return discordapi.Encode(callback{discordgo.InteractionResponseModal, r.Form})
	}
	kind, m := discordgo.InteractionResponseChannelMessageWithSource, b.messageOf(r)
	private, edit := r.Audience.Resolve(request)
	if private {
		m.Flags |= discordgo.MessageFlagsEphemeral
	}
	if edit {
		kind = discordgo.InteractionResponseUpdateMessage
	}
	return discordapi.Encode(callback{kind, m}, m.files...)
}

// encodeChoices makes the callback that offers choices. It leaves out what Discord would
// refuse, because that would lose the other choices too.
func encodeChoices(offered []chat.Choice) (discordapi.Body, error) {
	choices := []chat.Choice{} // Discord refuses null
	for _, c := range offered {
		c.Name = cut(c.Name, chat.MostChoiceText)
		value, isText := c.Value.(string)
		tooLong := isText && (value == "" || utf8.RuneCountInString(value) > chat.MostChoiceText)
		if c.Name != "" && !tooLong && len(choices) < chat.MostChoices {
			choices = append(choices, c)
		}
	}
	return discordapi.Encode(callback{discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": choices}})
}

// cut shortens a text to at most that many characters.
func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
