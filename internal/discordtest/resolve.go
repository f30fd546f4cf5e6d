package discordtest

import (
	"encoding/json"
	"strings"
)

// componentFields are the fields that Discord keeps of each component type; it
// drops all others without a word.
var componentFields = map[int][]string{
	typeRow:       {"components"},
	typeButton:    {"style", "label", "emoji", "custom_id", "url", "sku_id", "disabled"},
	typeMenu:      {"custom_id", "placeholder", "min_values", "max_values", "disabled", "options"},
	typeUserMenu:  {"custom_id", "placeholder", "min_values", "max_values", "disabled", "default_values"},
	6:             {"custom_id", "placeholder", "min_values", "max_values", "disabled", "default_values"},
	7:             {"custom_id", "placeholder", "min_values", "max_values", "disabled", "default_values", "channel_types"},
	typeAnyMenu:   {"custom_id", "placeholder", "min_values", "max_values", "disabled", "default_values"},
	typeSection:   {"components", "accessory"},
	typeText:      {"content"},
	typeThumbnail: {"media", "description", "spoiler"},
	typeGallery:   {"items"},
	typeFile:      {"file", "spoiler"},
	typeSeparator: {"divider", "spacing"},
	typeContainer: {"components", "accent_color", "spoiler"},
}

// componentDefaults are fields that Discord returns even if the bot sent none.
var componentDefaults = map[int]map[string]any{
	typeMenu:      {"min_values": 1, "max_values": 1},
	typeUserMenu:  {"min_values": 1, "max_values": 1},
	6:             {"min_values": 1, "max_values": 1},
	7:             {"min_values": 1, "max_values": 1},
	typeAnyMenu:   {"min_values": 1, "max_values": 1},
	typeThumbnail: {"description": nil, "spoiler": false},
	typeFile:      {"spoiler": false},
	typeSeparator: {"divider": true, "spacing": 1},
	typeContainer: {"accent_color": nil, "spoiler": false},
}

// resolver turns a checked component tree into the one Discord returns:
// every component has an id, every medium its address and size.
type resolver struct {
	ids   map[int64]bool // taken by the bot
	last  int64
	files map[string]*Attachment
	new   func() string // an id for a medium
}

func (r *resolver) list(tree any) []any {
	items, _ := tree.([]any)
	out := make([]any, 0, len(items))
	for _, item := range items {
		out = append(out, r.component(item.(map[string]any)))
	}
	return out
}

func (r *resolver) component(sent map[string]any) map[string]any {
	t := int(toInt(sent["type"]))
	c := map[string]any{"type": t, "id": r.id(sent["id"])}
	for name, v := range componentDefaults[t] {
		c[name] = v
	}
	for _, name := range componentFields[t] {
		if v := sent[name]; v != nil {
			c[name] = r.field(name, v)
		}
	}
	if file, ok := c["file"].(map[string]any); ok {
		c["name"], c["size"] = r.nameAndSize(file)
	}
	return c
}

func (r *resolver) field(name string, v any) any {
	switch name {
	case "components":
		return r.list(v)
	case "accessory":
		return r.component(v.(map[string]any))
	case "items":
		return r.items(v.([]any))
	case "media", "file":
		return r.media(v.(map[string]any))
	}
	return v
}

func (r *resolver) items(sent []any) []any {
	out := make([]any, len(sent))
	for i, x := range sent {
		item := x.(map[string]any)
		spoiler, _ := item["spoiler"].(bool)
		out[i] = map[string]any{"media": r.media(item["media"].(map[string]any)), "description": item["description"], "spoiler": spoiler}
	}
	return out
}

func (r *resolver) media(sent map[string]any) map[string]any {
	address, _ := sent["url"].(string)
	m := map[string]any{"id": r.new(), "url": address, "proxy_url": address, "width": nil, "height": nil, "content_type": nil}
	a := r.find(address)
	if a == nil {
		return m
	}
	m["url"], m["proxy_url"], m["content_type"], m["attachment_id"] = a.URL, a.URL, a.ContentType, a.ID
	if a.Width > 0 {
		m["width"], m["height"] = a.Width, a.Height
	}
	return m
}

// find is the attachment behind an attachment:// reference or its own address.
func (r *resolver) find(address string) *Attachment {
	if name, ok := strings.CutPrefix(address, "attachment://"); ok {
		return r.files[name]
	}
	for _, a := range r.files {
		if a.URL == address {
			return a
		}
	}
	return nil
}

func (r *resolver) nameAndSize(media map[string]any) (name, size any) {
	for _, a := range r.files {
		if a.ID == media["attachment_id"] {
			return a.Filename, a.Size
		}
	}
	return nil, nil
}

// id keeps what the bot chose and numbers the others from 1, depth first.
func (r *resolver) id(sent any) int64 {
	if n := toInt(sent); n > 0 {
		return n
	}
	for r.last++; r.ids[r.last]; r.last++ {
	}
	return r.last
}

// toInt is the integer of a decoded JSON number, else 0.
func toInt(v any) int64 {
	number, _ := v.(json.Number)
	n, _ := number.Int64()
	return n
}
