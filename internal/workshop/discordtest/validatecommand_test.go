package discordtest_test

import (
	"strings"
	"testing"

	"chess960bot/internal/workshop/discordtest/validate"
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
	{"autocomplete on a boolean", option("5", `,"autocomplete":true`), "options.0.autocomplete", "AUTOCOMPLETE_INVALID"},
	{"autocomplete on a channel", option("7", `,"autocomplete":true`), "options.0.autocomplete", "AUTOCOMPLETE_INVALID"},
	{"channel types on a text", option("3", `,"channel_types":[0]`), "options.0.channel_types", "CHANNEL_TYPES_INVALID"},
	{"channel types no list", option("7", `,"channel_types":0`), "options.0.channel_types", "LIST_TYPE_CONVERT"},
	{"max length 0", option("3", `,"max_length":0`), "options.0.max_length", "NUMBER_TYPE_MIN"},
	{"max length 6001", option("3", `,"max_length":6001`), "options.0.max_length", "NUMBER_TYPE_MAX"},
	{"min length -1", option("3", `,"min_length":-1`), "options.0.min_length", "NUMBER_TYPE_MIN"},
	{"min length 6001", option("3", `,"min_length":6001`), "options.0.min_length", "NUMBER_TYPE_MAX"},
	{"min length over max length", option("3", `,"min_length":5,"max_length":4`), "options.0.min_length", "MIN_GREATER_MAX"},
	{"min length of a number", option("4", `,"min_length":1`), "options.0.min_length", "OPTIONS_TYPE_INVALID"},
	{"max length of a boolean", option("5", `,"max_length":1`), "options.0.max_length", "OPTIONS_TYPE_INVALID"},
	{"min value of a text", option("3", `,"min_value":1`), "options.0.min_value", "OPTIONS_TYPE_INVALID"},
	{"max value of a role", option("8", `,"max_value":1`), "options.0.max_value", "OPTIONS_TYPE_INVALID"},
	{"localized choice empty", option("3", `,"choices":[{"name":"a","value":"a","name_localizations":{"de":""}}]`), "options.0.choices.0.name_localizations.de", "BASE_TYPE_BAD_LENGTH"},
	{"localized choice too long", option("3", `,"choices":[{"name":"a","value":"a","name_localizations":{"de":"`+long(101)+`"}}]`), "options.0.choices.0.name_localizations.de", "BASE_TYPE_BAD_LENGTH"},
	{"localized name of a message command too long", `{"type":3,"name":"Explain","name_localizations":{"de":"` + long(33) + `"}}`, "name_localizations.de", "BASE_TYPE_BAD_LENGTH"},
	{"message command with an empty description", `{"type":3,"name":"Explain","description":""}`, "description", "DESCRIPTION_NOT_ALLOWED"},
	{"message command with localized descriptions", `{"type":3,"name":"Explain","description_localizations":{"de":"x"}}`, "description_localizations", "DESCRIPTION_NOT_ALLOWED"},
	{"min over max", option("4", `,"min_value":5,"max_value":4`), "options.0.min_value", "MIN_GREATER_MAX"},
	{"min no whole number", option("4", `,"min_value":0.5`), "options.0.min_value", "NUMBER_TYPE_COERCE"},
	{"subcommand beside option", command(`,"options":[` + subcommand + `,{"type":3,"name":"o","description":"x"}]`), "options", "OPTIONS_TYPE_INVALID"},
	{"subcommand in a subcommand", option("1", `,"options":[`+subcommand+`]`), "options.0.options", "OPTIONS_TYPE_INVALID"},
	{"required order in a subcommand", option("1", `,"options":[{"type":3,"name":"a","description":"x"},{"type":3,"name":"b","description":"x","required":true}]`), "options.0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
	{"8001 characters", command(`,"options":[` + strings.Join([]string{wordy("a"), wordy("b")}, ",") + `]`), "", "APPLICATION_COMMAND_TOO_LARGE"},
}

// wordy is an option of more than 4000 characters.
func wordy(name string) string {
	return `{"type":3,"name":"` + name + `","description":"x","choices":` + many(25, `{"name":"%d`+long(97)+`","value":"`+long(70)+`"}`) + `}`
}

// Fields that an option of this type does not have may be there without a value.
func TestEmptyOptionFields(t *testing.T) {
	for _, fields := range []string{`,"autocomplete":false,"channel_types":[]`, `,"autocomplete":null,"channel_types":null`} {
		for _, kind := range []string{"3", "4", "5", "6", "7", "8"} {
			var r validate.Report
			if err := validate.Commands(root(t, &r, "["+option(kind, fields)+"]")); err != nil {
				t.Errorf("type %s with %s: %v", kind, fields, err)
			}
		}
	}
}

func TestCommandFaults(t *testing.T) {
	for _, c := range commandFaults {
		t.Run(c.name, func(t *testing.T) {
			var r validate.Report
			wantFault(t, validate.Commands(root(t, &r, "["+c.json+"]")), strings.TrimSuffix("0."+c.path, "."), c.code)
		})
	}
}
