package discordtest

import (
	"net/http"
	"slices"

	"chess960bot/internal/workshop/discordtest/validate"
)

// postMessage sends a message that answers no interaction. With enforce_nonce a
// repeated nonce returns the first message instead of posting a second one.
func (s *Server) postMessage(c *call) (result, error) {
	ch, err := s.channelOf(c)
	if err != nil {
		return result{}, err
	}
	if err := s.refuseMessage(c, ch); err != nil {
		return result{}, err
	}
	v := c.body.root()
	nonce := validate.Nonce(v.Get("nonce"))
	if v.Get("enforce_nonce").Boolean() {
		lock := s.editLocks.of(ch.ChannelID)
		lock.Lock()
		defer lock.Unlock()
		if nonce == "" {
			v.Remark("enforce_nonce without a nonce does nothing")
		} else if first := s.history.byNonce(ch.ChannelID, nonce, s.ids.now().Add(-s.nonceWindow)); first != nil {
			return result{http.StatusOK, first.json()}, nil
		}
	}
	m := &Message{GuildID: ch.GuildID, ChannelID: ch.ChannelID, Author: Bot, nonce: nonce}
	if err := s.compose(v, c.body.uploads, m, validate.ChannelFlags); err != nil {
		return result{}, err
	}
	s.show(m)
	return result{http.StatusOK, m.json()}, nil
}

// refuseMessage returns an error if the bot may not post in a channel now.
func (s *Server) refuseMessage(c *call, ch ChannelInfo) error {
	st := ch.State
	switch {
	case st.Archived && ch.thread():
		return c.excuse(errArchived)
	case st.CannotSend, st.CannotAttach && len(c.body.uploads) > 0:
		return c.excuse(errMissingPermissions)
	}
	return nil
}

// messageOf finds the message of an address. It does not find ephemeral messages: their
// address needs the interaction's token.
func (s *Server) messageOf(c *call, ch ChannelInfo) (*Message, error) {
	m := s.history.get(ch.ChannelID, c.PathValue("message_id"))
	if m == nil || m.Private() {
		return nil, errUnknownMessage
	}
	return m, nil
}

// ownMessage finds the message of an address, if the bot may change it.
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
	return result{http.StatusOK, m.json()}, nil
}

func (s *Server) deleteMessage(c *call) (result, error) {
	m, err := s.ownMessage(c)
	if err != nil {
		return result{}, err
	}
	s.history.remove(m)
	return result{status: http.StatusNoContent}, nil
}

// listMessages answers with the newest message first and without the ephemeral ones.
// Without the permission to read the history the list is empty.
func (s *Server) listMessages(c *call) (result, error) {
	ch, err := s.channelOf(c)
	if err != nil {
		return result{}, err
	}
	p, err := validate.CheckPage(c.body.root(), c.URL.Query())
	if err != nil {
		return result{}, err
	}
	out := []*messageJSON{}
	if ch.State.NoHistory {
		return result{http.StatusOK, out}, nil
	}
	public := slices.DeleteFunc(s.history.all(ch.ChannelID), (*Message).Private)
	slices.SortFunc(public, func(a, b *Message) int { return compareIDs(a.ID, b.ID) })
	for _, m := range slices.Backward(pageOf(public, p)) {
		out = append(out, m.fetched())
	}
	return result{http.StatusOK, out}, nil
}

// pageOf returns the newest messages of a list that is sorted by age, or the newest before
// another one.
func pageOf(list []*Message, p validate.Page) []*Message {
	end := len(list)
	if p.Before != "" {
		end, _ = slices.BinarySearchFunc(list, p.Before, func(m *Message, id string) int { return compareIDs(m.ID, id) })
	}
	return list[max(0, end-p.Limit):end]
}
