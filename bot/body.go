package bot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
)

// A body is a request's body with its content type.
type body struct {
	contentType string
	bytes       []byte
}

// bodyOf is the answer to an interaction by a reply.
func bodyOf(r *commands.Reply) (*body, error) {
	kind := discordgo.InteractionResponseChannelMessageWithSource
	if r.Edit {
		kind = discordgo.InteractionResponseUpdateMessage
	}
	return encode(callback{kind, messageOf(r)}, r.Pictures)
}

// choicesOf is the answer to an autocompletion.
func choicesOf(offered []commands.Choice) (*body, error) {
	if offered == nil {
		offered = []commands.Choice{} // null is refused
	}
	return encode(callback{discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": offered}}, nil)
}

// encode makes the body of a request: JSON, or with pictures a form.
func encode(payload any, pictures []commands.Picture) (*body, error) {
	text, err := json.Marshal(payload)
	if err != nil || len(pictures) == 0 {
		return &body{"application/json", text}, err
	}
	return form(text, pictures)
}

// form makes a form of JSON and pictures, as Discord's documentation describes it
// under "Uploading Files". It makes room for all of it at once, which a large part
// of the memory for an answer depends on.
func form(text []byte, pictures []commands.Picture) (*body, error) {
	const perPart = 256 // bytes around what a part holds, at most
	size := len(text) + perPart*(len(pictures)+2)
	for _, p := range pictures {
		size += len(p.PNG)
	}
	out := bytes.NewBuffer(make([]byte, 0, size))
	w := multipart.NewWriter(out)
	err := part(w, `name="payload_json"`, "application/json", text)
	for i, p := range pictures {
		if err == nil {
			err = part(w, fmt.Sprintf(`name="files[%d]"; filename=%q`, i, p.Name), "image/png", p.PNG)
		}
	}
	if err == nil {
		err = w.Close()
	}
	return &body{w.FormDataContentType(), out.Bytes()}, err
}

// part adds a part to a form.
func part(w *multipart.Writer, disposition, contentType string, content []byte) error {
	p, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {"form-data; " + disposition},
		"Content-Type":        {contentType},
	})
	if err != nil {
		return err
	}
	_, err = p.Write(content)
	return err
}
