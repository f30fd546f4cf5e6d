package discordtest

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// commandName is the documented pattern of names of slash commands and options,
// which are also in lower case.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// checkCommands checks the list of a bulk overwrite.
func checkCommands(v value) error {
	if !v.null() {
		seen := map[string]bool{}
		for _, c := range v.list(0, maxCommands+2*maxMenuCommands) {
			checkCommand(c)
			object, _ := c.v.(map[string]any)
			name, _ := object["name"].(string)
			if key := string(rune('0'+commandType(object))) + name; seen[key] {
				c.fault("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
			} else {
				seen[key] = true
			}
		}
	}
	return v.form.err()
}

func checkCommand(v value) {
	if !v.object() {
		return
	}
	t := 1
	if n, ok := v.get("type").kind(1, 2, 3, 4); ok {
		t = n
	}
	if t == 1 {
		checkName(v.get("name"))
		checkLocal(v.get("name_localizations"), checkName)
		checkDescription(v)
		checkOptions(v.get("options"), true)
	} else {
		checkMenuCommand(v)
	}
	checkPermissions(v.get("default_member_permissions"))
	v.get("dm_permission").boolean()
	v.get("nsfw").boolean()
	checkSet(v.get("contexts"), 0, 1, 2)
	checkSet(v.get("integration_types"), 0, 1)
	if n := commandSize(v); n > 8000 {
		v.fault("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000): %d", n)
	}
}

// kind is oneOf that also takes the plain int of an object already stored.
func (v value) kind(allowed ...int) (int, bool) {
	if n, ok := v.v.(int); ok {
		return n, true
	}
	return v.oneOf(allowed...)
}

// checkMenuCommand checks a user or message command: a name, no description.
func checkMenuCommand(v value) {
	if v.get("name").required() {
		v.get("name").text(1, 32)
	}
	if s, _ := v.get("description").v.(string); s != "" {
		v.get("description").fault("APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED", "Context menu commands cannot have a description")
	}
	if !v.get("options").null() && !isEmptyList(v.get("options").v) {
		v.get("options").fault("APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Context menu commands cannot have options")
	}
}

func checkName(v value) {
	if !v.required() {
		return
	}
	faults := len(v.form.faults)
	s := v.text(1, 32)
	if len(v.form.faults) == faults && (!commandName.MatchString(s) || s != strings.ToLower(s)) {
		v.fault("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

func checkDescription(v value) {
	if v.get("description").required() {
		v.get("description").text(1, 100)
	}
	checkLocal(v.get("description_localizations"), func(v value) { v.text(1, 100) })
}

// locales are those Discord knows.
const locales = " id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko "

func checkLocal(v value, check func(value)) {
	if v.null() || !v.object() {
		return
	}
	for locale := range v.v.(map[string]any) {
		if !strings.Contains(locales, " "+locale+" ") {
			v.get(locale).fault("ENUM_TYPE_COERCE", "Value %q is not a valid enum value.", locale)
		}
		check(v.get(locale))
	}
}

// checkPermissions takes a bit set as Discord does: a number, or one in a string.
func checkPermissions(v value) {
	if s, ok := v.v.(string); ok {
		if strings.Trim(s, "0123456789") != "" || s == "" {
			v.fault("NUMBER_TYPE_COERCE", "Value %q is not int.", s)
		}
		return
	}
	v.integer(0, 18014398509481983)
}

func checkSet(v value, allowed ...int) {
	if v.null() {
		return
	}
	seen := map[int]bool{}
	for _, item := range v.list(1, len(allowed)) {
		n, _ := item.kind(allowed...)
		if seen[n] {
			v.fault("SET_TYPE_CONTAINS_DUPLICATES", "Values must be unique")
		}
		seen[n] = true
	}
}

// commandSize adds up names, descriptions and choice values, each in its
// longest localization, as Discord does for its limit of 8000.
func commandSize(v value) int {
	size := longest(v, "name") + longest(v, "description")
	for _, o := range items(v.get("options")) {
		size += commandSize(o)
	}
	for _, c := range items(v.get("choices")) {
		size += longest(c, "name")
		if s, ok := c.get("value").v.(string); ok {
			size += utf8.RuneCountInString(s)
		}
	}
	return size
}

func longest(v value, name string) int {
	s, _ := v.get(name).v.(string)
	n := utf8.RuneCountInString(s)
	local, _ := v.get(name + "_localizations").v.(map[string]any)
	for _, x := range local {
		s, _ := x.(string)
		n = max(n, utf8.RuneCountInString(s))
	}
	return n
}

// items is list without any rule.
func items(v value) []value {
	list, _ := v.v.([]any)
	out := make([]value, len(list))
	for i, x := range list {
		out[i] = v.below("", x)
	}
	return out
}
