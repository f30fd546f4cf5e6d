package validate

import "unicode/utf8"

// maxEmbedText is how many characters all embeds of a message may have together.
const maxEmbedText = 6000

// Embeds checks the embeds of a message.
func Embeds(v Value) {
	total := 0
	for _, e := range v.List(0, 10) {
		if e.Object() {
			total += embed(e)
		}
	}
	if total > maxEmbedText {
		v.Fault("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedText)
	}
}

// embed checks one embed and returns how many characters its texts have.
func embed(v Value) int {
	size := 0
	count := func(x Value, low, high int) {
		size += utf8.RuneCountInString(x.Text(low, high))
	}
	count(v.Get("title"), 0, 256)
	count(v.Get("description"), 0, 4096)
	count(v.Get("footer").Get("text"), 0, 2048)
	count(v.Get("author").Get("name"), 0, 256)
	v.Get("color").Integer(0, 0xFFFFFF)
	for _, f := range v.Get("fields").List(0, 25) {
		for name, high := range map[string]int{"name": 256, "value": 1024} {
			if f.Get(name).Required() {
				count(f.Get(name), 1, high)
			}
		}
	}
	v.Get("url").Link(2048, "http", "https")
	for _, name := range []string{"image", "thumbnail"} {
		v.Get(name).Get("url").Link(2048, "http", "https", "attachment")
	}
	return size
}
