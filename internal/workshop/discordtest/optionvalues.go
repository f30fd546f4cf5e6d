package discordtest

import (
	"encoding/json"
	"fmt"
	"slices"

	"chess960bot/internal/workshop/discordtest/validate"
)

// As is an option's value that is sent with the given type and without checks. Tests use
// As to send values that Discord's own client never sends.
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

// resolvedJSON describes the users, channels and roles that options name, or the
// message that a message command is used on.
type resolvedJSON struct {
	Users    map[string]userJSON       `json:"users,omitempty"`
	Members  map[string]map[string]any `json:"members,omitempty"`
	Roles    map[string]map[string]any `json:"roles,omitempty"`
	Channels map[string]map[string]any `json:"channels,omitempty"`
	Messages map[string]*messageJSON   `json:"messages,omitempty"`

	Attachments map[string]attachmentJSON `json:"attachments,omitempty"`
}

// optionEntry turns the values that a person enters into options of an interaction.
type optionEntry struct {
	server      *Server
	where       Place
	given       map[string]any
	focused     string        // name of the option that is being typed
	focusedType int           // type of that option; 0 if it has no autocompletion
	resolved    *resolvedJSON // nil without users, channels and roles
	err         error         // the first problem
}

func (e *optionEntry) fail(format string, args ...any) {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
}

func (e *optionEntry) problem(kind int) error {
	if e.err == nil && kind == kindAutocomplete && e.focusedType == 0 {
		return fmt.Errorf("option %q has no autocompletion", e.focused)
	}
	return e.err
}

// subcommand goes down to a subcommand and enters its options.
func (e *optionEntry) subcommand(defined []Option, words []string) []*optionJSON {
	if len(words) == 0 {
		return e.options(defined)
	}
	for _, d := range defined {
		if d.Name == words[0] && d.Type == validate.OptionSubcommand {
			return []*optionJSON{{Name: d.Name, Type: d.Type, Options: e.subcommand(d.Options, words[1:])}}
		}
	}
	e.fail("no subcommand %q", words[0])
	return nil
}

func (e *optionEntry) options(defined []Option) []*optionJSON {
	var out []*optionJSON
	for _, d := range defined {
		v, given := e.given[d.Name]
		switch {
		case d.Type == validate.OptionSubcommand:
			e.fail("a subcommand is needed: %s", d.Name)
		case d.Name == e.focused && d.Autocomplete:
			e.focusedType = d.Type
			out = append(out, focusedOption(d, v))
		case given:
			out = append(out, e.option(d, v))
		case d.Required && e.focused == "":
			e.fail("option %s is required", d.Name)
		}
	}
	return append(out, e.undefinedOptions(defined)...)
}

// focusedOption carries the text typed so far, for numbers too.
func focusedOption(d Option, v any) *optionJSON {
	if as, ok := v.(As); ok {
		return &optionJSON{Name: d.Name, Type: as.Type, Value: as.Value, Focused: true}
	}
	text := json.RawMessage(`""`)
	if v != nil {
		text, _ = json.Marshal(fmt.Sprint(v))
	}
	return &optionJSON{Name: d.Name, Type: d.Type, Value: text, Focused: true}
}

// undefinedOptions returns the options that the command does not have. Only As can send
// them.
func (e *optionEntry) undefinedOptions(defined []Option) []*optionJSON {
	var out []*optionJSON
	for name, v := range e.given {
		if slices.ContainsFunc(defined, func(d Option) bool { return d.Name == name }) {
			continue
		}
		as, ok := v.(As)
		if !ok {
			e.fail("no option %q", name)
			continue
		}
		out = append(out, &optionJSON{Name: name, Type: as.Type, Value: as.Value})
	}
	return out
}

func (e *optionEntry) option(d Option, v any) *optionJSON {
	if as, ok := v.(As); ok {
		return &optionJSON{Name: d.Name, Type: as.Type, Value: as.Value}
	}
	if d.Type >= validate.OptionUser && d.Type <= validate.OptionRole || d.Type == validate.OptionAttachment {
		return &optionJSON{Name: d.Name, Type: d.Type, Value: e.entity(d, v)}
	}
	text, err := json.Marshal(v)
	var plain any
	if err != nil || json.Unmarshal(text, &plain) != nil {
		e.fail("option %s: %v is no JSON value", d.Name, v)
	} else if problem := d.Refuses(plain); problem != "" {
		e.fail("option %s: %v %s", d.Name, v, problem)
	}
	return &optionJSON{Name: d.Name, Type: d.Type, Value: json.RawMessage(text)}
}

// entity returns the id of the user, channel or role that was chosen, and describes
// it in the resolved data.
func (e *optionEntry) entity(d Option, v any) string {
	if e.resolved == nil {
		e.resolved = &resolvedJSON{
			Users: map[string]userJSON{}, Members: map[string]map[string]any{},
			Roles: map[string]map[string]any{}, Channels: map[string]map[string]any{}, Attachments: map[string]attachmentJSON{},
		}
	}
	var id, problem string
	switch d.Type {
	case validate.OptionUser:
		id, problem = e.user(v)
	case validate.OptionChannel:
		id, problem = e.channel(d, v)
	case validate.OptionRole:
		id, problem = e.role(v)
	case validate.OptionAttachment:
		id, problem = e.file(v)
	}
	if problem != "" {
		e.fail("option %s: %v %s", d.Name, v, problem)
	}
	return id
}

// file uploads a file that was chosen. Its name may have any ending: Discord only offers
// those of file_types.
func (e *optionEntry) file(v any) (id, problem string) {
	f, ok := v.(Upload)
	if !ok {
		return "", "is no Upload"
	}
	a := e.server.upload(f, e.where)
	e.resolved.Attachments[a.ID] = a.json(true)
	return a.ID, ""
}

func (e *optionEntry) user(v any) (id, problem string) {
	if u, ok := v.(User); ok {
		e.server.people.add(u)
		v = u.ID
	}
	id, _ = v.(string)
	u, known := e.server.people.get(id)
	if id == Bot.ID {
		u, known = Bot, true
	}
	if !known {
		return id, "is no user"
	}
	e.resolved.Users[id] = u.json()
	if !e.where.direct() {
		e.resolved.Members[id] = u.partialMember()
	}
	return id, ""
}

// channel accepts the channels that Discord's client offers: channels of this server, of
// the types that the option names.
func (e *optionEntry) channel(d Option, v any) (id, problem string) {
	if p, ok := v.(Place); ok {
		v = p.ChannelID
	}
	id, _ = v.(string)
	ch, known := e.server.history.info(id)
	switch {
	case !known || ch.State.Gone:
		return id, "is no channel"
	case e.where.direct():
		return id, "is a channel, which direct messages do not offer"
	case ch.GuildID != e.where.GuildID:
		return id, "is a channel of another server"
	case len(d.ChannelTypes) > 0 && !slices.Contains(d.ChannelTypes, ch.Type):
		return id, fmt.Sprintf("is of type %d, not one of %v", ch.Type, d.ChannelTypes)
	}
	e.resolved.Channels[id] = ch.partialJSON("", ch.permissions())
	return id, ""
}

func (e *optionEntry) role(v any) (id, problem string) {
	if r, ok := v.(Role); ok {
		e.server.AddRole(r)
		v = r.ID
	}
	id, _ = v.(string)
	r, known := e.server.roles.get(id)
	if !known || e.where.direct() {
		return id, "is no role"
	}
	e.resolved.Roles[id] = r.json()
	return id, ""
}
