package discordtest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"chess960bot/internal/workshop/discordtest/validate"
)

// A Form is a form that opened in answer to an interaction.
type Form struct {
	CustomID string     `json:"custom_id"`
	Title    string     `json:"title"`
	Parts    []FormPart `json:"components"`
}

// A FormPart is a label with an input, a text, or an action row with a text input.
type FormPart struct {
	Type        int         `json:"type"`
	Content     string      `json:"content,omitempty"` // of a text
	Label       string      `json:"label,omitempty"`
	Description string      `json:"description,omitempty"`
	Input       *FormInput  `json:"component,omitempty"`  // of a label
	Row         []FormInput `json:"components,omitempty"` // of an action row
}

// A FormInput is a text input, a radio group or a menu of people.
type FormInput struct {
	Type        int            `json:"type"`
	CustomID    string         `json:"custom_id"`
	Label       string         `json:"label,omitempty"`    // in an action row
	Required    *bool          `json:"required,omitempty"` // nil for true
	Style       int            `json:"style,omitempty"`    // of a text input
	Placeholder string         `json:"placeholder,omitempty"`
	MinLength   int            `json:"min_length,omitempty"`
	MaxLength   int            `json:"max_length,omitempty"` // 0 for the default, 4000
	Value       string         `json:"value,omitempty"`      // of a text input, until somebody types another
	Options     []SelectOption `json:"options,omitempty"`    // of a radio group

	Chosen []struct{ ID string } `json:"default_values,omitempty"` // of a menu of people
}

// Form returns the form of the answer.
func (a *Answer) Form() (f Form, err error) {
	if a.Modal == nil {
		return f, fmt.Errorf("the answer does not open a form")
	}
	return f, json.Unmarshal(a.Modal, &f)
}

// Submit submits a form that opened in answer to a press under a message. The values
// are those of the text inputs and radio groups, and the ids of people, by the custom ids. A radio group
// and a menu without a value have their default; "nobody" empties a menu.
func (s *Server) Submit(ctx context.Context, who User, m *Message, f Form, values map[string]string, details ...Detail) (*Answer, error) {
	now, err := s.visible(who, m)
	if err != nil {
		return nil, err
	}
	return s.submit(ctx, who, now.place(), now, f, values, details)
}

// SubmitIn submits a form that opened in answer to a command in a place.
func (s *Server) SubmitIn(ctx context.Context, who User, where Place, f Form, values map[string]string, details ...Detail) (*Answer, error) {
	return s.submit(ctx, who, where.of(who), nil, f, values, details)
}

// submit submits a form. under is nil for the form of a command.
func (s *Server) submit(ctx context.Context, who User, where Place, under *Message, f Form, values map[string]string, details []Detail) (*Answer, error) {
	filled, err := f.fillIn(values)
	if err != nil {
		return nil, err
	}
	it := s.newInteraction(kindModal, who, where)
	it.command = f.CustomID
	j := s.interactionJSON(it, map[string]any{"custom_id": f.CustomID, "components": filled})
	if under != nil {
		it.pressed, j.Message = under.ID, under.json()
	}
	return s.send(ctx, it, j, details)
}

// fillIn returns the components of a submitted form. The error says why Discord's
// client would not submit these values.
func (f Form) fillIn(values map[string]string) ([]any, error) {
	filled, lastID, unknown := []any{}, 0, maps.Clone(values)
	var refused error
	numbered := func(component map[string]any) map[string]any {
		lastID++
		component["id"] = lastID
		return component
	}
	fill := func(i FormInput) map[string]any {
		delete(unknown, i.CustomID)
		entered, ok := values[i.CustomID]
		if !ok {
			entered = i.Value
		}
		if i.Type == validate.TypeUserMenu {
			return numbered(map[string]any{"type": i.Type, "custom_id": i.CustomID, "values": i.people(entered)})
		}
		value, err := i.submit(entered)
		refused = cmp.Or(refused, err)
		return numbered(map[string]any{"type": i.Type, "custom_id": i.CustomID, "value": value})
	}
	for _, part := range f.Parts {
		out := numbered(map[string]any{"type": part.Type})
		if part.Input != nil {
			out["component"] = fill(*part.Input)
		} else if len(part.Row) > 0 {
			out["components"] = []any{fill(part.Row[0])}
		}
		filled = append(filled, out)
	}
	if refused == nil && len(unknown) > 0 {
		refused = fmt.Errorf("the form has no inputs %q", slices.Sorted(maps.Keys(unknown)))
	}
	return filled, refused
}

// submit returns the value that Discord's client sends for what a person entered: null
// for a radio group without a choice. The error says why the client does not send it.
func (i FormInput) submit(entered string) (any, error) {
	required := i.Required == nil || *i.Required
	if i.Type == validate.TypeRadioGroup {
		return i.choose(entered, required)
	}
	const defaultLength = 4000
	most := cmp.Or(i.MaxLength, defaultLength)
	n := utf8.RuneCountInString(entered)
	if n == 0 && required || n > 0 && n < i.MinLength || n > most {
		return nil, fmt.Errorf("the input %q does not admit %d characters", i.CustomID, n)
	}
	return entered, nil
}

// people returns the ids of the chosen people: at most one.
func (i FormInput) people(entered string) []string {
	switch {
	case entered == "nobody":
	case entered != "":
		return []string{entered}
	case len(i.Chosen) > 0:
		return []string{i.Chosen[0].ID}
	}
	return []string{}
}

// choose returns the chosen option of a radio group, or else its default.
func (i FormInput) choose(value string, required bool) (any, error) {
	for _, o := range i.Options {
		if o.Value == value || value == "" && o.Default {
			return o.Value, nil
		}
	}
	switch {
	case value != "":
		return nil, fmt.Errorf("the radio group %q has no option %q", i.CustomID, value)
	case required:
		return nil, fmt.Errorf("the radio group %q needs a choice", i.CustomID)
	}
	return nil, nil
}
