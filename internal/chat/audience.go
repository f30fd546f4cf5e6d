package chat

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
