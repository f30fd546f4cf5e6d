package discordtest

import (
	"strings"

	"chess960bot/internal/workshop/discordtest/validate"
)

// componentFields are the fields that Discord keeps of each component type. It
// drops all others silently.
var componentFields = map[int][]string{
	validate.TypeRow:       {"components"},
	validate.TypeButton:    {"style", "label", "custom_id", "url", "disabled"},
	validate.TypeMenu:      {"custom_id", "placeholder", "disabled", "options"},
	validate.TypeText:      {"content"},
	validate.TypeGallery:   {"items"},
	validate.TypeFile:      {"file", "spoiler"},
	validate.TypeContainer: {"components", "accent_color", "spoiler"},
}

// componentDefaults are fields that Discord returns even if the bot did not send them.
var componentDefaults = map[int]map[string]any{
	validate.TypeMenu:      {"min_values": 1, "max_values": 1},
	validate.TypeFile:      {"spoiler": false},
	validate.TypeContainer: {"accent_color": nil, "spoiler": false},
}

// storedComponents turns a checked component tree into the tree that Discord returns. In
// that tree every component has an id, and every file has its address and size.
type storedComponents struct {
	ids    map[int64]bool // ids that the bot chose
	lastID int64
	files  []Attachment
	newID  func() string // an id for a medium
}

func (t *storedComponents) list(tree any) []any {
	items, _ := tree.([]any)
	out := make([]any, 0, len(items))
	for _, item := range items {
		out = append(out, t.component(item.(map[string]any)))
	}
	return out
}

func (t *storedComponents) component(sent map[string]any) map[string]any {
	kind := int(validate.Int(sent["type"]))
	c := map[string]any{"type": kind, "id": t.id(sent["id"])}
	for name, v := range componentDefaults[kind] {
		c[name] = v
	}
	for _, name := range componentFields[kind] {
		if v := sent[name]; v != nil {
			c[name] = t.field(name, v)
		}
	}
	if file, ok := c["file"].(map[string]any); ok {
		c["name"], c["size"] = t.nameAndSize(file)
	}
	return c
}

func (t *storedComponents) field(name string, v any) any {
	switch name {
	case "components":
		return t.list(v)
	case "items":
		return t.galleryItems(v.([]any))
	case "file":
		return t.media(v.(map[string]any))
	}
	return v
}

func (t *storedComponents) galleryItems(sent []any) []any {
	out := make([]any, len(sent))
	for i, x := range sent {
		item := x.(map[string]any)
		spoiler, _ := item["spoiler"].(bool)
		out[i] = map[string]any{"media": t.media(item["media"].(map[string]any)), "description": item["description"], "spoiler": spoiler}
	}
	return out
}

func (t *storedComponents) media(sent map[string]any) map[string]any {
	address, _ := sent["url"].(string)
	m := map[string]any{"id": t.newID(), "url": address, "proxy_url": address, "width": nil, "height": nil, "content_type": nil}
	a := t.file(address)
	if a == nil {
		return m
	}
	m["url"], m["proxy_url"], m["content_type"], m["attachment_id"] = a.URL, a.URL, a.ContentType, a.ID
	if a.Width > 0 {
		m["width"], m["height"] = a.Width, a.Height
	}
	return m
}

// file returns the attachment that an address refers to. The address is attachment://
// with the file's name, or the attachment's own address. If files have the same name, it
// is the last one.
func (t *storedComponents) file(address string) *Attachment {
	name, byName := strings.CutPrefix(address, "attachment://")
	var found *Attachment
	for i := range t.files {
		if a := &t.files[i]; byName && a.Filename == name || a.URL == address {
			found = a
		}
	}
	return found
}

func (t *storedComponents) nameAndSize(media map[string]any) (name, size any) {
	for _, a := range t.files {
		if a.ID == media["attachment_id"] {
			return a.Filename, a.Size
		}
	}
	return nil, nil
}

// id returns the id that the bot chose, or else the next free number. Numbers start from
// 1, depth first.
func (t *storedComponents) id(sent any) int64 {
	if n := validate.Int(sent); n > 0 {
		return n
	}
	for t.lastID++; t.ids[t.lastID]; t.lastID++ {
	}
	return t.lastID
}
