package discordtest

import (
	"strings"
	"testing"
)

// command is the JSON of a slash command with further fields.
func command(fields string) string { return `{"name":"sp","description":"x"` + fields + `}` }

// option is a command with one option of a type, with further fields.
func option(kind, fields string) string {
	return command(`,"options":[{"type":` + kind + `,"name":"o","description":"x"` + fields + `}]`)
}

const subcommand = `{"type":1,"name":"s","description":"x"}`

const globalCommands = "/applications/" + ApplicationID + "/commands"

// A list with a command that breaks a rule of package validate is refused whole.
func TestCommandFaults(t *testing.T) {
	s := serve(t)
	status, answer := attempt{method: "PUT", path: globalCommands, json: "[" + command("") + "," + `{"name":"SP","description":"x"}` + "]"}.send(t, s)
	wantFault(t, s, status, answer, "1.name", "APPLICATION_COMMAND_INVALID_NAME")
	if len(s.Commands()) != 0 {
		t.Errorf("refused commands are registered: %v", s.Commands())
	}
}

func TestCommandLimits(t *testing.T) {
	s := serve(t)
	status, answer := attempt{method: "PUT", path: globalCommands, json: many(2, command(""))}.send(t, s)
	wantFault(t, s, status, answer, "1", "APPLICATION_COMMANDS_DUPLICATE_NAME")
	status, answer = attempt{method: "PUT", path: globalCommands, json: many(101, `{"name":"c%d","description":"x"}`)}.send(t, s)
	wantStatus(t, status, answer, 400, 30032)
	status, answer = attempt{method: "PUT", path: globalCommands, json: many(100, `{"name":"c%d","description":"x"}`)}.send(t, s)
	wantStatus(t, status, answer, 200, 0)
	status, answer = attempt{method: "GET", path: globalCommands}.send(t, s)
	wantStatus(t, status, answer, 200, 0)
	status, answer = attempt{method: "GET", path: "/applications/1/commands"}.send(t, s)
	wantStatus(t, status, answer, 404, 10002)
	status, answer = attempt{method: "GET", path: "/applications/" + ApplicationID + "/guilds/1/commands"}.send(t, s)
	wantStatus(t, status, answer, 404, 10004)
	wantBroken(t, s, "10004")
}

// Slash refuses options that a person cannot type.
func TestSlashRefuses(t *testing.T) {
	s := serve(t)
	attempt{method: "PUT", path: globalCommands, json: `[{"name":"sp","description":"x","contexts":[0],"options":[
		{"type":4,"name":"number","description":"x","required":true,"min_value":0,"max_value":959},
		{"type":3,"name":"theme","description":"x","choices":[{"name":"Blue","value":"blue"}]}]},
		{"name":"daily","description":"x","options":[` + subcommand + `]}]`}.send(t, s)
	for _, c := range []struct {
		name    string
		where   Place
		options map[string]any
		words   string
	}{
		{"no", Channel, nil, "not registered"},
		{"", Channel, nil, "no command name"},
		{"sp", Place{}, map[string]any{"number": 1}, "cannot be used here"},
		{"sp", Channel, nil, "option number is required"},
		{"sp", Channel, map[string]any{"number": "1"}, "is a text"},
		{"sp", Channel, map[string]any{"number": true}, "is a truth value"},
		{"sp", Channel, map[string]any{"number": 1.5}, "is not a whole number"},
		{"sp", Channel, map[string]any{"number": 960}, "out of bounds"},
		{"sp", Channel, map[string]any{"number": 1, "theme": "red"}, "not among the choices"},
		{"sp", Channel, map[string]any{"number": 1, "theme": 5}, "is a number"},
		{"sp", Channel, map[string]any{"number": 1, "colour": 5}, `no option "colour"`},
		{"daily", Channel, nil, "a subcommand is needed"},
		{"daily stop", Channel, nil, `no subcommand "stop"`},
		{"sp", Channel, map[string]any{"number": 1}, "no bot is connected"},
		{"sp", Channel, map[string]any{"number": As{3, "x"}}, "no bot is connected"},
		{"daily s", Channel, nil, "no bot is connected"},
	} {
		if _, err := s.Slash(t.Context(), Anna, c.where, c.name, c.options); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("/%s %v: want %q, got %v", c.name, c.options, c.words, err)
		}
	}
	if _, err := s.Autocomplete(t.Context(), Anna, Channel, "sp", nil, "number"); err == nil || !strings.Contains(err.Error(), "no autocompletion") {
		t.Error(err)
	}
	wantUnbroken(t, s)
}
