package discordtest

import (
	"hash/maphash"
	"slices"
	"sync"
	"time"
)

// history is the last messages of each channel.
type history struct {
	mu       sync.RWMutex
	limit    int
	channels map[string]*channel
}

// channel is the messages of one channel, oldest first. A message is found by its
// position since the channel's first message, so that dropping old ones moves nothing.
type channel struct {
	info   ChannelInfo
	first  int // position of list[0]
	list   []*Message
	at     map[string]int
	nonces map[string]nonceUse
}

// nonceUse is the last message that was sent with a nonce, and when.
type nonceUse struct {
	id string
	at time.Time
}

func (h *history) open(p Place) *channel {
	c := h.channels[p.ChannelID]
	if c == nil {
		c = &channel{info: ChannelInfo{Place: p}, at: map[string]int{}, nonces: map[string]nonceUse{}}
		h.channels[p.ChannelID] = c
	}
	return c
}

func (h *history) add(m *Message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.open(m.place())
	c.at[m.ID] = c.first + len(c.list)
	c.list = append(c.list, m)
	if m.nonce != "" {
		c.nonces[m.nonce] = nonceUse{m.ID, m.Created}
	}
	for len(c.list) > h.limit {
		old := c.list[0]
		delete(c.at, old.ID)
		if c.nonces[old.nonce].id == old.ID {
			delete(c.nonces, old.nonce)
		}
		c.list[0] = nil
		c.list = c.list[1:]
		c.first++
	}
}

func (h *history) get(channelID, id string) *Message {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.channels[channelID].message(id)
}

// message returns the message with this id, or nil. c may be nil.
func (c *channel) message(id string) *Message {
	if c == nil {
		return nil
	}
	if i, ok := c.at[id]; ok {
		return c.list[i-c.first]
	}
	return nil
}

// byNonce finds the message that was sent with a nonce after the given time, or nil.
func (h *history) byNonce(channelID, nonce string, after time.Time) *Message {
	h.mu.RLock()
	defer h.mu.RUnlock()
	c := h.channels[channelID]
	if c == nil || !c.nonces[nonce].at.After(after) {
		return nil
	}
	return c.message(c.nonces[nonce].id)
}

// replace puts m in the place of the message with the same id, unless that message was
// dropped meanwhile.
func (h *history) replace(m *Message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.channels[m.ChannelID]
	if i, ok := c.at[m.ID]; ok {
		c.list[i-c.first] = m
	}
}

// remove removes a message, if it is still there.
func (h *history) remove(m *Message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.channels[m.ChannelID]
	i, ok := c.at[m.ID]
	if !ok {
		return
	}
	c.list = slices.Delete(c.list, i-c.first, i-c.first+1)
	delete(c.at, m.ID)
	for _, later := range c.list[i-c.first:] {
		c.at[later.ID]--
	}
}

// all lists a channel, oldest first.
func (h *history) all(channelID string) []*Message {
	h.mu.RLock()
	defer h.mu.RUnlock()
	c := h.channels[channelID]
	if c == nil {
		return nil
	}
	return slices.Clone(c.list)
}

// Messages lists the messages of a place, oldest first, including all ephemeral messages.
func (s *Server) Messages(where Place) []*Message { return s.history.all(where.ChannelID) }

// Message returns the present state of a message, or nil if the message was dropped.
func (s *Server) Message(m *Message) *Message { return s.history.get(m.ChannelID, m.ID) }

// Restore adds a message that the bot posted to an earlier server. Its buttons can be pressed
// with Interact.
func (s *Server) Restore(m *Message) { s.history.add(m) }

// editLocks admits one edit of a message at a time. Messages share a few locks.
type editLocks struct {
	seed  maphash.Seed
	locks [64]sync.Mutex
}

func (t *editLocks) of(id string) *sync.Mutex {
	return &t.locks[maphash.String(t.seed, id)%uint64(len(t.locks))]
}
