package discordtest

import (
	"cmp"
	"maps"
	"net/http"
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

// ChannelState restricts what the bot can do in a channel. The zero value restricts
// nothing. A thread also has Gone, NoAccess, CannotAttach, CannotMention and NoHistory of
// its channel.
type ChannelState struct {
	Gone          bool // deleted: 404 10003 to every request
	NoAccess      bool // hidden from the bot: 403 50001 to every request
	CannotSend    bool // 403 50013 to a message
	CannotAttach  bool // 403 50013 to a message with files
	CannotThread  bool // 403 50013 to a thread
	MuteThreads   bool // of a channel: its threads have CannotSend
	CannotMention bool // mentions of everyone, and of roles that not everybody may mention, notify nobody
	NoHistory     bool // a list of messages is empty
	Archived      bool // of a thread, which is locked too: 400 50083 to a message or an edit
	Announcement  bool // an announcement channel, type 5, and not a text channel
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
	archive   int       // of a thread: after how many minutes without a message it is archived
	last      string    // id of the last message
	sent      int       // number of messages sent
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

// Permissions of an ordinary member of a new server, and of a bot that was invited
// with the usual permissions.
const (
	memberPermissions = 2248473465835073
	botPermissions    = mayView | maySend | mayEmbed | mayAttach | mayReadHistory | mayMention | mayCreateThreads | maySendInThreads |
		mayCreateEvents
)

// permissions returns the bot's permissions in the channel.
func (ch *ChannelInfo) permissions() string {
	st, bits := ch.State, uint64(botPermissions)
	for _, lost := range []struct {
		so  bool
		bit uint64
	}{
		{st.Gone || st.NoAccess, mayView}, {st.CannotSend && !ch.thread(), maySend}, {st.CannotSend && ch.thread(), maySendInThreads},
		{st.CannotAttach, mayAttach}, {st.MuteThreads, maySendInThreads},
		{st.CannotThread, mayCreateThreads}, {st.CannotMention, mayMention}, {st.NoHistory, mayReadHistory},
	} {
		if lost.so {
			bits &^= lost.bit
		}
	}
	return strconv.FormatUint(bits, 10)
}

// AddChannel adds a text channel, or renames one. A channel in which a person types
// something is added without this call.
func (s *Server) AddChannel(p Place, name string) {
	s.history.update(p, func(ch *ChannelInfo) { ch.Name = name })
}

// SetChannel changes the restrictions of a channel.
func (s *Server) SetChannel(p Place, state ChannelState) {
	s.history.update(p, func(ch *ChannelInfo) { ch.State = state })
}

// Channels lists the channels and threads of a server by age, or the direct
// messages if guildID is empty.
func (s *Server) Channels(guildID string) []ChannelInfo {
	list := slices.DeleteFunc(s.history.infos(), func(ch ChannelInfo) bool { return ch.GuildID != guildID })
	slices.SortFunc(list, func(a, b ChannelInfo) int {
		return compareIDs(a.ChannelID, b.ChannelID)
	})
	return list
}

// update changes a channel's description, or adds the channel.
func (h *history) update(p Place, update func(*ChannelInfo)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	update(&h.open(p).info)
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

// describe fills in the fields that depend on the messages and on a thread's channel.
// The caller holds h.mu.
func (h *history) describe(c *channel) ChannelInfo {
	ch := c.info
	ch.sent = c.first + len(c.list)
	if n := len(c.list); n > 0 {
		ch.last = c.list[n-1].ID
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

// below returns the state of a thread in a channel with the state parent.
func (st ChannelState) below(parent ChannelState) ChannelState {
	st.Gone = st.Gone || parent.Gone
	st.NoAccess = st.NoAccess || parent.NoAccess
	st.CannotSend = st.CannotSend || parent.MuteThreads
	st.CannotAttach = st.CannotAttach || parent.CannotAttach
	st.CannotMention = st.CannotMention || parent.CannotMention
	st.NoHistory = st.NoHistory || parent.NoHistory
	return st
}

// channelOf finds the channel of an address, if the bot can see that channel.
func (s *Server) channelOf(c *call) (ChannelInfo, error) {
	ch, ok := s.history.info(c.PathValue("channel_id"))
	switch {
	case !ok:
		return ch, errUnknownChannel
	case ch.State.Gone:
		return ch, c.excuse(errUnknownChannel)
	case ch.State.NoAccess || s.guilds.hasLeft(ch.GuildID):
		return ch, c.excuse(errMissingAccess)
	}
	return ch, nil
}

func (s *Server) getChannel(c *call) (result, error) {
	ch, err := s.channelOf(c)
	if err != nil {
		return result{}, err
	}
	return result{http.StatusOK, ch.json()}, nil
}

// json returns the channel object of Discord's API.
func (ch *ChannelInfo) json() map[string]any {
	o := map[string]any{"id": ch.ChannelID, "type": ch.Type, "flags": 0, "last_message_id": orNull(ch.last)}
	if ch.direct() {
		o["recipients"] = []userJSON{ch.recipient.json()}
		return o
	}
	o["guild_id"], o["name"] = ch.GuildID, cmp.Or(ch.Name, "general")
	o["parent_id"], o["rate_limit_per_user"] = orNull(ch.ParentID), 0
	if !ch.thread() {
		o["position"], o["nsfw"], o["topic"] = 0, false, nil
		o["permission_overwrites"] = ch.overwrites()
		return o
	}
	o["owner_id"], o["message_count"], o["total_message_sent"], o["member_count"] = ApplicationID, ch.sent, ch.sent, 1
	o["thread_metadata"] = map[string]any{
		"archived": ch.State.Archived, "archive_timestamp": timestamp(ch.created), "auto_archive_duration": ch.archive,
		"locked": ch.State.Archived, "create_timestamp": timestamp(ch.created),
	}
	return o
}

// overwrites denies everyone what the bot cannot do in the channel.
func (ch *ChannelInfo) overwrites() []any {
	allowed, _ := strconv.ParseUint(ch.permissions(), 10, 64)
	if allowed == botPermissions {
		return []any{}
	}
	return []any{map[string]any{"id": ch.GuildID, "type": 0, "allow": "0", "deny": strconv.FormatUint(botPermissions&^allowed, 10)}}
}

// partialJSON returns the channel object in an interaction, with the permissions of the
// member and of the bot.
func (ch *ChannelInfo) partialJSON(member, bot string) map[string]any {
	o := ch.json()
	for _, name := range []string{"permission_overwrites", "owner_id", "message_count", "total_message_sent", "member_count"} {
		delete(o, name)
	}
	if !ch.direct() {
		o["permissions"], o["app_permissions"] = member, bot
	}
	return o
}

func orNull(id string) any {
	if id == "" {
		return nil
	}
	return id
}
