package discordtest

import (
	"net/http"
	"time"

	"chess960bot/internal/workshop/discordtest/validate"
)

// createThread begins a thread from a message. Message and thread share their id.
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
	name, minutes, err := validate.Thread(c.body.root())
	if err != nil {
		return result{}, err
	}
	lock := s.editLocks.of(m.ID)
	lock.Lock()
	defer lock.Unlock()
	if _, exists := s.history.info(m.ID); exists {
		return result{}, errThreadExists
	}
	p := Place{ch.GuildID, m.ID}
	s.beginThread(p, ch.ChannelID, name, minutes)
	thread, _ := s.history.info(p.ChannelID)
	object := thread.json()
	if now := s.history.get(m.ChannelID, m.ID); now != nil {
		marked := *now
		marked.Flags |= validate.FlagHasThread
		marked.thread = object
		s.update(&marked)
	}
	return result{http.StatusCreated, object}, nil
}

func (s *Server) beginThread(p Place, parentID, name string, minutes int) {
	created := s.ids.now()
	s.history.update(p, func(ch *ChannelInfo) {
		ch.Name, ch.ParentID, ch.created, ch.archive = name, parentID, created, minutes
	})
}

// AddThread adds a public thread to a channel, as if a person had begun it.
func (s *Server) AddThread(channel Place, name string) Place {
	p := Place{channel.GuildID, s.ids.next()}
	s.beginThread(p, channel.ChannelID, name, int(24*time.Hour/time.Minute))
	return p
}
