package discordtest

import (
	"encoding/json"
	"unicode/utf8"
)

// checkEmbeds checks the embeds of a message and returns them, nil for none.
// Discord adds their texts up over the whole message.
func checkEmbeds(v value) json.RawMessage {
	total := 0
	items := v.list(0, 10)
	for _, e := range items {
		if e.object() {
			total += checkEmbed(e)
		}
	}
	if total > 6000 {
		v.fault("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	if len(items) == 0 {
		return nil
	}
	for _, item := range v.v.([]any) {
		if e, ok := item.(map[string]any); ok && e["type"] == nil {
			e["type"] = "rich"
		}
	}
	raw, _ := json.Marshal(v.v)
	return raw
}

// checkEmbed checks one embed and returns the length of its texts.
func checkEmbed(v value) int {
	size := 0
	count := func(x value, low, high int) {
		size += utf8.RuneCountInString(x.text(low, high))
	}
	count(v.get("title"), 0, 256)
	count(v.get("description"), 0, 4096)
	count(v.get("footer").get("text"), 0, 2048)
	count(v.get("author").get("name"), 0, 256)
	v.get("color").integer(0, 0xFFFFFF)
	for _, f := range v.get("fields").list(0, 25) {
		for name, high := range map[string]int{"name": 256, "value": 1024} {
			if f.get(name).required() {
				count(f.get(name), 1, high)
			}
		}
	}
	v.get("url").link(2048, "http", "https")
	for _, name := range []string{"image", "thumbnail"} {
		v.get(name).get("url").link(2048, "http", "https", "attachment")
	}
	return size
}
