package discordtest

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"chess960bot/internal/workshop/discordtest/validate"
)

// guilds holds which servers, by id, the bot has left, and their restrictions. The bot is in all others,
// but count counts only those that were named.
type guilds struct {
	mu     sync.Mutex
	left   map[string]bool
	states map[string]GuildState
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

// count returns in how many servers the bot is.
func (g *guilds) count() (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, left := range g.left {
		if !left {
			n++
		}
	}
	return n
}

// LeaveGuild takes the bot out of a server. Every request about the server's channels gets
// 403 50001, and one about the server 404 10004. [Server.JoinGuild] brings the bot back.
func (s *Server) LeaveGuild(guildID string) { s.guilds.set(guildID, true) }

// JoinGuild brings the bot into a server.
func (s *Server) JoinGuild(guildID string) { s.guilds.set(guildID, false) }

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

// listGuilds lists the servers that have a channel, without those that the bot has left.
func (s *Server) listGuilds(c *call) (result, error) {
	limit, after := 200, c.URL.Query().Get("after")
	if text := c.URL.Query().Get("limit"); text != "" {
		var err error
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 200 {
			return result{}, &validate.Error{Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body"}
		}
	}
	ids := []string{GuildID}
	for _, ch := range s.history.infos() {
		ids = append(ids, ch.GuildID)
	}
	slices.SortFunc(ids, compareIDs)
	list := []any{}
	for _, id := range slices.Compact(ids) {
		if id != "" && !s.guilds.hasLeft(id) && (after == "" || compareIDs(id, after) > 0) && len(list) < limit {
			list = append(list, map[string]any{
				"id": id, "name": "A server", "icon": nil, "banner": nil, "owner": false,
				"permissions": strconv.Itoa(botPermissions), "features": []string{},
			})
		}
	}
	return result{http.StatusOK, list}, nil
}

func (s *Server) getGuild(c *call) (result, error) {
	id := c.PathValue("guild_id")
	if s.guilds.hasLeft(id) {
		return result{}, c.excuse(errUnknownGuild)
	}
	everyone := Role{ID: id, Name: "@everyone"}.json()
	everyone["permissions"] = strconv.FormatUint(botPermissions, 10)
	return result{http.StatusOK, map[string]any{
		"id": id, "name": "A server", "features": []string{}, "owner_id": Anna.ID, "roles": []any{everyone},
	}}, nil
}

// getMember describes a member of a server, without roles: the bot, Anna, Ben or Cleo.
func (s *Server) getMember(c *call) (result, error) {
	if s.guilds.hasLeft(c.PathValue("guild_id")) {
		return result{}, c.excuse(errUnknownGuild)
	}
	for _, who := range []User{Bot, Anna, Ben, Cleo} {
		if who.ID == c.PathValue("user_id") {
			return result{http.StatusOK, who.member("0")}, nil
		}
	}
	return result{}, c.excuse(errUnknownMember)
}
