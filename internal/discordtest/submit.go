package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"chess960bot/internal/discordtest/validate"
)

// A Form is a form that opened in answer to an interaction.
type Form struct {
	CustomID   string    `json:"custom_id"`
	Title      string    `json:"title"`
	Components []formRow `json:"components"`
}

type formRow struct {
	Type   int         `json:"type"`
	Inputs []textInput `json:"components"`
}

type textInput struct {
	Type        int    `json:"type"`
	CustomID    string `json:"custom_id"`
	Label       string `json:"label"`
	Placeholder string `json:"placeholder"`
	Required    *bool  `json:"required"` // nil for true
	MinLength   int    `json:"min_length"`
	MaxLength   int    `json:"max_length"` // 0 for the default, 4000
}

// Form returns the form of the answer.
func (a *Answer) Form() (f Form, err error) {
	if a.Modal == nil {
		return f, fmt.Errorf("the answer does not open a form")
	}
	return f, json.Unmarshal(a.Modal, &f)
}

// Submit submits a form that opened in answer to a press under a message. The
// values are those of the text inputs by their custom ids.
func (s *Server) Submit(ctx context.Context, who User, m *Message, f Form, values map[string]string, details ...Detail) (*Answer, error) {
	now := s.Message(m)
	if now == nil {
		return nil, fmt.Errorf("the message is gone")
	}
	rows := []map[string]any{}
	for _, row := range f.Components {
		for _, input := range row.Inputs {
			value := values[input.CustomID]
			if err := input.admits(value); err != nil {
				return nil, err
			}
			rows = append(rows, map[string]any{"type": validate.TypeRow, "id": 2*len(rows) + 1, "components": []any{
				map[string]any{"type": validate.TypeInput, "id": 2*len(rows) + 2, "custom_id": input.CustomID, "value": value},
			}})
		}
	}
	it := s.newInteraction(kindModal, who, now.place())
	it.command, it.pressed = f.CustomID, now.ID
	j := s.interactionJSON(it, map[string]any{"custom_id": f.CustomID, "components": rows})
	j.Message = now.json()
	return s.send(ctx, it, j, details)
}

// admits returns an error if Discord's client would not submit the value.
func (i textInput) admits(value string) error {
	const defaultLength = 4000
	most := i.MaxLength
	if most == 0 {
		most = defaultLength
	}
	switch n := utf8.RuneCountInString(value); {
	case n == 0 && i.Required != nil && !*i.Required:
		return nil
	case n == 0, n < i.MinLength, n > most:
		return fmt.Errorf("the input %q does not admit %d characters", i.CustomID, n)
	}
	return nil
}
