package discordtest

import (
	"slices"
	"strconv"
	"time"
)

// Flags that a message to a channel may carry.
const channelFlags = flagSuppressEmbeds | flagSuppressNotifications | flagComponentsV2

func (s *Server) channelOf(c *call) (Place, error) {
	p, ok := s.history.place(c.PathValue("channel_id"))
	if !ok {
		return p, errUnknownChannel
	}
	return p, nil
}

// postMessage sends a message without an interaction. With enforce_nonce a
// repeated nonce returns the first message instead of a second one.
func (s *Server) postMessage(c *call) (result, error) {
	p, err := s.channelOf(c)
	if err != nil {
		return result{}, err
	}
	v := c.body.root()
	nonce := v.get("nonce").nonce()
	if v.get("enforce_nonce").boolean() {
		turn := s.turns.of(p.ChannelID)
		turn.Lock()
		defer turn.Unlock()
		if m := s.history.byNonce(p.ChannelID, nonce); m != nil && time.Since(m.Created) < 5*time.Minute {
			return result{200, m.json()}, nil
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

// listMessages answers newest first, without what is ephemeral.
func (s *Server) listMessages(c *call) (result, error) {
	p, err := s.channelOf(c)
	if err != nil {
		return result{}, err
	}
	q := c.URL.Query()
	limit := 50
	if n, err := strconv.Atoi(q.Get("limit")); err == nil {
		limit = min(max(n, 1), 100)
	}
	out := []*messageJSON{}
	for _, m := range slices.Backward(s.history.all(p.ChannelID)) {
		if len(out) < limit && !m.Private() && within(m.ID, q.Get("after"), q.Get("before")) {
			out = append(out, m.json())
		}
	}
	return result{200, out}, nil
}

// within compares ids as the numbers they are; "" is no bound.
func within(id, after, before string) bool {
	n, _ := strconv.ParseUint(id, 10, 64)
	low, err := strconv.ParseUint(after, 10, 64)
	if err == nil && n <= low {
		return false
	}
	high, err := strconv.ParseUint(before, 10, 64)
	return err != nil || n < high
}

// visible is the message of an address, unless it is ephemeral: those are out
// of reach but through their interaction.
func (s *Server) visible(c *call) (*Message, error) {
	p, err := s.channelOf(c)
	if err != nil {
		return nil, err
	}
	m := s.history.get(p.ChannelID, c.PathValue("message_id"))
	if m == nil || m.Private() {
		return nil, errUnknownMessage
	}
	return m, nil
}

func (s *Server) getMessage(c *call) (result, error) {
	m, err := s.visible(c)
	if err != nil {
		return result{}, err
	}
	return result{200, m.json()}, nil
}

func (s *Server) editMessage(c *call) (result, error) {
	m, err := s.visible(c)
	if err != nil {
		return result{}, err
	}
	if m.Author != Bot {
		return result{}, errNotYours
	}
	if m, err = s.edit(m.ChannelID, m.ID, c.body.root(), c.body.uploads); err != nil {
		return result{}, err
	}
	return result{200, m.json()}, nil
}

func (s *Server) deleteMessage(c *call) (result, error) {
	m, err := s.visible(c)
	if err != nil {
		return result{}, err
	}
	s.remove(m.ChannelID, m.ID)
	return result{status: 204}, nil
}
