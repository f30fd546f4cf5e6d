package discordtest

import (
	"context"
	"maps"
	"slices"
)

// maxCommands is how many slash commands an app may have, globally and again in
// each server; of user and message commands 15 each.
const (
	maxCommands     = 100
	maxMenuCommands = 15
)

// scopeOf checks the application and the guild of an address.
func scopeOf(c *call) (string, error) {
	if c.PathValue("application_id") != ApplicationID {
		return "", errUnknownApplication
	}
	guild := c.PathValue("guild_id")
	if guild != "" && guild != GuildID {
		return "", errUnknownGuild
	}
	return guild, nil
}

func (s *Server) listCommands(c *call) (result, error) {
	guild, err := scopeOf(c)
	if err != nil {
		return result{}, err
	}
	list := s.registry.list(guild)
	if c.URL.Query().Get("with_localizations") != "true" {
		list = withoutLocalizations(list)
	}
	return result{200, slices.Concat([]map[string]any{}, list)}, nil
}

// overwriteCommands replaces the whole list. Commands of the same name keep
// their ids, and all get a new version, changed or not.
func (s *Server) overwriteCommands(c *call) (result, error) {
	guild, err := scopeOf(c)
	if err != nil {
		return result{}, err
	}
	if err := checkCommands(c.body.root()); err != nil {
		return result{}, err
	}
	var out []map[string]any
	err = s.registry.update(guild, func(old []map[string]any) ([]map[string]any, error) {
		out = []map[string]any{}
		sent, _ := c.body.tree.([]any)
		for _, x := range sent {
			command := x.(map[string]any)
			out = append(out, s.commandObject(command, guild, s.idFor(command, old)))
		}
		return out, tooMany(out)
	})
	s.changed.signal()
	return result{200, out}, err
}

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
		count[commandType(c)]++
	}
	if count[1] > maxCommands || count[2] > maxMenuCommands || count[3] > maxMenuCommands {
		return errTooManyCommands
	}
	return nil
}

// createCommand adds a command, or replaces the one of the same name.
func (s *Server) createCommand(c *call) (result, error) {
	guild, err := scopeOf(c)
	if err != nil {
		return result{}, err
	}
	v := c.body.root()
	checkCommand(v)
	if err := v.form.err(); err != nil {
		return result{}, err
	}
	status := 201
	var object map[string]any
	err = s.registry.update(guild, func(list []map[string]any) ([]map[string]any, error) {
		sent := c.body.tree.(map[string]any)
		object = s.commandObject(sent, guild, s.idFor(sent, list))
		kept := slices.DeleteFunc(list, func(o map[string]any) bool { return sameCommand(o, sent) })
		if len(kept) < len(list) {
			status = 200
		}
		kept = append(kept, object)
		return kept, tooMany(kept)
	})
	s.changed.signal()
	return result{status, object}, err
}

// findCommand is the position of the command of an address.
func findCommand(c *call, list []map[string]any) (int, error) {
	i := slices.IndexFunc(list, func(o map[string]any) bool { return o["id"] == c.PathValue("command_id") })
	if i < 0 {
		return i, errUnknownCommand
	}
	return i, nil
}

func (s *Server) getCommand(c *call) (result, error) {
	guild, err := scopeOf(c)
	if err != nil {
		return result{}, err
	}
	list := s.registry.list(guild)
	i, err := findCommand(c, list)
	if err != nil {
		return result{}, err
	}
	return result{200, list[i]}, nil
}

// editCommand changes the given fields alone.
func (s *Server) editCommand(c *call) (result, error) {
	guild, err := scopeOf(c)
	if err != nil {
		return result{}, err
	}
	v := c.body.root()
	if !v.object() {
		return result{}, v.form.err()
	}
	var object map[string]any
	err = s.registry.update(guild, func(list []map[string]any) ([]map[string]any, error) {
		i, err := findCommand(c, list)
		if err != nil {
			return nil, err
		}
		merged := maps.Clone(list[i])
		maps.Copy(merged, v.v.(map[string]any))
		v.v = merged
		checkCommand(v)
		object = s.commandObject(merged, guild, c.PathValue("command_id"))
		list[i] = object
		return list, v.form.err()
	})
	s.changed.signal()
	return result{200, object}, err
}

func (s *Server) deleteCommand(c *call) (result, error) {
	guild, err := scopeOf(c)
	if err != nil {
		return result{}, err
	}
	err = s.registry.update(guild, func(list []map[string]any) ([]map[string]any, error) {
		i, err := findCommand(c, list)
		if err != nil {
			return nil, err
		}
		return slices.Delete(list, i, i+1), nil
	})
	s.changed.signal()
	return result{status: 204}, err
}

// WaitCommands waits until slash commands of these names are registered,
// globally or in the default server.
func (s *Server) WaitCommands(ctx context.Context, names ...string) error {
	return s.changed.wait(ctx, func() bool {
		for _, name := range names {
			if _, ok := s.command(name, Channel); !ok {
				return false
			}
		}
		return true
	})
}
