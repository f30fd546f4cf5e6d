package chat

import (
	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/voice"
)

// A Component is one part of a message in Discord's Components V2. Each kind uses
// some of the fields. Package bot says the sentences: with a [voice.Raw] in place of each, the
// JSON is Discord's. Unlike discordgo's types, a component is encoded in one pass: discordgo
// encodes nested components again at every level.
type Component struct {
	Type        discordgo.ComponentType `json:"type"`
	Content     voice.Sentence          `json:"content,omitempty"`      // of a text, in Markdown
	Bar         int                     `json:"accent_color,omitempty"` // of the container around an answer
	Components  []Component             `json:"components,omitempty"`   // of a row or the container
	Items       []GalleryItem           `json:"items,omitempty"`        // of a media gallery
	File        *Media                  `json:"file,omitempty"`         // of a file
	Style       discordgo.ButtonStyle   `json:"style,omitempty"`        // of a button
	Label       voice.Sentence          `json:"label,omitempty"`        // of a button
	URL         string                  `json:"url,omitempty"`          // of a link button
	CustomID    string                  `json:"custom_id,omitempty"`    // of a button or menu
	Placeholder voice.Sentence          `json:"placeholder,omitempty"`  // of a menu
	Options     []MenuOption            `json:"options,omitempty"`      // of a menu
}

// A GalleryItem is a picture of a media gallery.
type GalleryItem struct {
	Media       Media          `json:"media"`
	Description voice.Sentence `json:"description,omitempty"` // the alt text
}

// Media is where a picture or a file comes from.
type Media struct {
	URL string `json:"url"`
}

// A MenuOption is one choice of a menu.
type MenuOption struct {
	Label       voice.Sentence `json:"label"`
	Value       string         `json:"value"`
	Description voice.Sentence `json:"description,omitempty"`
	Default     bool           `json:"default,omitempty"`
}

// Attached shows a file of the reply.
func Attached(name string) Component {
	return Component{Type: discordgo.FileComponentType, File: &Media{"attachment://" + name}}
}

// MostColumns is the most characters in a row of a table within a block of code. On a phone of
// 360 pixels a longer row breaks in two.
const MostColumns = 34

// Text is a text in Markdown.
func Text(content voice.Sentence) Component {
	return Component{Type: discordgo.TextDisplayComponent, Content: content}
}

// Row is a row of buttons, or of one menu.
func Row(components ...Component) Component {
	return Component{Type: discordgo.ActionsRowComponent, Components: components}
}

// Button is a button that a [Command] answers.
func Button(style discordgo.ButtonStyle, label voice.Sentence, customID string) Component {
	return Component{Type: discordgo.ButtonComponent, Style: style, Label: label, CustomID: customID}
}

// Secondary is a button that does not stand out.
func Secondary(label voice.Sentence, customID string) Component {
	return Button(discordgo.SecondaryButton, label, customID)
}

// LinkButton is a button that opens an address.
func LinkButton(label voice.Sentence, url string) Component {
	return Component{Type: discordgo.ButtonComponent, Style: discordgo.LinkButton, Label: label, URL: url}
}

// Menu is a menu from which people choose one option.
func Menu(customID string, placeholder voice.Sentence, options []MenuOption) Component {
	return Component{Type: discordgo.SelectMenuComponent, CustomID: customID, Placeholder: placeholder, Options: options}
}

// A Form asks a person to type or choose something. The submitted form arrives as a
// [Request] with this CustomID. Its Options have the values by the ids of the inputs.
type Form struct {
	CustomID string         `json:"custom_id"`
	Title    voice.Sentence `json:"title"`      // at most 45 characters
	Parts    []FormPart     `json:"components"` // 1 to 5
}

// A FormPart is a label with an input, or a text between labels.
type FormPart struct {
	Type        discordgo.ComponentType `json:"type"`
	Content     voice.Sentence          `json:"content,omitempty"`     // of a text, in Markdown
	Label       voice.Sentence          `json:"label,omitempty"`       // at most 45 characters
	Description voice.Sentence          `json:"description,omitempty"` // below the label, at most 100 characters; nil for none
	Input       *Input                  `json:"component,omitempty"`   // of a label
}

// An Input is a line to type in, a radio group, or a menu of people. A value is required unless Required
// is set to false.
type Input struct {
	Type        discordgo.ComponentType  `json:"type"`
	CustomID    string                   `json:"custom_id"`
	Required    bool                     `json:"required"`
	Style       discordgo.TextInputStyle `json:"style,omitempty"`          // of a text input
	Placeholder voice.Sentence           `json:"placeholder,omitempty"`    // of a text input, at most 100 characters
	MinLength   int                      `json:"min_length,omitempty"`     // of a text input, in characters
	MaxLength   int                      `json:"max_length,omitempty"`     // of a text input, at most 4000 characters
	Value       string                   `json:"value,omitempty"`          // with which a text input opens, at most MaxLength characters
	Options     []MenuOption             `json:"options,omitempty"`        // of a radio group, 2 to 10
	Chosen      []DefaultPerson          `json:"default_values,omitempty"` // with whom a menu of people opens
	Fewest      *int                     `json:"min_values,omitempty"`     // of a menu of people: 0, if it may stay empty
}

// A DefaultPerson is a person who is chosen already.
type DefaultPerson struct {
	ID   string `json:"id"`
	Type string `json:"type"` // "user"
}

// Component types that discordgo does not name.
const (
	labelComponent      discordgo.ComponentType = 18
	radioGroupComponent discordgo.ComponentType = 21
)

// PersonMenu is a menu from which people choose a person, or nobody. id is who is chosen already; "" for
// nobody.
func PersonMenu(customID, id string) Input {
	i := Input{Type: discordgo.UserSelectMenuComponent, CustomID: customID, Fewest: new(int)}
	if id != "" {
		i.Chosen = []DefaultPerson{{id, "user"}}
	}
	return i
}

// Label is a question of a form. The description may be nil.
func Label(label, description voice.Sentence, input Input) FormPart {
	return FormPart{Type: labelComponent, Label: label, Description: description, Input: &input}
}

// FormText is a text of a form, in Markdown.
func FormText(content voice.Sentence) FormPart {
	return FormPart{Type: discordgo.TextDisplayComponent, Content: content}
}

// TextInput is a line in which people type at least one character.
func TextInput(id string, placeholder voice.Sentence, maxLength int) Input {
	return Input{
		Type: discordgo.TextInputComponent, CustomID: id, Required: true, Style: discordgo.TextInputShort,
		Placeholder: placeholder, MinLength: 1, MaxLength: maxLength,
	}
}

// Optional returns the input as one that may stay empty.
func (i Input) Optional() Input {
	i.Required, i.MinLength = false, 0
	return i
}

// Read returns what a person typed or chose; "" for nothing.
func (i Input) Read(r *Request) string {
	text, _ := textOf(r.Options[i.CustomID])
	return text
}

// ReadNumber returns the whole number that a person typed, and whether it is one.
func (i Input) ReadNumber(r *Request) (int, bool) { return wholeNumber(r.Options[i.CustomID]) }

// RadioGroup is a list from which people choose one option.
func RadioGroup(id string, options []MenuOption) Input {
	return Input{Type: radioGroupComponent, CustomID: id, Required: true, Options: options}
}
