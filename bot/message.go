package bot

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/voice"
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

type choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// The most characters that Discord allows. A longer text is cut, because Discord would refuse
// the whole answer.
const (
	mostAlt         = 1024
	mostButton      = 80
	mostMenu        = 150 // of the text of a menu without a choice
	mostOption      = 100 // of a label or a description in a menu
	mostFormTitle   = 45  // also of a label
	mostDescription = 100 // below a label, or in an empty line of a form
	mostThreadName  = 100
)

// A printer says the sentences of an answer in a language, within Discord's limits. Names of
// commands become mentions.
type printer struct{ *voice.Voice }

// printerFor returns the printer for what a request is answered with. private is for what only
// the asker sees.
func (b *Bot) printerFor(request *chat.Request, private bool) printer {
	return b.printerIn(request.AnswerLanguage(private))
}

func (b *Bot) printerIn(language string) printer {
	return printer{voice.In(language).Offering(b.mentions.Load())}
}

// readAlone reports whether only the asker reads a reply: a private answer, or an edit of a
// private message.
func readAlone(request *chat.Request, audience chat.Audience) bool {
	private, edit := audience.Resolve(request)
	return private || edit && request.Message != nil && request.Message.Private
}

// short says a sentence in at most that many characters.
func (p printer) short(s voice.Sentence, most int) string { return cut(p.Say(s), most) }

// said returns what a sentence says, as the text that Discord gets; nil for nothing.
func (p printer) said(s voice.Sentence, most int) voice.Sentence {
	if text := p.short(s, most); text != "" {
		return voice.Raw(text)
	}
	return nil
}

// text returns what a text in Markdown says. If all of a text is about commands that are not offered, it
// has their names as people would type them.
func (p printer) text(s voice.Sentence) voice.Sentence {
	text := p.Say(s)
	if text == "" {
		text = typedNames.Replace(voice.In(p.Language()).Say(s))
	}
	if text == "" {
		return nil
	}
	return voice.Raw(text)
}

var typedNames = strings.NewReplacer(string(voice.MentionStart), "`/", string(voice.MentionEnd), "`")

// components returns the components with each sentence said: their JSON is Discord's.
func (p printer) components(list []chat.Component) []chat.Component {
	printed := slices.Clone(list)
	for i := range printed {
		c := &printed[i]
		c.Content, c.Components = p.text(c.Content), p.components(c.Components)
		c.Label, c.Placeholder, c.Options = p.said(c.Label, mostButton), p.said(c.Placeholder, mostMenu), p.options(c.Options)
		c.Items = slices.Clone(c.Items)
		for i, item := range c.Items {
			c.Items[i].Description = p.said(item.Description, mostAlt)
		}
	}
	return printed
}

func (p printer) options(list []chat.MenuOption) []chat.MenuOption {
	printed := slices.Clone(list)
	for i, o := range printed {
		printed[i].Label, printed[i].Description = p.said(o.Label, mostOption), p.said(o.Description, mostOption)
	}
	return printed
}

// form returns the form with each sentence said.
func (p printer) form(f *chat.Form) chat.Form {
	printed := chat.Form{CustomID: f.CustomID, Title: p.said(f.Title, mostFormTitle), Parts: slices.Clone(f.Parts)}
	for i := range printed.Parts {
		part := &printed.Parts[i]
		part.Content = p.text(part.Content)
		part.Label, part.Description = p.said(part.Label, mostFormTitle), p.said(part.Description, mostDescription)
		if part.Input != nil {
			input := *part.Input
			input.Placeholder, input.Options = p.said(input.Placeholder, mostDescription), p.options(input.Options)
			part.Input = &input
		}
	}
	return printed
}

// cut shortens a text to at most that many characters.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
