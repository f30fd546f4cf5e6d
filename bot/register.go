package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// keepRegistered waits until the bot knows who it is, and then sees to it that
// Discord has our commands.
func (b *Bot) keepRegistered(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case <-b.known:
	}
	return b.insist(ctx, func(ctx context.Context) error {
		changed, err := b.register(ctx)
		if err == nil {
			b.log.Info("ready", "application", b.application, "commands", len(b.defs), "changed", changed)
		}
		return err
	})
}

// register overwrites the registered commands, but only if they differ: even an
// unchanged overwrite gives them a new version, which a running client refuses
// until it is reloaded.
func (b *Bot) register(ctx context.Context) (changed bool, err error) {
	endpoint := discordgo.EndpointApplicationGlobalCommands(b.application)
	if b.guildID != "" {
		endpoint = discordgo.EndpointApplicationGuildCommands(b.application, b.guildID)
	}
	listed, err := b.request(ctx, "GET", endpoint, body{})
	if err != nil {
		return false, fmt.Errorf("read the registered commands: %w", err)
	}
	var registered []definition
	if err := json.Unmarshal(listed, &registered); err != nil {
		return false, fmt.Errorf("read the registered commands: %w", err)
	}
	wanted := definitions(b.defs, b.guildID == "")
	if b.guildID != "" {
		for i := range registered { // Discord names defaults that nobody set
			registered[i].Contexts, registered[i].IntegrationTypes = nil, nil
		}
	}
	if same, err := sameCommands(registered, wanted); same || err != nil {
		return false, err
	}
	overwrite, err := json.Marshal(wanted)
	if err != nil {
		return false, fmt.Errorf("encode the commands: %w", err)
	}
	if _, err := b.request(ctx, "PUT", endpoint, body{"application/json", overwrite}); err != nil {
		return false, fmt.Errorf("overwrite the registered commands: %w", err)
	}
	return true, nil
}

// A definition is what Discord is told of a command and what it tells of it in
// turn. discordgo's own struct sends null where Discord wants nothing.
type definition struct {
	Type             discordgo.ApplicationCommandType       `json:"type"`
	Name             string                                 `json:"name"`
	Description      string                                 `json:"description"`
	Options          []option                               `json:"options,omitempty"`
	Contexts         []discordgo.InteractionContextType     `json:"contexts,omitempty"`
	IntegrationTypes []discordgo.ApplicationIntegrationType `json:"integration_types,omitempty"`
}

type option struct {
	Type         discordgo.ApplicationCommandOptionType `json:"type"`
	Name         string                                 `json:"name"`
	Description  string                                 `json:"description"`
	Required     bool                                   `json:"required,omitempty"`
	Autocomplete bool                                   `json:"autocomplete,omitempty"`
	Choices      []choice                               `json:"choices,omitempty"`
	ChannelTypes []discordgo.ChannelType                `json:"channel_types,omitempty"`
	MinValue     *float64                               `json:"min_value,omitempty"`
	MaxValue     *float64                               `json:"max_value,omitempty"`
	Options      []option                               `json:"options,omitempty"` // of a subcommand
}

type choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// definitions translates the commands' definitions. Where they may be used is
// for global commands only to say: a server's are used in the server.
func definitions(defs []*discordgo.ApplicationCommand, global bool) []definition {
	list := make([]definition, len(defs))
	for i, d := range defs {
		list[i] = definition{Type: d.Type, Name: d.Name, Description: d.Description}
		if global {
			list[i].Contexts, list[i].IntegrationTypes = *d.Contexts, *d.IntegrationTypes
		}
		for _, o := range d.Options {
			list[i].Options = append(list[i].Options, optionOf(o))
		}
	}
	return list
}

func optionOf(o *discordgo.ApplicationCommandOption) option {
	out := option{
		Type: o.Type, Name: o.Name, Description: o.Description, Required: o.Required,
		Autocomplete: o.Autocomplete, ChannelTypes: o.ChannelTypes, MinValue: o.MinValue,
	}
	if o.MaxValue != 0 {
		out.MaxValue = &o.MaxValue
	}
	for _, c := range o.Choices {
		out.Choices = append(out.Choices, choice{c.Name, c.Value})
	}
	for _, inner := range o.Options {
		out.Options = append(out.Options, optionOf(inner))
	}
	return out
}

// sameCommands compares commands, in any order, by all that we set of them.
func sameCommands(a, b []definition) (bool, error) {
	x, err := canonical(a)
	if err != nil {
		return false, err
	}
	y, err := canonical(b)
	return bytes.Equal(x, y), err
}

// canonical returns the commands as JSON that does not depend on the order in
// which Discord happens to list things.
func canonical(list []definition) ([]byte, error) {
	list = slices.SortedFunc(slices.Values(list), func(x, y definition) int { return strings.Compare(x.Name, y.Name) })
	for i := range list {
		list[i].Contexts = slices.Sorted(slices.Values(list[i].Contexts))
		list[i].IntegrationTypes = slices.Sorted(slices.Values(list[i].IntegrationTypes))
	}
	return json.Marshal(list)
}
