package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
)

// keepRegistered waits until the bot's ids are known, and then registers the commands
// with Discord.
func (b *Bot) keepRegistered(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case <-b.identified:
	}
	return rest.KeepTrying(ctx, b.log, func(ctx context.Context) error {
		changed, err := b.register(ctx)
		b.registration.Store(&err)
		b.metrics.CommandsRegistered(err == nil)
		if err == nil {
			b.log.Info("ready", "application", b.applicationID, "commands", len(b.offered), "changed", changed,
				"invite", chat.Invitation(b.applicationID))
		}
		return err
	})
}

// register overwrites the registered commands, but only if they differ: even an
// unchanged overwrite gives them a new version, which a running client refuses
// until it is reloaded.
func (b *Bot) register(ctx context.Context) (changed bool, err error) {
	endpoint := discordgo.EndpointApplicationGlobalCommands(b.applicationID)
	if b.guildID != "" {
		endpoint = discordgo.EndpointApplicationGuildCommands(b.applicationID, b.guildID)
	}
	listed, err := b.api.Do(ctx, "GET", endpoint+"?with_localizations=true", rest.Body{})
	if err != nil {
		return false, fmt.Errorf("read the registered commands: %w", err)
	}
	registered, err := b.noteIDs(listed)
	if err != nil {
		return false, fmt.Errorf("read the registered commands: %w", err)
	}
	var wanted []chat.Definition // not kept: seven languages take 2 MB
	for _, c := range b.offered {
		wanted = append(wanted, c.Definition())
	}
	if b.guildID != "" {
		withoutContexts(wanted)     // they can be used only in the server
		withoutContexts(registered) // Discord lists defaults that the bot did not set
	}
	was, err := canonical(registered)
	if err != nil {
		return false, err
	}
	if is, err := canonical(wanted); bytes.Equal(was, is) || err != nil {
		return false, err
	}
	overwrite, err := rest.Encode(wanted)
	if err != nil {
		return false, fmt.Errorf("encode the commands: %w", err)
	}
	stored, err := b.api.Do(ctx, "PUT", endpoint, overwrite)
	if err == nil {
		_, err = b.noteIDs(stored)
	}
	if err != nil {
		return false, fmt.Errorf("overwrite the registered commands: %w", err)
	}
	return true, nil
}

// noteIDs reads a list of registered commands and stores their ids, so that texts can
// mention commands. The returned definitions have no ids.
func (b *Bot) noteIDs(listed []byte) ([]chat.Definition, error) {
	var registered []chat.Definition
	if err := json.Unmarshal(listed, &registered); err != nil {
		return nil, err
	}
	ids := map[string]string{}
	for i, d := range registered {
		if d.Type == discordgo.ChatApplicationCommand {
			ids[d.Name] = d.ID
		}
		registered[i].ID = ""
	}
	b.mentions.Store(chat.Mentions(b.offered, ids))
	return registered, nil
}

// withoutContexts removes the contexts and integration types of commands.
func withoutContexts(list []chat.Definition) {
	for i := range list {
		list[i].Contexts, list[i].IntegrationTypes = nil, nil
	}
}

// canonical returns the commands as JSON that does not depend on the order in which
// Discord lists things.
func canonical(list []chat.Definition) ([]byte, error) {
	list = slices.SortedFunc(slices.Values(list), func(x, y chat.Definition) int { return strings.Compare(x.Name, y.Name) })
	for i := range list {
		list[i].Contexts = slices.Sorted(slices.Values(list[i].Contexts))
		list[i].IntegrationTypes = slices.Sorted(slices.Values(list[i].IntegrationTypes))
	}
	return json.Marshal(list)
}
