package discordtest

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// Channel types, as in Discord's documentation.
const (
	channelText               = 0
	channelDM                 = 1
	channelAnnouncement       = 5
	channelAnnouncementThread = 10
	channelThread             = 11
)

// ChannelState is what stands in the bot's way in a channel. The zero value is
// nothing. A thread is also as gone and as hidden as its channel, and files,
// history and pings are as in its channel.
type ChannelState struct {
	Gone          bool // deleted: 404 10003 to everything
	NoAccess      bool // hidden from the bot: 403 50001 to everything
	CannotSend    bool // 403 50013 to a message
	CannotAttach  bool // 403 50013 to a message with files
	CannotThread  bool // 403 50013 to a thread
	CannotMention bool // no ping of everyone, nor of roles that not everyone may mention
	NoHistory     bool // a list of messages is empty, 403 50013 to a single one
	Archived      bool // a thread: 400 50083 to a message, an edit, a deletion
	Announcement  bool // an announcement channel, type 5, rather than a text channel
}

// ChannelInfo describes a channel, a thread or direct messages.
type ChannelInfo struct {
	Place
	Name     string
	Type     int    // 0 text, 1 direct messages, 5 announcements, 10 and 11 threads
	ParentID string // of a thread: its channel
	State    ChannelState

	recipient User      // of direct messages
	created   time.Time // of a thread
	archive   int       // of a thread: minutes without a message
	last      string    // id of the last message
	sent      int       // messages ever sent
}

func (ch *ChannelInfo) thread() bool { return ch.ParentID != "" }

// Permission bits, as in Discord's documentation.
const (
	mayView          = 1 << 10
	maySend          = 1 << 11
	mayEmbed         = 1 << 14
	mayAttach        = 1 << 15
	mayReadHistory   = 1 << 16
	mayMention       = 1 << 17
	mayCreateThreads = 1 << 35
	maySendInThreads = 1 << 38
)

// What an ordinary member may do, and a bot that was invited with the usual
// rights, with what everyone may do on a new server.
const (
	memberPermissions = 2248473465835073
	botPermissions    = mayView | maySend | mayEmbed | mayAttach | mayReadHistory | mayMention | mayCreateThreads | maySendInThreads
)

// permissions are the bot's in the channel.
func (ch *ChannelInfo) permissions() string {
	st, bits := ch.State, uint64(botPermissions)
	for _, lost := range []struct {
		so  bool
		bit uint64
	}{
		{st.Gone || st.NoAccess, mayView}, {st.CannotSend && !ch.thread(), maySend}, {st.CannotSend && ch.thread(), maySendInThreads},
		{st.CannotAttach, mayAttach}, {st.CannotThread, mayCreateThreads}, {st.CannotMention, mayMention}, {st.NoHistory, mayReadHistory},
	} {
		if lost.so {
			bits &^= lost.bit
		}
	}
	return strconv.FormatUint(bits, 10)
}

// AddChannel makes a text channel exist that is not one of the default ones, or
// gives one another name. A place where something is typed exists anyway.
func (s *Server) AddChannel(p Place, name string) {
	s.history.update(p, func(ch *ChannelInfo) { ch.Name = name })
}

// SetChannel changes what the bot meets in a channel from now on.
func (s *Server) SetChannel(p Place, state ChannelState) {
	s.history.update(p, func(ch *ChannelInfo) { ch.State = state })
}

// Channels lists the channels and threads of a server by age; without a server,
// the direct messages.
func (s *Server) Channels(guildID string) []ChannelInfo {
	list := slices.DeleteFunc(s.history.infos(), func(ch ChannelInfo) bool { return ch.GuildID != guildID })
	slices.SortFunc(list, func(a, b ChannelInfo) int {
		return compareIDs(a.ChannelID, b.ChannelID)
	})
	return list
}

// update changes a channel's description; the channel exists from then on.
func (h *history) update(p Place, change func(*ChannelInfo)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change(&h.open(p).info)
}

// info describes a channel, if it exists.
func (h *history) info(channelID string) (ChannelInfo, bool) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	c := h.channels[channelID]
	if c == nil {
		return ChannelInfo{}, false
	}
	return h.describe(c), true
}

func (h *history) infos() []ChannelInfo {
	h.mu.RLock()
	defer h.mu.RUnlock()
	var out []ChannelInfo
	for c := range maps.Values(h.channels) {
		out = append(out, h.describe(c))
	}
	return out
}

// describe fills in what follows from the messages and from the channel that a
// thread is in. The caller holds h.mu.
func (h *history) describe(c *channel) ChannelInfo {
	ch := c.info
	ch.sent = c.first + len(c.list)
	for _, m := range slices.Backward(c.list) {
		if m != nil {
			ch.last = m.ID
			break
		}
	}
	ch.Type = channelText
	if ch.direct() {
		ch.Type = channelDM
	}
	if ch.State.Announcement {
		ch.Type = channelAnnouncement
	}
	if parent := h.channels[ch.ParentID]; parent != nil {
		ch.Type = channelThread
		if parent.info.State.Announcement {
			ch.Type = channelAnnouncementThread
		}
		ch.State = ch.State.below(parent.info.State)
	}
	return ch
}

// below is the state of a thread in a channel.
func (st ChannelState) below(parent ChannelState) ChannelState {
	st.Gone = st.Gone || parent.Gone
	st.NoAccess = st.NoAccess || parent.NoAccess
	st.CannotAttach = st.CannotAttach || parent.CannotAttach
	st.CannotMention = st.CannotMention || parent.CannotMention
	st.NoHistory = st.NoHistory || parent.NoHistory
	return st
}

// channelOf is the channel of an address, if the bot can see it.
func (s *Server) channelOf(c *call) (ChannelInfo, error) {
	ch, ok := s.history.info(c.PathValue("channel_id"))
	left, _ := s.guilds.state(ch.GuildID)
	switch {
	case !ok:
		return ch, errUnknownChannel
	case ch.State.Gone:
		return ch, c.excuse(errUnknownChannel)
	case ch.State.NoAccess || left:
		return ch, c.excuse(errMissingAccess)
	}
	return ch, nil
}

// refuseMessage is why the bot may not post there now, if so.
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
