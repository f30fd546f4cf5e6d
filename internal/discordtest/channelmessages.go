package discordtest

import (
	"net/http"
	"slices"

	"chess960bot/internal/discordtest/validate"
)

// postMessage sends a message that answers no interaction. With enforce_nonce a
// repeated nonce returns the first message instead of posting a second one, and error
// 10008 if the first message was deleted.
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
		first, repeated := s.history.byNonce(ch.ChannelID, nonce, s.ids.now().Add(-s.nonceWindow))
		switch {
		case nonce == "":
			v.Remark("enforce_nonce without a nonce does nothing")
		case repeated && first == nil:
			return result{}, c.excuse(errUnknownMessage)
		case repeated:
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
	case ch.direct() && s.people.refuses(ch.recipient):
		return c.excuse(errCannotDM)
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

// getMessage needs the permission to read the history. An edit does not.
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
	return result{http.StatusOK, m.fetched()}, nil
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
	s.remove(m.ChannelID, m.ID)
	return result{status: http.StatusNoContent}, nil
}

// listMessages answers with the newest message first and without the ephemeral ones.
// Without the permission to read the history the list is empty.
func (s *Server) listMessages(c *call) (result, error) {
	ch, err := s.channelOf(c)
	if err != nil {
		return result{}, err
	}
	p, err := validate.CheckPage(c.URL.Query())
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

// pageOf returns a page of a list that is sorted by age: the messages nearest to the
// page's bound.
func pageOf(list []*Message, p validate.Page) []*Message {
	low, here := slices.BinarySearchFunc(list, p.ID, func(m *Message, id string) int { return compareIDs(m.ID, id) })
	high := low // list[low:high] is the message of the bound, if the list has that message
	if here {
		high++
	}
	switch p.Bound {
	case "before":
		return list[max(0, low-p.Limit):low]
	case "after":
		return list[high:min(len(list), high+p.Limit)]
	case "around":
		newer := p.Limit / 2
		return list[max(0, high-(p.Limit-newer)):min(len(list), high+newer)]
	}
	return list[max(0, len(list)-p.Limit):]
}
