package discordtest

import (
	"encoding/json"
	"strings"

	"chess960bot/internal/workshop/discordtest/validate"
)

// Component is one node of a message's component tree, as Discord returns it.
// Which fields are set depends on Type.
type Component struct {
	Type, ID, Style int
	CustomID        string `json:"custom_id"`
	Label, URL      string
	Disabled        bool
	Placeholder     string
	Options         []SelectOption
	Content         string
	Description     string
	AccentColor     *int `json:"accent_color"`
	Spoiler         bool
	Divider         bool
	Spacing         int
	File            *Media
	Items           []GalleryItem
	Components      []Component
}

// SelectOption is one line of a select menu.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// GalleryItem is one picture of a media gallery.
type GalleryItem struct {
	Media       Media
	Description string
	Spoiler     bool
}

// Media is a picture or file that a component shows.
type Media struct {
	URL           string
	Width, Height int
	ContentType   string `json:"content_type"`
	AttachmentID  string `json:"attachment_id"`
}

// attachments returns the ids of the files that a component shows, without those
// of its children.
func (c *Component) attachments() []string {
	var ids []string
	add := func(m *Media) {
		if m != nil && m.AttachmentID != "" {
			ids = append(ids, m.AttachmentID)
		}
	}
	add(c.File)
	for i := range c.Items {
		add(&c.Items[i].Media)
	}
	return ids
}

// Button is a button in a message.
type Button struct {
	Label, CustomID, URL string
	Style                int
	Disabled             bool
}

// Menu is a select menu in a message.
type Menu struct {
	CustomID, Placeholder string
	Type                  int
	Disabled              bool
	Options               []SelectOption
}

// Picture is a picture in a message: its file name, alt text and content. For a picture
// from another site, Name is the address and Data is nil.
type Picture struct {
	Name, Alt string
	Data      []byte
}

// Tree decodes the component tree.
func (m *Message) Tree() []Component {
	var tree []Component
	if m.Components != nil {
		json.Unmarshal(m.Components, &tree)
	}
	return tree
}

// walk visits components depth first, in the order in which they are shown.
func walk(tree []Component, visit func(*Component)) {
	for i := range tree {
		visit(&tree[i])
		walk(tree[i].Components, visit)
	}
}

// Text returns the text that a person can read: the content and all text displays, in
// this order, each on a line.
func (m *Message) Text() string {
	var lines []string
	add := func(text string) {
		if text != "" {
			lines = append(lines, text)
		}
	}
	add(m.Content)
	walk(m.Tree(), func(c *Component) { add(c.Content) })
	return strings.Join(lines, "\n")
}

// Buttons lists the buttons in order.
func (m *Message) Buttons() []Button {
	var out []Button
	walk(m.Tree(), func(c *Component) {
		if c.Type != validate.TypeButton {
			return
		}
		out = append(out, Button{Label: c.Label, CustomID: c.CustomID, URL: c.URL, Style: c.Style, Disabled: c.Disabled})
	})
	return out
}

// Button finds a button by its label.
func (m *Message) Button(label string) (Button, bool) {
	for _, b := range m.Buttons() {
		if b.Label == label {
			return b, true
		}
	}
	return Button{}, false
}

// Selects lists the select menus in order.
func (m *Message) Selects() []Menu {
	var out []Menu
	walk(m.Tree(), func(c *Component) {
		if c.Type != validate.TypeMenu {
			return
		}
		out = append(out, Menu{CustomID: c.CustomID, Placeholder: c.Placeholder, Type: c.Type, Disabled: c.Disabled, Options: c.Options})
	})
	return out
}

// Pictures lists the pictures that a person sees, which are in galleries.
func (m *Message) Pictures() []Picture {
	var out []Picture
	walk(m.Tree(), func(c *Component) {
		for _, item := range c.Items {
			out = append(out, m.picture(item.Media, item.Description))
		}
	})
	return out
}

func (m *Message) picture(media Media, alt string) Picture {
	for _, a := range m.Attachments {
		if a.ID == media.AttachmentID {
			return Picture{a.Filename, alt, a.Data}
		}
	}
	return Picture{Name: media.URL, Alt: alt}
}
