package discordtest

import (
	"net/http"
	"time"

	"chess960bot/internal/workshop/discordtest/validate"
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

// followUp sends another message after the answer. Only its person sees a private one.
func (s *Server) followUp(c *call) (result, error) {
	it, err := s.tokenHolder(c)
	if err != nil {
		return result{}, err
	}
	m := s.emptyAnswer(it)
	if err := s.compose(c.body.root(), c.body.uploads, m, validate.AnswerFlags); err != nil {
		return result{}, err
	}
	if m.Private() {
		m.For = it.who
	}
	s.show(m)
	return result{http.StatusOK, m.json()}, nil
}

// editAnswer edits the message that @original means: the answer, or the message whose
// component was used.
func (s *Server) editAnswer(c *call) (result, error) {
	it, err := s.tokenHolder(c)
	if err != nil {
		return result{}, err
	}
	m, err := s.edit(it.place.ChannelID, it.original, c.body.root(), c.body.uploads)
	if err != nil {
		return result{}, err
	}
	return result{http.StatusOK, m.json()}, nil
}
