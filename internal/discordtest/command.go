package discordtest

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Option types, as in Discord's documentation.
const (
	optionSubcommand      = 1
	optionSubcommandGroup = 2
	optionString          = 3
	optionInteger         = 4
	optionBoolean         = 5
	optionUser            = 6
	optionChannel         = 7
	optionRole            = 8
	optionMentionable     = 9
	optionNumber          = 10
)

// Command is a registered application command.
type Command struct {
	ID, Name, Description string
	GuildID               string `json:"guild_id"` // empty for a global command
	Version               string
	Type                  int // 1: slash command
	Contexts              []int
	IntegrationTypes      []int `json:"integration_types"` // 0: of servers, 1: of people
	Options               []Option
	Raw                   json.RawMessage `json:"-"` // as Discord returns it
}

// Option is one option of a command, or a subcommand or group of them.
type Option struct {
	Type                   int
	Name, Description      string
	Required, Autocomplete bool
	Choices                []Choice
	ChannelTypes           []int `json:"channel_types"` // of a channel option: those that can be chosen
	Options                []Option
	MinValue               *float64 `json:"min_value"`
	MaxValue               *float64 `json:"max_value"`
	MinLength              *int     `json:"min_length"`
	MaxLength              *int     `json:"max_length"`
}

// Choice is one of the values an option offers; Value is a string or a float64.
type Choice struct {
	Name  string
	Value any
}

// registry holds the commands, by guild; "" has the global ones. A command is
// kept as the object that Discord returns.
type registry struct {
	mu       sync.RWMutex
	scopes   map[string][]map[string]any
	commands []Command // decoded, of all scopes; nil after a change
}

// list is a copy of one scope's list.
func (r *registry) list(guild string) []map[string]any {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.scopes[guild])
}

// update replaces one scope's list by what f makes of it.
func (r *registry) update(guild string, f func([]map[string]any) ([]map[string]any, error)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	list, err := f(slices.Clone(r.scopes[guild]))
	if err != nil {
		return err
	}
	r.scopes[guild] = list
	r.commands = nil
	return nil
}

// all decodes the commands of all scopes, the global ones first.
func (r *registry) all() []Command {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.commands == nil {
		r.commands = []Command{}
		for _, guild := range slices.Sorted(maps.Keys(r.scopes)) {
			for _, object := range r.scopes[guild] {
				var c Command
				c.Raw, _ = json.Marshal(object)
				json.Unmarshal(c.Raw, &c)
				r.commands = append(r.commands, c)
			}
		}
	}
	return r.commands
}

// Commands lists the registered commands, the global ones first.
func (s *Server) Commands() []Command { return slices.Clone(s.registry.all()) }

// command finds a slash command by name; one of the place's server hides a
// global one.
func (s *Server) command(name string, where Place) (Command, bool) {
	var found Command
	for _, c := range s.registry.all() {
		if c.Name == name && c.Type == 1 && (c.GuildID == "" || c.GuildID == where.GuildID) {
			found = c
		}
	}
	return found, found.ID != ""
}

// optionFields are the fields that Discord keeps of an option.
var optionFields = []string{"type", "name", "name_localizations", "description", "description_localizations", "required",
	"options", "choices", "autocomplete", "channel_types", "min_value", "max_value", "min_length", "max_length"}

// commandObject makes of a checked body the object that Discord returns.
func (s *Server) commandObject(sent map[string]any, guild, id string) map[string]any {
	c := map[string]any{
		"id": id, "application_id": ApplicationID, "version": s.ids.next(), "type": 1, "name": sent["name"],
		"name_localizations": sent["name_localizations"], "description": "", "description_localizations": sent["description_localizations"],
		"default_member_permissions": nil, "nsfw": false, "contexts": sent["contexts"], "integration_types": []any{0},
	}
	for _, name := range []string{"type", "description", "integration_types", "nsfw"} {
		if sent[name] != nil {
			c[name] = sent[name]
		}
	}
	switch p := sent["default_member_permissions"].(type) {
	case string:
		c["default_member_permissions"] = p
	case json.Number:
		c["default_member_permissions"] = p.String()
	}
	if guild != "" {
		c["guild_id"] = guild
	} else {
		allowed, given := sent["dm_permission"].(bool)
		c["dm_permission"] = allowed || !given
	}
	if options := optionObjects(sent["options"]); options != nil {
		c["options"] = options
	}
	return c
}

// optionObjects drops unknown fields, nulls, and what is false or empty.
func optionObjects(sent any) []any {
	list, _ := sent.([]any)
	var out []any
	for _, x := range list {
		given := x.(map[string]any)
		o := map[string]any{}
		for _, name := range optionFields {
			if v := given[name]; v != nil && v != false && !isEmptyList(v) {
				o[name] = v
			}
		}
		if nested := optionObjects(given["options"]); nested != nil {
			o["options"] = nested
		}
		out = append(out, o)
	}
	return out
}

func sameCommand(a, b map[string]any) bool {
	return a["name"] == b["name"] && commandType(a) == commandType(b)
}

func commandType(c map[string]any) int64 {
	if t, ok := c["type"].(int); ok {
		return int64(t)
	}
	return max(toInt(c["type"]), 1)
}

// withoutLocalizations is what a list shows unless asked for them.
func withoutLocalizations(list []map[string]any) []map[string]any {
	out := make([]map[string]any, len(list))
	for i, c := range list {
		out[i] = maps.Clone(c)
		maps.DeleteFunc(out[i], func(name string, _ any) bool { return strings.HasSuffix(name, "_localizations") })
	}
	return out
}
