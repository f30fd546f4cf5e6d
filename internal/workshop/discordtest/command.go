package discordtest

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"chess960bot/internal/workshop/discordtest/validate"
)

// Types of commands, as in Discord's documentation.
const (
	slashCommand   = 1
	userCommand    = 2
	messageCommand = 3
)

// Command is a registered application command.
type Command struct {
	ID, Name, Description string
	GuildID               string `json:"guild_id"` // empty for a global command
	Version               string
	Type                  int // 1: slash command, 2: user command, 3: message command
	Contexts              []int
	IntegrationTypes      []int `json:"integration_types"` // 0: of servers, 1: of people
	Options               []Option
	Raw                   json.RawMessage `json:"-"` // as Discord returns it
}

// Option is one option of a command, or a subcommand or group of them.
type Option = validate.Option

// Choice is one of the values that an option offers. Value is a string or a float64.
type Choice = validate.Choice

// registry holds the registered commands by server id; "" has the global ones. A
// command is stored as the object that Discord returns.
type registry struct {
	mu       sync.RWMutex
	scopes   map[string][]map[string]any
	commands []Command // decoded, of all scopes; nil after a change
}

// list returns a copy of one scope's commands.
func (r *registry) list(guildID string) []map[string]any {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.scopes[guildID])
}

// update replaces one scope's commands by what f makes of them.
func (r *registry) update(guildID string, f func([]map[string]any) ([]map[string]any, error)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	list, err := f(slices.Clone(r.scopes[guildID]))
	if err != nil {
		return err
	}
	r.scopes[guildID] = list
	r.commands = nil
	return nil
}

// all decodes the commands of all scopes, the global ones first.
func (r *registry) all() []Command {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.commands == nil {
		r.commands = []Command{}
		for _, guildID := range slices.Sorted(maps.Keys(r.scopes)) {
			for _, object := range r.scopes[guildID] {
				var c Command
				c.Raw, _ = json.Marshal(object)
				json.Unmarshal(c.Raw, &c)
				r.commands = append(r.commands, c)
			}
		}
	}
	return r.commands
}

// encoded returns one scope's commands in JSON. To encode 190 kB again for each bot took longer than
// most answers.
func (r *registry) encoded(guildID string) json.RawMessage {
	var list [][]byte
	for _, c := range r.all() {
		if c.GuildID == guildID {
			list = append(list, c.Raw)
		}
	}
	return slices.Concat([]byte("["), bytes.Join(list, []byte(",")), []byte("]"))
}

// Commands lists the registered commands, the global ones first.
func (s *Server) Commands() []Command { return slices.Clone(s.registry.all()) }

// command finds a command by type and name. A command of the place's server hides a
// global one.
func (s *Server) command(commandType int, name string, where Place) (Command, bool) {
	var found Command
	for _, c := range s.registry.all() {
		if c.Name == name && c.Type == commandType && (c.GuildID == "" || c.GuildID == where.GuildID) {
			found = c
		}
	}
	return found, found.ID != ""
}

// WaitCommands waits until commands with these names are registered, globally or in
// the default server.
func (s *Server) WaitCommands(ctx context.Context, names ...string) error {
	return s.changed.wait(ctx, func() bool {
		registered := map[any]bool{}
		for _, c := range slices.Concat(s.registry.list(""), s.registry.list(Channel.GuildID)) {
			registered[c["name"]] = true
		}
		return !slices.ContainsFunc(names, func(name string) bool { return !registered[name] })
	})
}
