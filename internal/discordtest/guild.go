package discordtest

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
)

// guilds holds which servers, by id, the bot has left.
type guilds struct {
	mu   sync.Mutex
	left map[string]bool
}

func (g *guilds) set(id string, left bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left[id] = left
}

func (g *guilds) hasLeft(id string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.left[id]
}

// LeaveGuild takes the bot out of a server. Sessions with the intent GUILDS get
// GUILD_DELETE, and every request about the server's channels gets 403 50001.
// [Server.JoinGuild] brings the bot back.
func (s *Server) LeaveGuild(guildID string) {
	s.guilds.set(guildID, true)
	s.DispatchGuild(guildID, "GUILD_DELETE", map[string]any{"id": guildID})
}

// JoinGuild brings the bot into a server. Sessions with the intent
// GUILDS get GUILD_CREATE.
func (s *Server) JoinGuild(guildID string) {
	s.guilds.set(guildID, false)
	s.DispatchGuild(guildID, "GUILD_CREATE", s.guildJSON(guildID))
}

// guildIDs lists the servers that the bot is in and that have a channel.
func (s *Server) guildIDs() []string {
	ids := map[string]bool{}
	for _, ch := range s.history.infos() {
		if !ch.direct() && !s.guilds.hasLeft(ch.GuildID) {
			ids[ch.GuildID] = true
		}
	}
	return slices.SortedFunc(maps.Keys(ids), compareIDs)
}

// guildJSON returns the object in GUILD_CREATE: the channels that the bot can see, the
// roles, and as the only member the bot.
func (s *Server) guildJSON(id string) any {
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
	ch, _ := s.history.info(where.ChannelID)
	switch {
	case s.guilds.hasLeft(where.GuildID) && !s.people.installed(who):
		return errors.New("the bot is not in this server")
	case ch.State.Gone:
		return errors.New("the channel is gone")
	}
	return nil
}
