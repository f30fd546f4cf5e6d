package chat

import "context"

// A Reply is an answer of the bot: a message of layout components (Discord's
// Components V2) with its pictures.
type Reply struct {
	Audience   Audience // who sees it, and where
	Components []Component
	Pictures   []Picture
	Files      []File
	Form       *Form // a form to open instead of a message; nil for none

	// Sent is called once after the attempt to send the reply. err is nil if the
	// reply was sent. Sent may be nil.
	Sent func(ctx context.Context, err error)
}

// A Picture is a PNG file of a reply. A media gallery shows it with the address
// "attachment://" + Name.
type Picture struct {
	Name string
	Alt  string // a description for people who cannot see the picture
	PNG  []byte
}

// A File is a file to download. A file component shows it with the address
// "attachment://" + Name.
type File struct {
	Name        string
	ContentType string
	Bytes       []byte
}

// A Form asks a person to type something. The submitted form arrives as a Request
// with this CustomID. Its Options have the values by the fields' IDs.
type Form struct {
	CustomID, Title string
	Fields          []Field
}

// A Field is one line of a form.
type Field struct {
	ID, Label, Placeholder string
	MaxLength              int // characters
}

// Say returns a private reply of plain text.
func Say(text string) *Reply {
	return &Reply{Audience: OnlyAsker, Components: []Component{Text(text)}}
}
