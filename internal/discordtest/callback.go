package discordtest

import (
	"encoding/json"
	"slices"
)

// Flags that an answer and its follow-ups may carry.
const answerFlags = flagSuppressEmbeds | flagEphemeral | flagSuppressNotifications | flagComponentsV2

// callback is the first answer to an interaction.
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
		return result{status: 204}, nil
	}
	return result{200, it.callbackResponse(m)}, nil
}

// answer carries out a callback of any type.
func (s *Server) answer(it *interaction, b *body) (kind int, m *Message, err error) {
	v := b.root()
	if !v.object() || !v.get("type").required() {
		return 0, nil, b.form.err()
	}
	allowed := answerKinds[it.kind]
	if allowed == nil { // an interaction of no known type: anything goes
		allowed = []int{4, 5, 6, 7, 8, 9}
	}
	kind, ok := v.get("type").oneOf(allowed...)
	if !ok {
		return 0, nil, b.form.err()
	}
	switch data := v.get("data"); kind {
	case AnswerMessage:
		m, err = s.answerMessage(it, data, b.uploads)
	case AnswerDeferred:
		m, err = s.answerDeferred(it, data)
	case AnswerUpdate, AnswerUpdateDeferred:
		m, err = s.answerUpdate(it, kind, data, b.uploads)
	case AnswerChoices:
		err = it.answerChoices(data)
	case AnswerModal:
		err = it.answerModal(data)
	}
	return kind, m, err
}

func (s *Server) answerMessage(it *interaction, data value, uploads []upload) (*Message, error) {
	if !data.required() {
		return nil, data.form.err()
	}
	m := s.reply(it)
	if err := s.compose(data, uploads, m, answerFlags); err != nil {
		return nil, err
	}
	it.hold(m)
	s.show(m)
	return m, nil
}

// reply is an empty message that answers it.
func (s *Server) reply(it *interaction) *Message {
	m := &Message{
		GuildID: it.place.GuildID, ChannelID: it.place.ChannelID, Author: Bot,
		InteractionUser: it.who, cause: it.cause(), webhook: true,
	}
	switch it.kind {
	case kindCommand:
		m.Type = 20
	case kindComponent:
		m.Type = 19
	}
	return m
}

// hold makes m the message that @original means.
func (it *interaction) hold(m *Message) {
	if m.Private() {
		m.For = it.who
	}
	it.original = m.ID
	it.answer.Message = m
}

// answerDeferred shows "thinking…". Whether that is ephemeral holds for the
// answer to come.
func (s *Server) answerDeferred(it *interaction, data value) (*Message, error) {
	if !data.null() && !data.object() {
		return nil, data.form.err()
	}
	n, _ := data.get("flags").integer(0, 1<<31-1)
	if int(n)&^answerFlags != 0 {
		data.get("flags").fault("BITFIELD_TYPE_INVALID", "Flags %d may not be set here.", int(n)&^answerFlags)
	}
	if err := data.form.err(); err != nil {
		return nil, err
	}
	if int(n)&^flagEphemeral != 0 {
		data.form.remark("flags: a deferral fixes ephemerality alone; other flags belong on the edit")
	}
	for _, name := range []string{"content", "embeds", "components", "attachments"} {
		if x := data.get(name); !x.null() && x.v != "" && !isEmptyList(x.v) {
			data.form.remark("%s: a deferral shows nothing; it belongs on the edit", name)
		}
	}
	m := s.reply(it)
	m.ID, m.Created = s.ids.next(), s.ids.now()
	m.Flags = flagLoading | int(n)&flagEphemeral
	it.hold(m)
	it.loading = true
	s.show(m)
	return m, nil
}

// answerUpdate edits the message that the component is on, for type 6 later.
func (s *Server) answerUpdate(it *interaction, kind int, data value, uploads []upload) (*Message, error) {
	if it.pressed == "" {
		data.form.faults = append(data.form.faults, fault{"type", "BASE_TYPE_CHOICES", "Value must be one of {4, 5, 9}."})
		return nil, data.form.err()
	}
	m := s.history.get(it.place.ChannelID, it.pressed)
	if m == nil {
		return nil, errUnknownMessage
	}
	if kind == AnswerUpdate && !data.null() {
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

// edit applies a body to a message that stands.
func (s *Server) edit(channelID, id string, v value, uploads []upload) (*Message, error) {
	turn := s.turns.of(id)
	turn.Lock()
	defer turn.Unlock()
	old := s.history.get(channelID, id)
	if old == nil {
		return nil, errUnknownMessage
	}
	m := *old
	m.Attachments = slices.Clone(old.Attachments)
	m.Flags &^= flagLoading
	if !old.Thinking() {
		m.Edited = s.ids.now()
	}
	if err := s.compose(v, uploads, &m, answerFlags); err != nil {
		return nil, err
	}
	if !old.Thinking() {
		m.Pings, m.pinged = old.Pings, old.pinged // an edit notifies nobody
	}
	s.change(&m)
	return &m, nil
}

// answerChoices checks the choices of an autocompletion against the option's type.
func (it *interaction) answerChoices(data value) error {
	if data.required() && data.object() {
		it.answer.Choices = checkChoices(data.get("choices"), it.focused)
	}
	return data.form.err()
}

func (it *interaction) answerModal(data value) error {
	if !data.required() || !data.object() {
		return data.form.err()
	}
	for name, high := range map[string]int{"custom_id": 100, "title": 45} {
		if data.get(name).required() {
			data.get(name).text(1, high)
		}
	}
	if data.get("components").required() {
		for _, row := range data.get("components").list(1, 5) {
			row.get("type").oneOf(typeRow, typeText, 18)
		}
	}
	it.answer.Modal, _ = json.Marshal(data.v)
	return data.form.err()
}

// callbackResponse is the body of an answer to with_response=true.
func (it *interaction) callbackResponse(m *Message) map[string]any {
	about := map[string]any{"id": it.id, "type": it.kind, "channel_id": it.place.ChannelID}
	if !it.place.direct() {
		about["guild_id"] = it.place.GuildID
	}
	out := map[string]any{"interaction": about}
	if m == nil {
		return out
	}
	about["response_message_id"] = m.ID
	about["response_message_loading"] = m.Thinking()
	about["response_message_ephemeral"] = m.Private()
	resource := map[string]any{"type": it.callback}
	if it.callback == AnswerMessage || it.callback == AnswerUpdate {
		resource["message"] = m.json()
		out["resource"] = resource
	}
	return out
}
