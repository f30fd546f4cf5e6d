package discordtest

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
)

// guilds holds which servers, by id, the bot has left and which are unavailable.
type guilds struct {
	mu          sync.Mutex
	left        map[string]bool
	unavailable map[string]bool
}

func (g *guilds) set(id string, left, unavailable bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left[id], g.unavailable[id] = left, unavailable
}

func (g *guilds) state(id string) (left, unavailable bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.left[id], g.unavailable[id]
}

// LeaveGuild takes the bot out of a server. Sessions with the intent GUILDS get
// GUILD_DELETE, and every request about the server's channels gets 403 50001.
// [Server.JoinGuild] brings the bot back.
func (s *Server) LeaveGuild(guildID string) {
	s.guilds.set(guildID, true, false)
	s.DispatchGuild(guildID, "GUILD_DELETE", map[string]any{"id": guildID})
}

// GuildOutage makes a server unavailable, as during an outage of Discord. Sessions
// with the intent GUILDS get GUILD_DELETE with unavailable set to true. Requests about
// the server's channels work as before.
func (s *Server) GuildOutage(guildID string) {
	s.guilds.set(guildID, false, true)
	s.DispatchGuild(guildID, "GUILD_DELETE", map[string]any{"id": guildID, "unavailable": true})
}

// JoinGuild brings the bot into a server, or ends an outage. Sessions with the intent
// GUILDS get GUILD_CREATE.
func (s *Server) JoinGuild(guildID string) {
	s.guilds.set(guildID, false, false)
	s.DispatchGuild(guildID, "GUILD_CREATE", s.guildJSON(guildID))
}

// guildIDs lists the servers that the bot is in and that have a channel.
func (s *Server) guildIDs() []string {
	ids := map[string]bool{}
	for _, ch := range s.history.infos() {
		if left, _ := s.guilds.state(ch.GuildID); !ch.direct() && !left {
			ids[ch.GuildID] = true
		}
	}
	return slices.SortedFunc(maps.Keys(ids), compareIDs)
}

// guildJSON returns the object in GUILD_CREATE: the channels that the bot can see, the
// roles, and as the only member the bot. It returns nil during an outage.
func (s *Server) guildJSON(id string) any {
	if _, unavailable := s.guilds.state(id); unavailable {
		return nil
	}
	channels, threads, roles := []any{}, []any{}, []any{Role{ID: id, Name: "@everyone"}.json()}
	for _, ch := range s.Channels(id) {
		switch {
		case ch.State.Gone || ch.State.NoAccess:
		case ch.thread():
			threads = append(threads, ch.json())
		default:
			channels = append(channels, ch.json())
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

// typeable returns an error if a person cannot type a command in a place.
func (s *Server) typeable(who User, where Place) error {
	left, unavailable := s.guilds.state(where.GuildID)
	ch, _ := s.history.info(where.ChannelID)
	switch {
	case left && !s.people.installed(who):
		return errors.New("the bot is not in this server")
	case unavailable:
		return errors.New("the server is unavailable")
	case ch.State.Gone:
		return errors.New("the channel is gone")
	}
	return nil
}
