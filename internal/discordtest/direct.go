package discordtest

import "sync"

// people are those whom the bot can write to.
type people struct {
	mu    sync.Mutex
	known map[string]User
	shut  map[string]bool // by user id: takes no direct messages
	owns  map[string]bool // by user id: has installed the app
}

func (p *people) meet(u User) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if u.ID != "" && u != Bot {
		p.known[u.ID] = u
	}
}

func (p *people) get(id string) (User, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u, ok := p.known[id]
	return u, ok
}

// RefuseDMs says whether a person takes no direct messages from the bot:
// 403 50007 to a message, while the channel can be opened all the same. Answers to
// what the person does there arrive.
func (s *Server) RefuseDMs(who User, refuse bool) {
	s.people.meet(who)
	s.people.mu.Lock()
	defer s.people.mu.Unlock()
	s.people.shut[who.ID] = refuse
}

func (p *people) refuses(u User) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shut[u.ID]
}

// Install installs the app for a person, who can then use it anywhere: also in
// servers that the bot is not in, with commands of that integration type.
func (s *Server) Install(who User) {
	s.people.meet(who)
	s.people.mu.Lock()
	defer s.people.mu.Unlock()
	s.people.owns[who.ID] = true
}

func (p *people) installed(u User) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.owns[u.ID]
}

// Integration types, as in Discord's documentation.
const (
	installedInGuild = 0
	installedByUser  = 1
)

// owners says by integration type who installed the app that acts: the server,
// or "0" in direct messages, and the person.
func (s *Server) owners(who User, where Place) map[int]string {
	all := map[int]string{}
	if left, _ := s.guilds.state(where.GuildID); where.direct() {
		all[installedInGuild] = "0"
	} else if !left {
		all[installedInGuild] = where.GuildID
	}
	if s.people.installed(who) {
		all[installedByUser] = who.ID
	}
	return all
}

// openDM makes a person's direct messages exist.
func (s *Server) openDM(who User) ChannelInfo {
	s.people.meet(who)
	p := who.DM()
	s.history.update(p, func(ch *ChannelInfo) { ch.recipient = who })
	ch, _ := s.history.info(p.ChannelID)
	return ch
}

// enter makes the place exist where a person does something.
func (s *Server) enter(who User, where Place) {
	s.people.meet(who)
	s.history.update(where, func(ch *ChannelInfo) {
		if ch.direct() && ch.recipient == (User{}) {
			ch.recipient = who
		}
	})
}

// createDM opens the direct messages of a person, who has to be known: one of
// the three, or someone who did something.
func (s *Server) createDM(c *call) (result, error) {
	v := c.body.root()
	if !v.object() || !v.get("recipient_id").required() {
		return result{}, v.form.err()
	}
	id := v.get("recipient_id").snowflake()
	if err := v.form.err(); err != nil {
		return result{}, err
	}
	who, known := s.people.get(id)
	if !known {
		return result{}, errInvalidRecipient
	}
	ch := s.openDM(who)
	return result{200, ch.object()}, nil
}
