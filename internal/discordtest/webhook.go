package discordtest

import (
	"net/http"
	"time"

	"chess960bot/internal/discordtest/validate"
)

// tokenHolder finds the interaction of the token in a webhook address. The address
// works after the first answer, for 15 minutes.
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

// answerOf finds the message of an address: @original, or the id of another message that
// answers the interaction.
func (s *Server) answerOf(c *call) (*interaction, *Message, error) {
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
	_, m, err := s.answerOf(c)
	if err != nil {
		return result{}, err
	}
	return result{http.StatusOK, m.json()}, nil
}

func (s *Server) editAnswer(c *call) (result, error) {
	it, m, err := s.answerOf(c)
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
	return result{http.StatusOK, m.json()}, nil
}

func (s *Server) deleteAnswer(c *call) (result, error) {
	it, m, err := s.answerOf(c)
	if err != nil {
		return result{}, err
	}
	s.remove(m.ChannelID, m.ID)
	it.mu.Lock()
	defer it.mu.Unlock()
	if m.ID == it.original {
		it.settle(nil)
	}
	return result{status: http.StatusNoContent}, nil
}

// followUp posts a further message. After a deferral, the first one replaces "thinking…",
// and is ephemeral if "thinking…" was.
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
		if err == nil {
			it.settle(m)
		}
	} else {
		m, err = s.postFollowUp(it, c.body)
	}
	if err != nil {
		return result{}, err
	}
	return result{http.StatusOK, m.json()}, nil
}

func (s *Server) postFollowUp(it *interaction, b *body) (*Message, error) {
	m := s.emptyAnswer(it)
	m.Type = messagePlain
	if it.original != "" {
		m.Type = messageReply
	}
	m.cause.original = it.original
	if err := s.compose(b.root(), b.uploads, m, validate.AnswerFlags); err != nil {
		return nil, err
	}
	if m.Private() {
		m.For = it.who
	}
	s.show(m)
	return m, nil
}
