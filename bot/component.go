package bot

import (
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// A component is any of Discord's message components; each kind has some of the
// fields. discordgo's own types each encode themselves, and all that is nested in
// them once more at each level, which took longer than all the rest of an answer.
type component struct {
	Type        discordgo.ComponentType      `json:"type"`
	AccentColor *int                         `json:"accent_color,omitempty"`
	Components  []component                  `json:"components,omitempty"`
	Content     string                       `json:"content,omitempty"`
	Items       []discordgo.MediaGalleryItem `json:"items,omitempty"`
	Style       discordgo.ButtonStyle        `json:"style,omitempty"`
	Label       string                       `json:"label,omitempty"`
	URL         string                       `json:"url,omitempty"`
	CustomID    string                       `json:"custom_id,omitempty"`
	Placeholder string                       `json:"placeholder,omitempty"`
	Options     []discordgo.SelectMenuOption `json:"options,omitempty"`
}

// componentsOf translates components of the kinds that the commands use.
func componentsOf(list []discordgo.MessageComponent) ([]component, error) {
	out := make([]component, len(list))
	for i, c := range list {
		var err error
		if out[i], err = componentOf(c); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func componentOf(c discordgo.MessageComponent) (out component, err error) {
	out.Type = c.Type()
	switch c := c.(type) {
	case discordgo.Container:
		out.AccentColor = c.AccentColor
		out.Components, err = componentsOf(c.Components)
	case discordgo.ActionsRow:
		out.Components, err = componentsOf(c.Components)
	case discordgo.TextDisplay:
		out.Content = c.Content
	case discordgo.MediaGallery:
		out.Items = c.Items
	case discordgo.Separator:
	case discordgo.Button:
		out.Style, out.Label, out.URL, out.CustomID = c.Style, c.Label, c.URL, c.CustomID
	case discordgo.SelectMenu:
		out.CustomID, out.Placeholder, out.Options = c.CustomID, c.Placeholder, c.Options
	default:
		err = fmt.Errorf("no answer has had a component such as %T before", c)
	}
	return out, err
}
