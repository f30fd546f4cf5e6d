package discordtest

import "time"

// tokenHolder finds the interaction whose token a webhook address carries. The
// address works after the first answer, for 15 minutes.
func (s *Server) tokenHolder(c *call) (*interaction, error) {
	it := s.interactions.get(c.PathValue("webhook_token"))
	if it == nil || c.PathValue("webhook_id") != ApplicationID {
		return nil, errUnknownWebhook
	}
	it.mu.Lock()
	defer it.mu.Unlock()
	if time.Since(it.sent) > s.tokenLife {
		return nil, errWebhookToken
	}
	if it.callback == 0 {
		return nil, errUnknownWebhook
	}
	return it, nil
}

// target is the message that the address means: @original, or one of the
// interaction's own by id.
func (s *Server) target(c *call) (*interaction, *Message, error) {
	it, err := s.tokenHolder(c)
	if err != nil {
		return nil, nil, err
	}
	it.mu.Lock()
	id := it.original
	it.mu.Unlock()
	if named := c.PathValue("message_id"); named != "" {
		id = named
	}
	m := s.history.get(it.place.ChannelID, id)
	if m == nil || id != it.original && (m.cause == nil || m.cause.id != it.id) {
		return nil, nil, errUnknownMessage
	}
	return it, m, nil
}

func (s *Server) getAnswer(c *call) (result, error) {
	_, m, err := s.target(c)
	if err != nil {
		return result{}, err
	}
	return result{200, m.json()}, nil
}

func (s *Server) editAnswer(c *call) (result, error) {
	it, m, err := s.target(c)
	if err != nil {
		return result{}, err
	}
	m, err = s.edit(m.ChannelID, m.ID, c.body.root(), c.body.uploads)
	if err != nil {
		return result{}, err
	}
	it.mu.Lock()
	defer it.mu.Unlock()
	if m.ID == it.original {
		it.settle(m)
	}
	return result{200, m.json()}, nil
}

func (s *Server) deleteAnswer(c *call) (result, error) {
	it, m, err := s.target(c)
	if err != nil {
		return result{}, err
	}
	s.remove(m.ChannelID, m.ID)
	it.mu.Lock()
	defer it.mu.Unlock()
	if m.ID == it.original {
		it.settle(nil)
	}
	return result{status: 204}, nil
}

// followUp posts a further message. After a deferral the first one takes the
// place of "thinking…", ephemerality included.
func (s *Server) followUp(c *call) (result, error) {
	it, err := s.tokenHolder(c)
	if err != nil {
		return result{}, err
	}
	it.mu.Lock()
	defer it.mu.Unlock()
	var m *Message
	if it.loading {
		m, err = s.edit(it.place.ChannelID, it.original, c.body.root(), c.body.uploads)
		it.settleUnless(err, m)
	} else {
		m, err = s.further(it, c.body)
	}
	if err != nil {
		return result{}, err
	}
	return result{200, m.json()}, nil
}

func (it *interaction) settleUnless(err error, m *Message) {
	if err == nil {
		it.settle(m)
	}
}

func (s *Server) further(it *interaction, b *body) (*Message, error) {
	m := s.reply(it)
	m.Type = 0
	if it.original != "" {
		m.Type = 19
	}
	m.cause.original = it.original
	if err := s.compose(b.root(), b.uploads, m, answerFlags); err != nil {
		return nil, err
	}
	if m.Private() {
		m.For = it.who
	}
	s.show(m)
	return m, nil
}
