package chat

import "github.com/bwmarrin/discordgo"

// A Component is one part of a message in Discord's Components V2. Each kind uses
// some of the fields. Unlike discordgo's types, a Component is encoded in one
// pass: discordgo encodes nested components again at every level.
type Component struct {
	Type        discordgo.ComponentType `json:"type"`
	Content     string                  `json:"content,omitempty"`      // of a text, in Markdown
	AccentColor int                     `json:"accent_color,omitempty"` // of a container, 0xRRGGBB
	Components  []Component             `json:"components,omitempty"`   // of a container or a row
	Items       []GalleryItem           `json:"items,omitempty"`        // of a media gallery
	File        *Media                  `json:"file,omitempty"`         // of a file
	Style       discordgo.ButtonStyle   `json:"style,omitempty"`        // of a button
	Label       string                  `json:"label,omitempty"`        // of a button
	URL         string                  `json:"url,omitempty"`          // of a link button
	CustomID    string                  `json:"custom_id,omitempty"`    // of a button or menu
	Placeholder string                  `json:"placeholder,omitempty"`  // of a menu
	Options     []MenuOption            `json:"options,omitempty"`      // of a menu
}

// A GalleryItem is a picture of a media gallery.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"` // the alt text
}

// Media is where a picture or a file comes from.
type Media struct {
	URL string `json:"url"`
}

// A MenuOption is one choice of a menu.
type MenuOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Attached shows a file of the reply.
func Attached(name string) Component {
	return Component{Type: discordgo.FileComponentType, File: &Media{"attachment://" + name}}
}

// Text is a text in Markdown.
func Text(content string) Component {
	return Component{Type: discordgo.TextDisplayComponent, Content: content}
}

// Row is a row of buttons, or of one menu.
func Row(components ...Component) Component {
	return Component{Type: discordgo.ActionsRowComponent, Components: components}
}

// Button is a button that a [Command] answers.
func Button(style discordgo.ButtonStyle, label, customID string) Component {
	return Component{Type: discordgo.ButtonComponent, Style: style, Label: label, CustomID: customID}
}

// LinkButton is a button that opens an address.
func LinkButton(label, url string) Component {
	return Component{Type: discordgo.ButtonComponent, Style: discordgo.LinkButton, Label: label, URL: url}
}

// Menu is a menu from which people choose one option.
func Menu(customID, placeholder string, options []MenuOption) Component {
	return Component{Type: discordgo.SelectMenuComponent, CustomID: customID, Placeholder: placeholder, Options: options}
}
