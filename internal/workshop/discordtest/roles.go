package discordtest

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// Role is a role of the default server. Everybody may mention a Mentionable one.
type Role struct {
	ID, Name    string
	Mentionable bool
}

// Players is a role for tests. AddRole adds others, and so does choosing a role in a
// slash command.
var Players = Role{ID: "1042101960960518200", Name: "players", Mentionable: true}

// roles are the roles of the default server.
type roles struct {
	mu    sync.Mutex
	known map[string]Role
}

func (r *roles) get(id string) (Role, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	role, ok := r.known[id]
	return role, ok
}

// all lists the roles by age.
func (r *roles) all() []Role {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.SortedFunc(maps.Values(r.known), func(a, b Role) int { return compareIDs(a.ID, b.ID) })
}

// AddRole adds a role, or changes one.
func (s *Server) AddRole(r Role) {
	s.roles.mu.Lock()
	defer s.roles.mu.Unlock()
	s.roles.known[r.ID] = r
}

// Roles lists the roles of the default server by age.
func (s *Server) Roles() []Role { return s.roles.all() }

func (r Role) json() map[string]any {
	return map[string]any{
		"id": r.ID, "name": cmp.Or(r.Name, "role"), "permissions": "0", "position": 1, "color": 0, "hoist": false, "managed": false,
		"colors":      map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"mentionable": r.Mentionable, "icon": nil, "unicode_emoji": nil, "flags": 0,
	}
}
