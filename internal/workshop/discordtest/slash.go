package discordtest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// commandJSON is the data of a command interaction.
type commandJSON struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Type     int           `json:"type"`
	GuildID  string        `json:"guild_id,omitempty"`
	TargetID string        `json:"target_id,omitempty"` // of a command in a menu: the message or the person
	Resolved *resolvedJSON `json:"resolved,omitempty"`
	Options  []*optionJSON `json:"options,omitempty"`
}

// Slash types a slash command. name is the name of the command, followed by a
// subcommand if it has any: "daily start".
//
// Discord's client checks options against the registered command, and so does Slash:
// a person cannot send an option of the wrong type or out of bounds, and cannot leave
// out a required one. The value of a channel option is a Place, of a user option a User,
// of a role option a Role, or for each of them an id. A value of type [As] is sent
// without checks.
func (s *Server) Slash(
	ctx context.Context, who User, where Place, name string, options map[string]any, details ...Detail,
) (*Answer, error) {
	return s.typeCommand(ctx, kindCommand, who, where, name, options, "", details)
}

// Autocomplete asks for choices while the person is typing the focused option. The
// value of that option is sent as the text typed so far, for numbers too.
func (s *Server) Autocomplete(
	ctx context.Context, who User, where Place, name string, options map[string]any, focused string, details ...Detail,
) ([]Choice, error) {
	answer, err := s.typeCommand(ctx, kindAutocomplete, who, where, name, options, focused, details)
	if err != nil {
		return nil, err
	}
	return answer.Choices, nil
}

func (s *Server) typeCommand(
	ctx context.Context, kind int, who User, where Place, name string, options map[string]any, focused string, details []Detail,
) (*Answer, error) {
	where = where.of(who)
	words := strings.Fields(name)
	if len(words) == 0 {
		return nil, fmt.Errorf("no command name")
	}
	command, err := s.usableCommand(slashCommand, words[0], who, where)
	if err != nil {
		return nil, err
	}
	entry := optionEntry{server: s, where: where, given: options, focused: focused}
	data := command.data()
	data.Options = entry.subcommand(command.Options, words[1:])
	data.Resolved = entry.resolved
	if err := entry.problem(kind); err != nil {
		return nil, fmt.Errorf("/%s: %w", name, err)
	}
	it, err := s.newCommandInteraction(kind, command, who, where)
	if err != nil {
		return nil, err
	}
	it.command, it.focused = name, entry.focusedType
	return s.send(ctx, it, s.interactionJSON(it, data), details)
}

// usableCommand finds a command by its type and name. The error says why a person
// cannot use the command in a place.
func (s *Server) usableCommand(commandType int, name string, who User, where Place) (Command, error) {
	if err := s.typeable(who, where); err != nil {
		return Command{}, err
	}
	command, ok := s.command(commandType, name, where)
	if !ok {
		return Command{}, fmt.Errorf("/%s is not registered", name)
	}
	if context := map[bool]int{false: 0, true: 1}[where.direct()]; command.Contexts != nil && !slices.Contains(command.Contexts, context) {
		return Command{}, fmt.Errorf("/%s cannot be used here: contexts %v", name, command.Contexts)
	}
	return command, nil
}

// data returns the data of an interaction with the command, without options.
func (c Command) data() *commandJSON {
	return &commandJSON{ID: c.ID, Name: c.Name, Type: c.Type, GuildID: c.GuildID}
}

// newCommandInteraction makes an interaction with a command. Its owners are only those
// who installed the app in a way that the command supports.
func (s *Server) newCommandInteraction(kind int, command Command, who User, where Place) (*interaction, error) {
	it := s.newInteraction(kind, who, where)
	it.command = command.Name
	maps.DeleteFunc(it.owners, func(installed int, _ string) bool { return !slices.Contains(command.IntegrationTypes, installed) })
	if len(it.owners) == 0 {
		return nil, fmt.Errorf("/%s is not installed here: integration types %v", command.Name, command.IntegrationTypes)
	}
	return it, nil
}
