package chat

// SamePrivacy makes the reply private if the message of the pressed button was
// private.
func SamePrivacy(r *Request, reply *Reply, err error) (*Reply, error) {
	if err != nil {
		return nil, err
	}
	reply.Private = r.Message != nil && r.Message.Private
	return reply, nil
}

// InPrivate makes a reply to a press private. A press under a public message opens a
// private message and does not change the public one. A press under a private message
// replaces that message.
func InPrivate(pressed *Request, reply *Reply) *Reply {
	reply.Edit = pressed.Message != nil && pressed.Message.Private
	reply.Private = !reply.Edit
	return reply
}

func PrivateOption() Option { return BoolOption("private", "Show the answer only to you") }
