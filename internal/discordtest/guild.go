package discordtest

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
)

// intentGuilds asks for what happens to servers.
const intentGuilds = 1 << 0

// guilds tells which servers the bot is not in, or not able to see.
type guilds struct {
	mu   sync.Mutex
	left map[string]bool
	out  map[string]bool
}

func (g *guilds) set(id string, left, out bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left[id], g.out[id] = left, out
}

func (g *guilds) state(id string) (left, out bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.left[id], g.out[id]
}

// LeaveGuild takes the bot out of a server: GUILD_DELETE to the sessions that
// asked for the intent GUILDS, and 403 50001 to everything in its channels.
// [Server.JoinGuild] is the way back.
func (s *Server) LeaveGuild(guildID string) {
	s.guilds.set(guildID, true, false)
	s.gateway.tellGuild(guildID, "GUILD_DELETE", map[string]any{"id": guildID})
}

// GuildOutage makes a server unavailable, as when Discord is in trouble:
// GUILD_DELETE with unavailable true. Its channels answer as ever.
func (s *Server) GuildOutage(guildID string) {
	s.guilds.set(guildID, false, true)
	s.gateway.tellGuild(guildID, "GUILD_DELETE", unavailable(guildID))
}

// JoinGuild brings the bot into a server, or ends an outage: GUILD_CREATE.
func (s *Server) JoinGuild(guildID string) {
	s.guilds.set(guildID, false, false)
	s.gateway.tellGuild(guildID, "GUILD_CREATE", s.guildObject(guildID))
}

func unavailable(guildID string) map[string]any {
	return map[string]any{"id": guildID, "unavailable": true}
}

// tellGuild dispatches an event about a server to the sessions that hear of it.
func (g *gateway) tellGuild(guildID, event string, data any) {
	text, _ := json.Marshal(data)
	g.mu.Lock()
	sessions := slices.Clone(g.sessions)
	g.mu.Unlock()
	for _, ss := range sessions {
		if ss.hears(guildID) && ss.begun() {
			ss.dispatch(event, text)
		}
	}
}

// hears tells whether events about a server go to this session.
func (ss *session) hears(guildID string) bool {
	return ss.intents&intentGuilds != 0 && ss.serves(guildID)
}

// serves tells whether a server belongs to the session's shard; direct messages
// belong to the first.
func (ss *session) serves(guildID string) bool {
	n, _ := strconv.ParseUint(guildID, 10, 64)
	return int(n>>22)%ss.shard[1] == ss.shard[0]
}

// begun tells whether the session has got READY and is not over.
func (ss *session) begun() bool {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return ss.seq > 0 && !ss.over
}

// guildsOf lists the servers that a new session hears of.
func (s *Server) guildsOf(ss *session) []string {
	ids := map[string]bool{}
	for _, ch := range s.history.infos() {
		left, _ := s.guilds.state(ch.GuildID)
		if !ch.direct() && !left && ss.hears(ch.GuildID) {
			ids[ch.GuildID] = true
		}
	}
	return slices.SortedFunc(maps.Keys(ids), compareIDs)
}

// greet sends GUILD_CREATE for each server that is available.
func (s *Server) greet(ss *session, ids []string) {
	for _, id := range ids {
		if _, out := s.guilds.state(id); !out {
			text, _ := json.Marshal(s.guildObject(id))
			ss.dispatch("GUILD_CREATE", text)
		}
	}
}

// guildObject is the server as GUILD_CREATE tells of it: the channels that the
// bot can see, the roles, and the bot as its only member.
func (s *Server) guildObject(id string) map[string]any {
	channels, threads, roles := []any{}, []any{}, []any{Role{ID: id, Name: "@everyone"}.json()}
	for _, ch := range s.Channels(id) {
		switch {
		case ch.State.Gone || ch.State.NoAccess:
		case ch.thread():
			threads = append(threads, ch.object())
		default:
			channels = append(channels, ch.object())
		}
	}
	if id == GuildID {
		for _, r := range s.Roles() {
			roles = append(roles, r.json())
		}
	}
	return map[string]any{
		"id": id, "name": "Chess960", "unavailable": false, "owner_id": Anna.ID, "joined_at": joined, "large": false, "member_count": 4,
		"preferred_locale": "en-US", "features": []any{}, "emojis": []any{}, "stickers": []any{}, "roles": roles, "channels": channels, "threads": threads,
		"members": []any{Bot.member(strconv.Itoa(botPermissions))}, "voice_states": []any{}, "presences": []any{},
		"stage_instances": []any{}, "guild_scheduled_events": []any{}, "soundboard_sounds": []any{},
	}
}

// typeable tells why a person cannot type a command there.
func (s *Server) typeable(who User, where Place) error {
	left, out := s.guilds.state(where.GuildID)
	ch, _ := s.history.info(where.ChannelID)
	switch {
	case left && !s.people.installed(who):
		return errors.New("the bot is not in this server")
	case out:
		return errors.New("the server is unavailable")
	case ch.State.Gone:
		return errors.New("the channel is gone")
	}
	return nil
}
