package discordtest

import (
	"encoding/json"
	"net/http"
	"slices"

	"chess960bot/internal/workshop/discordtest/validate"
)

// callback receives the first answer to an interaction.
func (s *Server) callback(c *call) (result, error) {
	it := s.interactions.get(c.PathValue("interaction_token"))
	if it == nil || it.id != c.PathValue("interaction_id") {
		return result{}, errUnknownInteraction
	}
	it.mu.Lock()
	defer it.mu.Unlock()
	if it.late(s.deadline) {
		return result{}, errUnknownInteraction
	}
	if it.callback != 0 && s.overlapping {
		return result{}, c.excuse(errAcknowledged)
	}
	if it.callback != 0 {
		return result{}, errAcknowledged
	}
	kind, m, err := s.answer(it, c.body)
	if err != nil {
		it.refused = err
		return result{}, err
	}
	it.acknowledge(kind)
	if c.URL.Query().Get("with_response") != "true" {
		return result{status: http.StatusNoContent}, nil
	}
	return result{http.StatusOK, it.callbackJSON(m)}, nil
}

// answer carries out a callback of any type.
func (s *Server) answer(it *interaction, b *body) (kind int, m *Message, err error) {
	v := b.root()
	if !v.Object() || !v.Get("type").Required() {
		return 0, nil, v.Err()
	}
	allowed := answerTypes[it.kind]
	if allowed == nil { // an interaction of an unknown type
		allowed = []int{AnswerMessage, AnswerDeferred, AnswerUpdateDeferred, AnswerUpdate, AnswerChoices, AnswerModal}
	}
	kind, ok := v.Get("type").OneOf(allowed...)
	if !ok {
		return 0, nil, v.Err()
	}
	switch data := v.Get("data"); kind {
	case AnswerMessage:
		m, err = s.answerMessage(it, data, b.uploads)
	case AnswerDeferred:
		m, err = s.answerDeferred(it, data)
	case AnswerUpdate, AnswerUpdateDeferred:
		m, err = s.answerUpdate(it, kind, v, b.uploads)
	case AnswerChoices:
		err = it.answerChoices(data)
	case AnswerModal:
		err = it.answerModal(data)
	}
	return kind, m, err
}

func (s *Server) answerMessage(it *interaction, data validate.Value, uploads []upload) (*Message, error) {
	if !data.Required() {
		return nil, data.Err()
	}
	m := s.emptyAnswer(it)
	if err := s.compose(data, uploads, m, validate.AnswerFlags); err != nil {
		return nil, err
	}
	it.setOriginal(m)
	s.show(m)
	return m, nil
}

// answerDeferred shows that the bot is at work. Of the message only its flag for one person counts.
func (s *Server) answerDeferred(it *interaction, data validate.Value) (*Message, error) {
	m := s.emptyAnswer(it)
	m.ID, m.Created = s.ids.next(), s.ids.now()
	m.Flags = validate.NewFlags(data.Get("flags"), validate.FlagEphemeral) | validate.FlagLoading
	if err := data.Err(); err != nil {
		return nil, err
	}
	it.setOriginal(m)
	s.show(m)
	return m, nil
}

// emptyAnswer is a message that answers an interaction and has no content yet.
func (s *Server) emptyAnswer(it *interaction) *Message {
	m := &Message{
		GuildID: it.place.GuildID, ChannelID: it.place.ChannelID, Author: Bot,
		InteractionUser: it.who, cause: it.cause(), webhook: true,
	}
	switch it.kind {
	case kindCommand:
		m.Type = messageOfCommand
	case kindComponent:
		m.Type = messageReply
	}
	return m
}

// setOriginal makes m the message that @original refers to.
func (it *interaction) setOriginal(m *Message) {
	if m.Private() {
		m.For = it.who
	}
	it.original = m.ID
	it.answer.Message = m
}

// answerUpdate edits the message that the component is on. With type 6 an edit may
// follow later.
func (s *Server) answerUpdate(it *interaction, kind int, v validate.Value, uploads []upload) (*Message, error) {
	if it.pressed == "" {
		v.Get("type").OneOf(AnswerMessage, AnswerModal)
		return nil, v.Err()
	}
	m := s.history.get(it.place.ChannelID, it.pressed)
	if m == nil {
		return nil, errUnknownMessage
	}
	if data := v.Get("data"); kind == AnswerUpdate && !data.Null() {
		var err error
		if m, err = s.edit(it.place.ChannelID, it.pressed, data, uploads); err != nil {
			return nil, err
		}
		it.answer.Updated = true
	}
	it.original = m.ID
	it.answer.Message = m
	return m, nil
}

// edit applies a body to an existing message.
func (s *Server) edit(channelID, id string, v validate.Value, uploads []upload) (*Message, error) {
	lock := s.editLocks.of(id)
	lock.Lock()
	defer lock.Unlock()
	old := s.history.get(channelID, id)
	if old == nil {
		return nil, errUnknownMessage
	}
	m := *old
	m.Attachments = slices.Clone(old.Attachments)
	m.Edited = s.ids.now()
	if err := s.compose(v, uploads, &m, validate.AnswerFlags); err != nil {
		return nil, err
	}
	m.Pings, m.pinged = old.Pings, old.pinged // an edit notifies nobody
	s.update(&m)
	return &m, nil
}

// answerChoices takes the choices of an autocompletion.
func (it *interaction) answerChoices(data validate.Value) error {
	if data.Required() && data.Object() {
		it.answer.Choices = validate.Choices(data.Get("choices"), it.focused)
	}
	return data.Err()
}

func (it *interaction) answerModal(data validate.Value) error {
	validate.Form(data)
	it.answer.Modal, _ = json.Marshal(data.JSON())
	return data.Err()
}

// callbackJSON is the body of a response to with_response=true.
func (it *interaction) callbackJSON(m *Message) map[string]any {
	about := map[string]any{"id": it.id, "type": it.kind, "channel_id": it.place.ChannelID}
	if !it.place.direct() {
		about["guild_id"] = it.place.GuildID
	}
	out := map[string]any{"interaction": about}
	if m == nil {
		return out
	}
	about["response_message_id"] = m.ID
	about["response_message_loading"] = it.callback == AnswerDeferred
	about["response_message_ephemeral"] = m.Private()
	if it.callback == AnswerMessage || it.callback == AnswerUpdate {
		out["resource"] = map[string]any{"type": it.callback, "message": m.json()}
	}
	return out
}
