package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
)

// Interact sends an interaction that the caller wrote: a JSON text ([]byte,
// json.RawMessage or string) or a value to marshal. A missing id, token,
// application_id or version is filled in, and nothing else is changed. Broken does not
// list such an interaction if the bot leaves it without an answer.
func (s *Server) Interact(ctx context.Context, raw any) (*Answer, error) {
	text, err := asJSON(raw)
	if err != nil {
		return nil, err
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil || object == nil {
		return nil, fmt.Errorf("an interaction is a JSON object: %v", err)
	}
	it := s.readInteraction(text)
	for name, v := range map[string]any{"id": it.id, "token": it.token, "application_id": ApplicationID, "version": 1} {
		if _, given := object[name]; !given {
			object[name], _ = json.Marshal(v)
		}
	}
	payload, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	return s.deliver(ctx, it, payload)
}

func asJSON(raw any) ([]byte, error) {
	switch x := raw.(type) {
	case json.RawMessage:
		return x, nil
	case []byte:
		return x, nil
	case string:
		return []byte(x), nil
	}
	return json.Marshal(raw)
}

// readInteraction reads the fields of an interaction that the server needs. It ignores
// invalid ones.
func (s *Server) readInteraction(text []byte) *interaction {
	var ids struct {
		ID, Token string
		GuildID   string `json:"guild_id"`
		ChannelID string `json:"channel_id"`
	}
	var kind struct{ Type int }
	var people struct {
		User   userJSON
		Member struct{ User userJSON }
	}
	var message struct{ Message struct{ ID string } }
	var data struct{ Data struct{ Name string } }
	for _, part := range []any{&ids, &kind, &people, &message, &data} {
		json.Unmarshal(text, part)
	}
	who := people.User
	if who.ID == "" {
		who = people.Member.User
	}
	it := s.newInteraction(kind.Type, User{who.ID, who.Username}, Place{ids.GuildID, ids.ChannelID})
	it.raw, it.command, it.pressed = true, data.Data.Name, message.Message.ID
	if ids.ID != "" {
		it.id = ids.ID
	}
	if ids.Token != "" {
		it.token = ids.Token
	}
	return it
}
