package discordtest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// resolvedJSON describes the users, channels and roles that options name.
type resolvedJSON struct {
	Users    map[string]userJSON       `json:"users,omitempty"`
	Members  map[string]map[string]any `json:"members,omitempty"`
	Roles    map[string]map[string]any `json:"roles,omitempty"`
	Channels map[string]map[string]any `json:"channels,omitempty"`
}

// entity turns what was chosen for a user, channel or role option into an id,
// and resolves it.
func (f *filler) entity(d Option, v any) string {
	if f.resolved == nil {
		f.resolved = &resolvedJSON{map[string]userJSON{}, map[string]map[string]any{}, map[string]map[string]any{}, map[string]map[string]any{}}
	}
	var id, problem string
	switch d.Type {
	case optionUser:
		id, problem = f.user(v)
	case optionChannel:
		id, problem = f.channel(d, v)
	case optionRole:
		id, problem = f.role(v)
	case optionMentionable:
		if id, problem = f.user(v); problem != "" {
			id, problem = f.role(v)
		}
	}
	if problem != "" {
		f.fail("option %s: %v %s", d.Name, v, problem)
	}
	return id
}

func (f *filler) user(v any) (id, problem string) {
	if u, ok := v.(User); ok {
		f.server.people.meet(u)
		v = u.ID
	}
	id, _ = v.(string)
	u, known := f.server.people.get(id)
	if id == Bot.ID {
		u, known = Bot, true
	}
	if !known {
		return id, "is no user"
	}
	f.resolved.Users[id] = u.json()
	if !f.where.direct() {
		f.resolved.Members[id] = u.partialMember()
	}
	return id, ""
}

// channel takes what Discord's client offers: channels of this server, of the
// types that the definition names.
func (f *filler) channel(d Option, v any) (id, problem string) {
	if p, ok := v.(Place); ok {
		v = p.ChannelID
	}
	id, _ = v.(string)
	ch, known := f.server.history.info(id)
	switch {
	case !known || ch.State.Gone:
		return id, "is no channel"
	case f.where.direct():
		return id, "is a channel, which direct messages do not offer"
	case ch.GuildID != f.where.GuildID:
		return id, "is a channel of another server"
	case len(d.ChannelTypes) > 0 && !slices.Contains(d.ChannelTypes, ch.Type):
		return id, fmt.Sprintf("is of type %d, not one of %v", ch.Type, d.ChannelTypes)
	}
	f.resolved.Channels[id] = ch.resolved("")
	return id, ""
}

func (f *filler) role(v any) (id, problem string) {
	if r, ok := v.(Role); ok {
		f.server.AddRole(r)
		v = r.ID
	}
	id, _ = v.(string)
	r, known := f.server.roles.get(id)
	if !known || f.where.direct() {
		return id, "is no role"
	}
	f.resolved.Roles[id] = r.json()
	return id, ""
}

// roles are those of the default server.
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

// all lists the roles by age, the one of everyone first.
func (r *roles) all() []Role {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.SortedFunc(maps.Values(r.known), func(a, b Role) int { return compareIDs(a.ID, b.ID) })
}

// AddRole makes a role exist, or changes one.
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
