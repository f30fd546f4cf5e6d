package discordtest

import (
	"net/http"

	"chess960bot/internal/workshop/discordtest/validate"
)

// scopeOf checks the application and the server of an address and returns the
// server's id, which is empty for global commands.
func scopeOf(c *call) (string, error) {
	if c.PathValue("application_id") != ApplicationID {
		return "", errUnknownApplication
	}
	guildID := c.PathValue("guild_id")
	if guildID != "" && guildID != GuildID {
		return "", errUnknownGuild
	}
	return guildID, nil
}

func (s *Server) listCommands(c *call) (result, error) {
	guildID, err := scopeOf(c)
	if err != nil {
		return result{}, err
	}
	if c.URL.Query().Get("with_localizations") == "true" {
		return result{http.StatusOK, s.registry.encoded(guildID)}, nil
	}
	return result{http.StatusOK, withoutLocalizations(s.registry.list(guildID))}, nil
}

// overwriteCommands replaces all commands of a scope. A command keeps the id of the
// one it replaces. Every command gets a new version, even if nothing changed.
func (s *Server) overwriteCommands(c *call) (result, error) {
	guildID, err := scopeOf(c)
	if err != nil {
		return result{}, err
	}
	if err := validate.Commands(c.body.root()); err != nil {
		return result{}, err
	}
	var out []map[string]any
	err = s.registry.update(guildID, func(old []map[string]any) ([]map[string]any, error) {
		out = []map[string]any{}
		sent, _ := c.body.tree.([]any)
		for _, x := range sent {
			command := x.(map[string]any)
			out = append(out, s.storedCommand(command, guildID, s.idFor(command, old)))
		}
		return out, tooMany(out)
	})
	s.changed.signal()
	return result{http.StatusOK, out}, err
}

// idFor returns the id of the command that is replaced, or a new id.
func (s *Server) idFor(command map[string]any, old []map[string]any) string {
	for _, o := range old {
		if sameCommand(o, command) {
			return o["id"].(string)
		}
	}
	return s.ids.next()
}

func tooMany(list []map[string]any) error {
	count := map[int64]int{}
	for _, c := range list {
		count[validate.CommandType(c)]++
	}
	if count[1] > validate.MaxCommands || count[2] > validate.MaxMenuCommands || count[3] > validate.MaxMenuCommands {
		return errTooManyCommands
	}
	return nil
}
