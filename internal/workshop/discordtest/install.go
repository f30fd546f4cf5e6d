package discordtest

// Install installs the app for a person. The person can then use commands of that
// integration type everywhere, also in servers without the bot.
func (s *Server) Install(who User) {
	s.people.add(who)
	s.people.mu.Lock()
	defer s.people.mu.Unlock()
	s.people.hasInstalled[who.ID] = true
}

func (p *people) installed(u User) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hasInstalled[u.ID]
}

// installs returns how many people have installed the app.
func (p *people) installs() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.hasInstalled)
}

// Integration types, as in Discord's documentation.
const (
	installedInGuild = 0
	installedByUser  = 1
)

// owners returns the ids of those who installed the app, by integration type: the
// server, or "0" in direct messages, and the person.
func (s *Server) owners(who User, where Place) map[int]string {
	all := map[int]string{}
	if where.direct() {
		all[installedInGuild] = "0"
	} else if !s.guilds.hasLeft(where.GuildID) {
		all[installedInGuild] = where.GuildID
	}
	if s.people.installed(who) {
		all[installedByUser] = who.ID
	}
	return all
}
