package bot

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// A component is a [chat.Component] in Discord's JSON, with its sentences in words. Unlike
// discordgo's types, a component is encoded in one pass: discordgo encodes nested components
// again at every level.
type component struct {
	Type        discordgo.ComponentType `json:"type"`
	Content     string                  `json:"content,omitempty"`
	AccentColor int                     `json:"accent_color,omitempty"`
	Components  []component             `json:"components,omitempty"`
	Items       []galleryItem           `json:"items,omitempty"`
	File        *chat.Media             `json:"file,omitempty"`
	Style       discordgo.ButtonStyle   `json:"style,omitempty"`
	Label       string                  `json:"label,omitempty"`
	URL         string                  `json:"url,omitempty"`
	CustomID    string                  `json:"custom_id,omitempty"`
	Placeholder string                  `json:"placeholder,omitempty"`
	Options     []menuOption            `json:"options,omitempty"`
}

type galleryItem struct {
	Media       chat.Media `json:"media"`
	Description string     `json:"description,omitempty"`
}

type menuOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

type form struct {
	CustomID string     `json:"custom_id"`
	Title    string     `json:"title"`
	Parts    []formPart `json:"components"`
}

type formPart struct {
	Type        discordgo.ComponentType `json:"type"`
	Content     string                  `json:"content,omitempty"`
	Label       string                  `json:"label,omitempty"`
	Description string                  `json:"description,omitempty"`
	Input       *input                  `json:"component,omitempty"`
}

type input struct {
	Type        discordgo.ComponentType  `json:"type"`
	CustomID    string                   `json:"custom_id"`
	Required    bool                     `json:"required"`
	Style       discordgo.TextInputStyle `json:"style,omitempty"`
	Placeholder string                   `json:"placeholder,omitempty"`
	MinLength   int                      `json:"min_length,omitempty"`
	MaxLength   int                      `json:"max_length,omitempty"`
	Value       string                   `json:"value,omitempty"`
	Options     []menuOption             `json:"options,omitempty"`
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
type printer struct {
	*voice.Voice
	mentions *strings.Replacer
}

// printerFor returns the printer for what a request is answered with. private is for what only
// the asker sees.
func (b *Bot) printerFor(request *chat.Request, private bool) printer {
	return b.printerIn(request.AnswerLanguage(private))
}

func (b *Bot) printerIn(language string) printer {
	return printer{voice.In(language), b.mentions.Load()}
}

// readAlone reports whether only the asker reads a reply: a private answer, or an edit of a
// private message.
func readAlone(request *chat.Request, audience chat.Audience) bool {
	private, edit := audience.Resolve(request)
	return private || edit && request.Message != nil && request.Message.Private
}

// short says a sentence in at most that many characters.
func (p printer) short(s voice.Sentence, most int) string { return cut(p.Say(s), most) }

func (p printer) components(list []chat.Component) []component {
	var printed []component
	for _, c := range list {
		out := component{
			Type: c.Type, File: c.File, Style: c.Style, URL: c.URL, CustomID: c.CustomID,
			Content: p.mentions.Replace(p.Say(c.Content)), Components: p.components(c.Components),
			Label: p.short(c.Label, mostButton), Placeholder: p.short(c.Placeholder, mostMenu), Options: p.options(c.Options),
		}
		for _, item := range c.Items {
			out.Items = append(out.Items, galleryItem{item.Media, p.short(item.Description, mostAlt)})
		}
		printed = append(printed, out)
	}
	return printed
}

func (p printer) options(list []chat.MenuOption) []menuOption {
	var printed []menuOption
	for _, o := range list {
		label, description := p.short(o.Label, mostOption), p.short(o.Description, mostOption)
		printed = append(printed, menuOption{label, o.Value, description, o.Default})
	}
	return printed
}

func (p printer) form(f *chat.Form) form {
	printed := form{CustomID: f.CustomID, Title: p.short(f.Title, mostFormTitle)}
	for _, part := range f.Parts {
		out := formPart{
			Type: part.Type, Content: p.mentions.Replace(p.Say(part.Content)),
			Label: p.short(part.Label, mostFormTitle), Description: p.short(part.Description, mostDescription),
		}
		if i := part.Input; i != nil {
			out.Input = &input{
				Type: i.Type, CustomID: i.CustomID, Required: i.Required, Style: i.Style, MinLength: i.MinLength, MaxLength: i.MaxLength, Value: i.Value,
				Placeholder: p.short(i.Placeholder, mostDescription), Options: p.options(i.Options),
			}
		}
		printed.Parts = append(printed.Parts, out)
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
