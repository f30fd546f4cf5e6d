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

// commandFaults breaks each rule of command definitions once.
var commandFaults = []struct{ name, json, path, code string }{
	{"no name", `{"description":"x"}`, "name", "BASE_TYPE_REQUIRED"},
	{"upper case", `{"name":"SP","description":"x"}`, "name", "APPLICATION_COMMAND_INVALID_NAME"},
	{"space in the name", `{"name":"a b","description":"x"}`, "name", "APPLICATION_COMMAND_INVALID_NAME"},
	{"name too long", `{"name":"` + long(33) + `","description":"x"}`, "name", "BASE_TYPE_BAD_LENGTH"},
	{"no description", `{"name":"sp"}`, "description", "BASE_TYPE_REQUIRED"},
	{"description empty", `{"name":"sp","description":""}`, "description", "BASE_TYPE_BAD_LENGTH"},
	{"description too long", `{"name":"sp","description":"` + long(101) + `"}`, "description", "BASE_TYPE_BAD_LENGTH"},
	{"type 9", command(`,"type":9`), "type", "BASE_TYPE_CHOICES"},
	{"unknown locale", command(`,"name_localizations":{"xx":"a"}`), "name_localizations.xx", "ENUM_TYPE_COERCE"},
	{"localized name", command(`,"name_localizations":{"de":"A B"}`), "name_localizations.de", "APPLICATION_COMMAND_INVALID_NAME"},
	{"localized description", command(`,"description_localizations":{"de":""}`), "description_localizations.de", "BASE_TYPE_BAD_LENGTH"},
	{"permissions of letters", command(`,"default_member_permissions":"admin"`), "default_member_permissions", "NUMBER_TYPE_COERCE"},
	{"context 3", command(`,"contexts":[3]`), "contexts.0", "BASE_TYPE_CHOICES"},
	{"context twice", command(`,"contexts":[0,0]`), "contexts", "SET_TYPE_CONTAINS_DUPLICATES"},
	{"no contexts", command(`,"contexts":[]`), "contexts", "BASE_TYPE_BAD_LENGTH"},
	{"integration type 2", command(`,"integration_types":[2]`), "integration_types.0", "BASE_TYPE_CHOICES"},
	{"user command with description", `{"type":2,"name":"Rating","description":"x"}`, "description", "DESCRIPTION_NOT_ALLOWED"},
	{"user command with options", `{"type":2,"name":"Rating","options":[` + subcommand + `]}`, "options", "OPTIONS_NOT_ALLOWED"},

	{"26 options", command(`,"options":` + many(26, `{"type":3,"name":"o%d","description":"x"}`)), "options", "BASE_TYPE_MAX_LENGTH"},
	{"option without type", command(`,"options":[{"name":"o","description":"x"}]`), "options.0.type", "BASE_TYPE_REQUIRED"},
	{"option type 2", option("2", ""), "options.0.type", "BASE_TYPE_CHOICES"},
	{"option name", command(`,"options":[{"type":3,"name":"O","description":"x"}]`), "options.0.name", "APPLICATION_COMMAND_INVALID_NAME"},
	{"option without description", command(`,"options":[{"type":3,"name":"o"}]`), "options.0.description", "BASE_TYPE_REQUIRED"},
	{"option twice", command(`,"options":` + many(2, `{"type":3,"name":"o","description":"x"}`)), "options.1", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"},
	{"required after optional", command(`,"options":[{"type":3,"name":"a","description":"x"},{"type":3,"name":"b","description":"x","required":true}]`), "options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
	{"required no boolean", option("3", `,"required":1`), "options.0.required", "BOOLEAN_TYPE_CONVERT"},
	{"26 choices", option("3", `,"choices":`+many(26, `{"name":"%d","value":"x"}`)), "options.0.choices", "BASE_TYPE_MAX_LENGTH"},
	{"choice name too long", option("3", `,"choices":[{"name":"`+long(101)+`","value":"x"}]`), "options.0.choices.0.name", "BASE_TYPE_BAD_LENGTH"},
	{"choice name twice", option("3", `,"choices":`+many(2, `{"name":"a","value":"%d"}`)), "options.0.choices.1.name", "CHOICE_NAME_EXISTS"},
	{"choice value too long", option("3", `,"choices":[{"name":"a","value":"`+long(101)+`"}]`), "options.0.choices.0.value", "BASE_TYPE_BAD_LENGTH"},
	{"choice value of another type", option("4", `,"choices":[{"name":"a","value":"5"}]`), "options.0.choices.0.value", "NUMBER_TYPE_COERCE"},
	{"choice value no whole number", option("4", `,"choices":[{"name":"a","value":5.5}]`), "options.0.choices.0.value", "NUMBER_TYPE_COERCE"},
	{"choices and autocomplete", option("3", `,"autocomplete":true,"choices":[{"name":"a","value":"a"}]`), "options.0", "AUTOCOMPLETE_CHOICES"},
	{"min over max", option("4", `,"min_value":5,"max_value":4`), "options.0.min_value", "MIN_GREATER_MAX"},
	{"min no whole number", option("4", `,"min_value":0.5`), "options.0.min_value", "NUMBER_TYPE_COERCE"},
	{"min length over max", option("3", `,"min_length":5,"max_length":4`), "options.0.min_length", "MIN_GREATER_MAX"},
	{"max length 0", option("3", `,"max_length":0`), "options.0.max_length", "NUMBER_TYPE_MIN"},
	{"max length 6001", option("3", `,"max_length":6001`), "options.0.max_length", "NUMBER_TYPE_MAX"},
	{"subcommand beside option", command(`,"options":[` + subcommand + `,{"type":3,"name":"o","description":"x"}]`), "options", "OPTIONS_TYPE_INVALID"},
	{"subcommand in a subcommand", option("1", `,"options":[`+subcommand+`]`), "options.0.options", "OPTIONS_TYPE_INVALID"},
	{"required order in a subcommand", option("1", `,"options":[{"type":3,"name":"a","description":"x"},{"type":3,"name":"b","description":"x","required":true}]`), "options.0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
	{"8001 characters", command(`,"options":[` + strings.Join([]string{wordy("a"), wordy("b")}, ",") + `]`), "", "APPLICATION_COMMAND_TOO_LARGE"},
}

// wordy is an option of more than 4000 characters.
func wordy(name string) string {
	return `{"type":3,"name":"` + name + `","description":"x","choices":` + many(25, `{"name":"%d`+long(97)+`","value":"`+long(70)+`"}`) + `}`
}

const globalCommands = "/applications/" + ApplicationID + "/commands"

func TestCommandFaults(t *testing.T) {
	s := serve(t)
	for _, c := range commandFaults {
		t.Run(c.name, func(t *testing.T) {
			status, answer := attempt{method: "PUT", path: globalCommands, json: "[" + c.json + "]"}.send(t, s)
			wantFault(t, s, status, answer, strings.TrimSuffix("0."+c.path, "."), c.code)
		})
	}
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
