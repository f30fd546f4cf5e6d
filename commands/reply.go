package commands

// A Reply is what the bot answers: a message of layout components (Discord's
// Components V2) and the pictures they show.
type Reply struct {
	Private    bool // seen by the asker alone
	Edit       bool // replaces the message whose button was pressed
	Components []Component
	Pictures   []Picture
	Files      []File
}

// A Picture is a PNG that a reply carries. A media gallery shows it by the
// address "attachment://" + Name.
type Picture struct {
	Name string
	Alt  string // what it shows, for those who cannot see it
	PNG  []byte
}

// A File is a file to download. A file component shows it by the address
// "attachment://" + Name.
type File struct {
	Name        string
	ContentType string
	Bytes       []byte
}

// A UserError tells the asker, and nobody else, why there is no answer. Text that
// the asker typed is quoted in it without effect.
type UserError struct {
	Msg  string // what is wrong, a full sentence or a list
	Hint string // what to do instead
}

// Error returns the message without the hint.
func (e *UserError) Error() string { return e.Msg }

// Say returns a private reply of plain text.
func Say(text string) *Reply {
	return &Reply{Private: true, Components: []Component{textComponent(text)}}
}

// Reply returns the error as the asker sees it.
func (e *UserError) Reply() *Reply {
	text := e.Msg
	if e.Hint != "" {
		text += "\n\n" + e.Hint
	}
	return Say(text)
}
