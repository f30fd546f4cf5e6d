package chat

import (
	"context"
	"errors"
	"time"

	"chess960bot/internal/voice"
)

// A Reply is an answer of the bot: a message of layout components (Discord's
// Components V2) with its pictures.
type Reply struct {
	Audience   Audience // who sees it, and where
	Bar        int      // the colour of the bar beside the message, 0xRRGGBB
	Components []Component
	Pictures   []Picture
	Files      []File
	Form       *Form    // a form to open instead of a message; nil for none
	Roles      []string // ids of the roles that the message pings
	People     []string // ids of the people that the message pings
	Shows      []string // the positions shown, such as SP 518, to be offered by autocompletion; none of those that people shall work out
	Thread     *Thread  // a thread to begin after the reply was sent; nil for none
	// Later makes the reply itself, which takes longer than Discord waits: until then people see that
	// the bot is at work. Only Audience counts beside it, and what it returns has a message. It is nil
	// for a reply that is there.
	Later func(ctx context.Context) (*Reply, error)

	FollowUp *Reply // a second reply, which only the asker sees, after the first was sent; nil for none

	// Sent are called once, in their order, after the attempt to send the reply. failed is
	// nil if the reply was sent. message is the id of its message; "" if it is not known. An
	// error says what could not be stored.
	Sent []func(ctx context.Context, message string, failed error) error
}

// WasSent calls the functions in Sent and returns their errors.
func (r *Reply) WasSent(ctx context.Context, message string, failed error) error {
	var all []error
	for _, sent := range r.Sent {
		all = append(all, sent(ctx, message, failed))
	}
	return errors.Join(all...)
}

// An Edit replaces a message of the bot that answers nobody any more.
type Edit struct {
	Message string // id
	Reply   *Reply // what the message is from now on
}

// A Thread begins from a message of the bot in the channel of the request. A message has at
// most one thread: one that exists already counts as begun.
type Thread struct {
	Name    voice.Sentence // 1 to 100 characters
	Message string         // id of the message; "" for the reply itself

	// Begun is called with the thread's id once it exists. An error says that the id could
	// not be stored.
	Begun func(ctx context.Context, id string) error
}

// A Picture is a PNG file of a reply. A media gallery shows it with the address
// "attachment://" + Name.
type Picture struct {
	Name string
	Alt  voice.Sentence // a description for people who cannot see the picture
	PNG  []byte
}

// A File is a file to download. A file component shows it with the address
// "attachment://" + Name.
type File struct {
	Name        string
	ContentType string
	Bytes       []byte
}

// The bars of replies of one text.
const (
	plainBar  = 0xb58763 // the dark squares of the first theme
	DoneBar   = 0x2e8b57 // green
	failedBar = 0xc0392b // red
)

// Say returns a private reply of one text and what stands below it, with a bar in the colour of the first
// theme.
func Say(text voice.Sentence, below ...Component) *Reply { return private(plainBar, text, below) }

// Done returns a private reply that says what was done, with a green bar.
func Done(text voice.Sentence) *Reply { return private(DoneBar, text, nil) }

// Failed returns a private reply that says what could not be done, with a red bar.
func Failed(text voice.Sentence, below ...Component) *Reply { return private(failedBar, text, below) }

func private(bar int, text voice.Sentence, below []Component) *Reply {
	return &Reply{Audience: OnlyAsker, Bar: bar, Components: append([]Component{Text(text)}, below...)}
}

// An Audience says who sees a reply and where it appears.
type Audience int

const (
	// AsAsked shows the reply to everyone, or only to the asker if the option
	// [PrivateOption] says so.
	AsAsked Audience = iota
	// OnlyAsker shows the reply only to the asker.
	OnlyAsker
	// AsPressed shows the reply to those who see the message of the pressed button.
	AsPressed
	// OwnPage shows the reply only to the person who pressed a button. Under a public
	// message the reply is a new message, and the public one does not change. Under a
	// private message the reply replaces that message.
	OwnPage
	// InPlace replaces the message of the pressed button.
	InPlace
)

// Resolve returns who sees a reply to the request: only the asker if private, otherwise
// everyone. With edit, the reply replaces the message of the pressed button. The request
// is nil for a post that nobody asked for.
func (a Audience) Resolve(r *Request) (private, edit bool) {
	pressedPrivate := r != nil && r.Message != nil && r.Message.Private
	switch a {
	case OnlyAsker:
		return true, false
	case AsPressed:
		return pressedPrivate, false
	case OwnPage:
		return !pressedPrivate, pressedPrivate
	case InPlace:
		return false, true
	}
	return r != nil && PrivateOption().Read(r), false
}

// PrivateOption lets people ask for a private answer: see [AsAsked].
func PrivateOption() OptionOf[bool] { return BoolOption("private") }

// A ServerEvent is an event in the list of a server, where people say that they are interested and Discord
// reminds them. The outbox makes, changes and ends it.
type ServerEvent struct {
	ID          string // "" for one that is to be made
	Name        string // 1 to 100 characters, shown as they are
	Description voice.Sentence
	Mark        string    // below the description, tells it from one of the same name and start; "" without such
	Place       string    // 1 to 100 characters
	Starts      time.Time // zero in a change after the start: it stays
	Ends        time.Time
	Picture     []byte // a PNG, 5 to 2; nil for none

	// Still is called right before a new one is made, after the list was looked through. An error stops that, such as that
	// another process goes on with the post.
	Still func(ctx context.Context) error

	// Sought says that a new one is no longer wanted: it is only looked for, because an earlier attempt may have
	// made it.
	Sought bool
	// EndedAt is when a person ended it: before its start it is cancelled. Zero for one that goes on.
	EndedAt time.Time
}
