package discordtest

import "time"

// flagHasThread is on a message that a thread was begun from.
const flagHasThread = 1 << 5

// createThread begins a thread from a message; the two share their id.
func (s *Server) createThread(c *call) (result, error) {
	ch, err := s.channelOf(c)
	switch {
	case err != nil:
		return result{}, err
	case ch.direct() || ch.thread():
		return result{}, errChannelType
	case ch.State.CannotThread:
		return result{}, c.excuse(errMissingPermissions)
	}
	m, err := s.messageOf(c, ch)
	if err != nil {
		return result{}, err
	}
	name, minutes, err := threadBody(c.body.root())
	if err != nil {
		return result{}, err
	}
	turn := s.turns.of(m.ID)
	turn.Lock()
	defer turn.Unlock()
	if _, exists := s.history.info(m.ID); exists {
		return result{}, errThreadExists
	}
	p := Place{ch.GuildID, m.ID}
	s.beginThread(p, ch.ChannelID, name, minutes)
	thread, _ := s.history.info(p.ChannelID)
	object := thread.object()
	if now := s.history.get(m.ChannelID, m.ID); now != nil {
		marked := *now
		marked.Flags |= flagHasThread
		marked.thread = object
		s.change(&marked)
	}
	return result{201, object}, nil
}

// threadBody reads the name of a thread and after how many quiet minutes it is
// archived.
func threadBody(v value) (name string, minutes int, err error) {
	if !v.object() {
		return "", 0, v.form.err()
	}
	if v.get("name").required() {
		name = v.get("name").text(1, 100)
	}
	minutes = 1440
	if n, ok := v.get("auto_archive_duration").oneOf(60, 1440, 4320, 10080); ok {
		minutes = n
	}
	v.get("rate_limit_per_user").integer(0, 21600)
	return name, minutes, v.form.err()
}

func (s *Server) beginThread(p Place, parentID, name string, minutes int) {
	created := s.ids.now()
	s.history.update(p, func(ch *ChannelInfo) {
		ch.Name, ch.ParentID, ch.created, ch.archive = name, parentID, created, minutes
	})
}

// AddThread makes a public thread in a channel, as if a person had begun it.
func (s *Server) AddThread(channel Place, name string) Place {
	p := Place{channel.GuildID, s.ids.next()}
	s.beginThread(p, channel.ChannelID, name, int(24*time.Hour/time.Minute))
	return p
}
