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

// LinkButton is a button that opens an address.
func LinkButton(label voice.Sentence, url string) Component {
	return Component{Type: discordgo.ButtonComponent, Style: discordgo.LinkButton, Label: label, URL: url}
}

// Menu is a menu from which people choose one option.
func Menu(customID string, placeholder voice.Sentence, options []MenuOption) Component {
	return Component{Type: discordgo.SelectMenuComponent, CustomID: customID, Placeholder: placeholder, Options: options}
}
