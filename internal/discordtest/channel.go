package discordtest

import (
	"strconv"
)

// Flags that a message to a channel may carry.
const channelFlags = flagSuppressEmbeds | flagSuppressNotifications | flagComponentsV2

// postMessage sends a message without an interaction. With enforce_nonce a
// repeated nonce returns the first message instead of a second one, and 10008 if
// that was deleted since.
func (s *Server) postMessage(c *call) (result, error) {
	p, err := s.channelOf(c)
	if err != nil {
		return result{}, err
	}
	if err := s.refuseMessage(c, p); err != nil {
		return result{}, err
	}
	v := c.body.root()
	nonce := v.get("nonce").nonce()
	if v.get("enforce_nonce").boolean() {
		turn := s.turns.of(p.ChannelID)
		turn.Lock()
		defer turn.Unlock()
		first, repeated := s.history.byNonce(p.ChannelID, nonce, s.ids.now().Add(-s.nonceWindow))
		switch {
		case nonce == "":
			v.form.remark("enforce_nonce without a nonce does nothing")
		case repeated && first == nil:
			return result{}, c.excuse(errUnknownMessage)
		case repeated:
			return result{200, first.json()}, nil
		}
	}
	m := &Message{GuildID: p.GuildID, ChannelID: p.ChannelID, Author: Bot, nonce: nonce}
	if err := s.compose(v, c.body.uploads, m, channelFlags); err != nil {
		return result{}, err
	}
	s.show(m)
	return result{200, m.json()}, nil
}

// nonce is a string of up to 25 characters or a number.
func (v value) nonce() string {
	if s, ok := v.v.(string); ok || v.null() {
		v.text(0, 25)
		return s
	}
	n, _ := v.integer(-1<<63, 1<<63-1)
	return strconv.FormatInt(n, 10)
}

// messageOf is the message of an address, unless it is ephemeral: those are out
// of reach but through their interaction.
func (s *Server) messageOf(c *call, ch ChannelInfo) (*Message, error) {
	m := s.history.get(ch.ChannelID, c.PathValue("message_id"))
	if m == nil || m.Private() {
		return nil, errUnknownMessage
	}
	return m, nil
}

// getMessage needs the permission to read the history, unlike an edit.
func (s *Server) getMessage(c *call) (result, error) {
	ch, err := s.channelOf(c)
	if err != nil {
		return result{}, err
	}
	if ch.State.NoHistory {
		return result{}, c.excuse(errMissingPermissions)
	}
	m, err := s.messageOf(c, ch)
	if err != nil {
		return result{}, err
	}
	return result{200, m.json()}, nil
}

// ownMessage is the message of an address, if the bot may change it.
func (s *Server) ownMessage(c *call) (*Message, error) {
	ch, err := s.channelOf(c)
	if err != nil {
		return nil, err
	}
	if ch.State.Archived && ch.thread() {
		return nil, c.excuse(errArchived)
	}
	m, err := s.messageOf(c, ch)
	if err == nil && m.Author != Bot {
		return nil, errNotYours
	}
	return m, err
}

func (s *Server) editMessage(c *call) (result, error) {
	m, err := s.ownMessage(c)
	if err != nil {
		return result{}, err
	}
	if m, err = s.edit(m.ChannelID, m.ID, c.body.root(), c.body.uploads); err != nil {
		return result{}, err
	}
	return result{200, m.json()}, nil
}

func (s *Server) deleteMessage(c *call) (result, error) {
	m, err := s.ownMessage(c)
	if err != nil {
		return result{}, err
	}
	s.remove(m.ChannelID, m.ID)
	return result{status: 204}, nil
}
