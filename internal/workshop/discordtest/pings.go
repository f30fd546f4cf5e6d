package discordtest

import (
	"cmp"
	"slices"

	"chess960bot/internal/workshop/discordtest/validate"
)

// Pings are the users and roles that a message notifies.
type Pings struct {
	Everyone     bool     // by @everyone or @here
	Users, Roles []string // ids, in the order in which they are mentioned
}

// setPings sets the pings of a message with these texts. An ephemeral message notifies
// nobody.
func (s *Server) setPings(m *Message, allowed validate.AllowedMentions, texts []string) {
	m.Pings, m.pinged = Pings{}, nil
	if m.Private() {
		return
	}
	ch, _ := s.history.info(m.ChannelID)
	for _, text := range texts {
		for _, mention := range validate.Mentions(text) {
			s.addPing(&m.Pings, ch, allowed, mention)
		}
	}
	for _, id := range m.Pings.Users {
		u, _ := s.people.get(id)
		m.pinged = append(m.pinged, User{id, cmp.Or(u.Name, "user")})
	}
}

// addPing adds the users or roles that a mention in a channel notifies. A role must
// exist. Everyone, and roles that are not mentionable, need a permission.
func (s *Server) addPing(p *Pings, ch ChannelInfo, allowed validate.AllowedMentions, mention validate.Mention) {
	add := func(list *[]string, id string) {
		if !slices.Contains(*list, id) {
			*list = append(*list, id)
		}
	}
	role, known := s.roles.get(mention.ID)
	mayMention := !ch.direct() && !ch.State.CannotMention
	switch {
	case mention.Everyone:
		p.Everyone = p.Everyone || allowed.Everyone() && mayMention
	case mention.Role:
		if known && allowed.Role(mention.ID) && !ch.direct() && (role.Mentionable || mayMention) {
			add(&p.Roles, mention.ID)
		}
	case allowed.User(mention.ID):
		add(&p.Users, mention.ID)
	}
}
