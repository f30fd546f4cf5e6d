package discordtest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"chess960bot/internal/workshop/discordtest/validate"
)

// Press presses a button in the current state of a message.
func (s *Server) Press(ctx context.Context, who User, m *Message, customID string, details ...Detail) (*Answer, error) {
	now, c, err := s.usable(who, m, customID)
	if err != nil {
		return nil, err
	}
	if c.Type != validate.TypeButton {
		return nil, fmt.Errorf("component %q is not a button", customID)
	}
	data := map[string]any{"component_type": c.Type, "custom_id": customID, "id": c.ID}
	return s.use(ctx, who, now, c, data, details)
}

// Select chooses an option of a select menu in the current state of a message.
func (s *Server) Select(ctx context.Context, who User, m *Message, customID, value string, details ...Detail) (*Answer, error) {
	now, c, err := s.usable(who, m, customID)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(c.Options, func(o SelectOption) bool { return o.Value == value }) {
		return nil, fmt.Errorf("component %q has no option %q", customID, value)
	}
	data := map[string]any{"component_type": c.Type, "custom_id": customID, "id": c.ID, "values": []string{value}}
	return s.use(ctx, who, now, c, data, details)
}

// usable finds a component that this person can see and use, and the current state of
// its message.
func (s *Server) usable(who User, m *Message, customID string) (*Message, *Component, error) {
	now, err := s.visible(who, m)
	if err != nil {
		return nil, nil, err
	}
	var found *Component
	walk(now.Tree(), func(c *Component) {
		if c.CustomID == customID {
			found = c
		}
	})
	switch {
	case found == nil || customID == "":
		return nil, nil, fmt.Errorf("the message has no component %q", customID)
	case found.Disabled:
		return nil, nil, fmt.Errorf("component %q is disabled", customID)
	}
	return now, found, nil
}

// visible returns the current state of a message that this person can see.
func (s *Server) visible(who User, m *Message) (*Message, error) {
	now := s.Message(m)
	switch {
	case now == nil:
		return nil, errors.New("the message is gone")
	case now.Private() && now.For != who:
		return nil, fmt.Errorf("%s cannot see the message", who.Name)
	}
	return now, nil
}

func (s *Server) use(ctx context.Context, who User, m *Message, c *Component, data any, details []Detail) (*Answer, error) {
	it := s.newInteraction(kindComponent, who, m.place())
	it.command, it.pressed = c.CustomID, m.ID
	j := s.interactionJSON(it, data)
	j.Message = m.json()
	return s.send(ctx, it, j, details)
}
