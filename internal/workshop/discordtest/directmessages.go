package discordtest

import "net/http"

// openDM opens a person's direct messages.
func (s *Server) openDM(who User) ChannelInfo {
	s.people.add(who)
	p := who.DM()
	s.history.update(p, func(ch *ChannelInfo) { ch.recipient = who })
	ch, _ := s.history.info(p.ChannelID)
	return ch
}

// enter adds the place in which a person does something.
func (s *Server) enter(who User, where Place) {
	s.people.add(who)
	s.history.update(where, func(ch *ChannelInfo) {
		if ch.direct() && ch.recipient == (User{}) {
			ch.recipient = who
		}
	})
}

// createDM opens the direct messages of a person. The person has to be known: Anna,
// Ben, Cleo, or someone who did something.
func (s *Server) createDM(c *call) (result, error) {
	v := c.body.root()
	if !v.Object() || !v.Get("recipient_id").Required() {
		return result{}, v.Err()
	}
	id := v.Get("recipient_id").Snowflake()
	if err := v.Err(); err != nil {
		return result{}, err
	}
	who, known := s.people.get(id)
	if !known {
		return result{}, errInvalidRecipient
	}
	ch := s.openDM(who)
	return result{http.StatusOK, ch.json()}, nil
}
