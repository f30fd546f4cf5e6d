package validate

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// MaxCommands and MaxMenuCommands are how many commands of each type an app may have
// globally, and again in each server.
const (
	MaxCommands     = 100
	MaxMenuCommands = 15 // user commands, and as many message commands
)

// maxCommandSize is the limit on what commandSize returns.
const maxCommandSize = 8000

// commandName is the documented pattern of the names of slash commands and
// options, for any length. They must be in lower case as well.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`)

// Commands checks the list of a bulk overwrite.
func Commands(v Value) error {
	if v.Null() {
		return v.Err()
	}
	seen := map[string]bool{}
	for _, c := range v.List(0, MaxCommands+2*MaxMenuCommands) {
		command(c)
		object, _ := c.v.(map[string]any)
		name, _ := object["name"].(string)
		key := string(rune('0'+CommandType(object))) + name
		if seen[key] {
			c.Fault("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
	}
	return v.Err()
}

func command(v Value) {
	if !v.Object() {
		return
	}
	t, ok := v.Get("type").OneOf(1, 2, 3, 4)
	if t == 1 || !ok {
		name(v.Get("name"))
		localizations(v.Get("name_localizations"), name)
		description(v)
		options(v.Get("options"))
	} else {
		menuCommand(v)
	}
	permissions(v.Get("default_member_permissions"))
	v.Get("dm_permission").Boolean()
	v.Get("nsfw").Boolean()
	numbers(v.Get("contexts"), 0, 1, 2)
	numbers(v.Get("integration_types"), 0, 1)
	if n := commandSize(v); n > maxCommandSize {
		v.Fault("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d): %d", maxCommandSize, n)
	}
}

// CommandType returns the type of a command object: 1, a slash command, if the
// object names none.
func CommandType(object map[string]any) int64 { return max(Int(object["type"]), 1) }

// menuCommand checks a user or message command: it has a name and no description. Discord
// accepts an empty description, but a definition should leave the field out.
func menuCommand(v Value) {
	if v.Get("name").Required() {
		v.Get("name").Text(1, 32)
	}
	localizations(v.Get("name_localizations"), func(v Value) { v.Text(1, 32) })
	for _, field := range []string{"description", "description_localizations"} {
		if !v.Get(field).Null() {
			v.Get(field).Fault("APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED", "Context menu commands cannot have a description")
		}
	}
	if !v.Get("options").Empty() {
		v.Get("options").Fault("APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Context menu commands cannot have options")
	}
}

func name(v Value) {
	if !v.Required() {
		return
	}
	faults := len(v.report.faults)
	s := v.Text(1, 32)
	if len(v.report.faults) == faults && (!commandName.MatchString(s) || s != strings.ToLower(s)) {
		v.Fault("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

func description(v Value) {
	if v.Get("description").Required() {
		v.Get("description").Text(1, 100)
	}
	localizations(v.Get("description_localizations"), func(v Value) { v.Text(1, 100) })
}

// locales are the languages that Discord knows.
const locales = " id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko "

// localizations applies a rule to a text in each language.
func localizations(v Value, rule func(Value)) {
	if v.Null() || !v.Object() {
		return
	}
	for locale := range v.v.(map[string]any) {
		if !strings.Contains(locales, " "+locale+" ") {
			v.Get(locale).Fault("ENUM_TYPE_COERCE", "Value %q is not a valid enum value.", locale)
		}
		rule(v.Get(locale))
	}
}

// permissions checks a bit set, which is a number or a number in a string.
func permissions(v Value) {
	if s, ok := v.v.(string); ok {
		if strings.Trim(s, "0123456789") != "" || s == "" {
			v.Fault("NUMBER_TYPE_COERCE", "Value %q is not int.", s)
		}
		return
	}
	v.Integer(0, 18014398509481983)
}

// numbers checks a list of different numbers, each of them allowed.
func numbers(v Value, allowed ...int) {
	seen := map[int]bool{}
	for _, item := range v.List(1, len(allowed)) {
		n, _ := item.OneOf(allowed...)
		if seen[n] {
			v.Fault("SET_TYPE_CONTAINS_DUPLICATES", "Values must be unique")
		}
		seen[n] = true
	}
}

// commandSize adds up the characters of names, descriptions and choice values,
// each in its longest localization.
func commandSize(v Value) int {
	size := longest(v, "name") + longest(v, "description")
	for _, o := range v.Get("options").Items() {
		size += commandSize(o)
	}
	for _, c := range v.Get("choices").Items() {
		size += longest(c, "name")
		if s, ok := c.Get("value").v.(string); ok {
			size += utf8.RuneCountInString(s)
		}
	}
	return size
}

// longest is the length of a text in the language in which it is longest.
func longest(v Value, name string) int {
	s, _ := v.Get(name).v.(string)
	n := utf8.RuneCountInString(s)
	local, _ := v.Get(name + "_localizations").v.(map[string]any)
	for _, x := range local {
		s, _ := x.(string)
		n = max(n, utf8.RuneCountInString(s))
	}
	return n
}
