package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// As sends an option's value under a type of one's choosing, without any check:
// the way to send what Discord's own client never would.
type As struct {
	Type  int
	Value any
}

// optionJSON is an option of an interaction.
type optionJSON struct {
	Name    string        `json:"name"`
	Type    int           `json:"type"`
	Value   any           `json:"value,omitempty"`
	Options []*optionJSON `json:"options,omitempty"`
	Focused bool          `json:"focused,omitempty"`
}

// commandJSON is the data of a command interaction.
type commandJSON struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Type     int           `json:"type"`
	GuildID  string        `json:"guild_id,omitempty"`
	Resolved *resolvedJSON `json:"resolved,omitempty"`
	Options  []*optionJSON `json:"options,omitempty"`
}

// Slash types a slash command. name is the command's, followed by a subcommand
// after a space if it has any ("daily start"). Options are checked against the
// registered definition as Discord checks them before the bot hears of them: a
// person cannot send an option of the wrong type or out of bounds, nor leave out
// a required one. A channel is given as a Place, a person as a User, a role as a
// Role, or any of them by its id. A value of type As is sent as it is.
func (s *Server) Slash(ctx context.Context, who User, where Place, name string, options map[string]any, details ...Detail) (*Answer, error) {
	return s.typeCommand(ctx, kindCommand, who, where, name, options, "", details)
}

// Autocomplete asks for the choices while the person is typing the focused
// option. Its value goes out as the text typed so far, whatever its type.
func (s *Server) Autocomplete(ctx context.Context, who User, where Place, name string, options map[string]any, focused string, details ...Detail) ([]Choice, error) {
	answer, err := s.typeCommand(ctx, kindAutocomplete, who, where, name, options, focused, details)
	if err != nil {
		return nil, err
	}
	return answer.Choices, nil
}

func (s *Server) typeCommand(ctx context.Context, kind int, who User, where Place, name string, options map[string]any, focused string, details []Detail) (*Answer, error) {
	where = where.of(who)
	words := strings.Fields(name)
	if len(words) == 0 {
		return nil, fmt.Errorf("no command name")
	}
	if err := s.typeable(who, where); err != nil {
		return nil, err
	}
	command, ok := s.command(words[0], where)
	if !ok {
		return nil, fmt.Errorf("/%s is not registered", words[0])
	}
	if context := map[bool]int{false: 0, true: 1}[where.direct()]; command.Contexts != nil && !slices.Contains(command.Contexts, context) {
		return nil, fmt.Errorf("/%s cannot be used here: contexts %v", command.Name, command.Contexts)
	}
	f := filler{server: s, where: where, given: options, focused: focused}
	data := &commandJSON{ID: command.ID, Name: command.Name, Type: 1, GuildID: command.GuildID}
	data.Options = f.path(command.Options, words[1:])
	data.Resolved = f.resolved
	if err := f.done(kind); err != nil {
		return nil, fmt.Errorf("/%s: %w", name, err)
	}
	it := s.newInteraction(kind, who, where)
	it.command, it.focused = name, f.focusedType
	maps.DeleteFunc(it.owners, func(installed int, _ string) bool { return !slices.Contains(command.IntegrationTypes, installed) })
	if len(it.owners) == 0 {
		return nil, fmt.Errorf("/%s is not installed here: integration types %v", command.Name, command.IntegrationTypes)
	}
	return s.tell(ctx, it, s.interactionJSON(it, data), details)
}

// filler turns what a person typed into options as defined.
type filler struct {
	server      *Server
	where       Place
	resolved    *resolvedJSON // nil without users, channels and roles
	given       map[string]any
	focused     string
	focusedType int
	err         error
}

func (f *filler) fail(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
}

func (f *filler) done(kind int) error {
	switch {
	case f.err != nil:
		return f.err
	case kind == kindAutocomplete && f.focusedType == 0:
		return fmt.Errorf("option %q has no autocompletion", f.focused)
	}
	return nil
}

// path goes down to a subcommand and fills its options.
func (f *filler) path(defined []Option, words []string) []*optionJSON {
	if len(words) == 0 {
		return f.fill(defined)
	}
	for _, d := range defined {
		if d.Name == words[0] && d.Type <= optionSubcommandGroup {
			return []*optionJSON{{Name: d.Name, Type: d.Type, Options: f.path(d.Options, words[1:])}}
		}
	}
	f.fail("no subcommand %q", words[0])
	return nil
}

func (f *filler) fill(defined []Option) []*optionJSON {
	var out []*optionJSON
	for _, d := range defined {
		v, given := f.given[d.Name]
		switch {
		case d.Type <= optionSubcommandGroup:
			f.fail("a subcommand is needed: %s", d.Name)
		case d.Name == f.focused && d.Autocomplete:
			f.focusedType = d.Type
			out = append(out, focusedOption(d, v))
		case given:
			out = append(out, f.option(d, v))
		case d.Required && f.focused == "":
			f.fail("option %s is required", d.Name)
		}
	}
	return append(out, f.rest(defined)...)
}

// focusedOption carries the text typed so far, for numbers too.
func focusedOption(d Option, v any) *optionJSON {
	if raw, ok := v.(As); ok {
		return &optionJSON{Name: d.Name, Type: raw.Type, Value: raw.Value, Focused: true}
	}
	text := json.RawMessage(`""`)
	if v != nil {
		text, _ = json.Marshal(fmt.Sprint(v))
	}
	return &optionJSON{Name: d.Name, Type: d.Type, Value: text, Focused: true}
}

// rest is options that the definition does not know; only As can send them.
func (f *filler) rest(defined []Option) []*optionJSON {
	var out []*optionJSON
	for name, v := range f.given {
		if slices.ContainsFunc(defined, func(d Option) bool { return d.Name == name }) {
			continue
		}
		raw, ok := v.(As)
		if !ok {
			f.fail("no option %q", name)
			continue
		}
		out = append(out, &optionJSON{Name: name, Type: raw.Type, Value: raw.Value})
	}
	return out
}

func (f *filler) option(d Option, v any) *optionJSON {
	if raw, ok := v.(As); ok {
		return &optionJSON{Name: d.Name, Type: raw.Type, Value: raw.Value}
	}
	if d.Type >= optionUser && d.Type <= optionMentionable {
		return &optionJSON{Name: d.Name, Type: d.Type, Value: f.entity(d, v)}
	}
	text, err := json.Marshal(v)
	var plain any
	if err != nil || json.Unmarshal(text, &plain) != nil {
		f.fail("option %s: %v is no JSON value", d.Name, v)
	} else if problem := d.admits(plain); problem != "" {
		f.fail("option %s: %v %s", d.Name, v, problem)
	}
	return &optionJSON{Name: d.Name, Type: d.Type, Value: json.RawMessage(text)}
}

// admits says why Discord would not let a value through, or "".
func (d Option) admits(v any) string {
	switch x := v.(type) {
	case string:
		return d.admitsText(x)
	case float64:
		return d.admitsNumber(x)
	case bool:
		if d.Type != optionBoolean {
			return "is a truth value"
		}
		return ""
	}
	return "cannot be typed in"
}

func (d Option) admitsText(s string) string {
	n := utf8.RuneCountInString(s)
	switch {
	case d.Type == optionInteger || d.Type == optionNumber || d.Type == optionBoolean:
		return "is a text"
	case d.MinLength != nil && n < *d.MinLength || d.MaxLength != nil && n > *d.MaxLength || n > 6000:
		return "has the wrong length"
	case len(d.Choices) > 0 && !d.offers(s):
		return "is not among the choices"
	}
	return ""
}

func (d Option) admitsNumber(x float64) string {
	switch {
	case d.Type != optionInteger && d.Type != optionNumber:
		return "is a number"
	case d.Type == optionInteger && (x != math.Trunc(x) || math.Abs(x) > maxInt53):
		return "is not a whole number"
	case d.MinValue != nil && x < *d.MinValue || d.MaxValue != nil && x > *d.MaxValue:
		return "is out of bounds"
	case len(d.Choices) > 0 && !d.offers(x):
		return "is not among the choices"
	}
	return ""
}
