package discordtest

import (
	"encoding/json"
	"maps"
	"strings"

	"chess960bot/internal/workshop/discordtest/validate"
)

// optionFields are the fields that Discord keeps of an option.
var optionFields = []string{"type", "name", "name_localizations", "description", "description_localizations", "required",
	"options", "choices", "autocomplete", "channel_types", "file_types", "min_value", "max_value", "min_length", "max_length"}

// storedCommand turns a checked body into the object that Discord returns.
func (s *Server) storedCommand(sent map[string]any, guildID, id string) map[string]any {
	c := map[string]any{
		"id": id, "application_id": ApplicationID, "version": s.ids.next(), "type": json.Number("1"), "name": sent["name"],
		"name_localizations": sent["name_localizations"], "description": "", "description_localizations": sent["description_localizations"],
		"default_member_permissions": nil, "nsfw": false, "contexts": sent["contexts"], "integration_types": []any{json.Number("0")},
	}
	for _, name := range []string{"type", "description", "integration_types", "nsfw"} {
		if sent[name] != nil {
			c[name] = sent[name]
		}
	}
	switch p := sent["default_member_permissions"].(type) {
	case string:
		c["default_member_permissions"] = p
	case json.Number:
		c["default_member_permissions"] = p.String()
	}
	if guildID != "" {
		c["guild_id"] = guildID
	} else {
		allowed, given := sent["dm_permission"].(bool)
		c["dm_permission"] = allowed || !given
	}
	if options := storedOptions(sent["options"]); options != nil {
		c["options"] = options
	}
	return c
}

// storedOptions drops unknown fields, nulls, false and empty lists.
func storedOptions(sent any) []any {
	list, _ := sent.([]any)
	var out []any
	for _, x := range list {
		given := x.(map[string]any)
		o := map[string]any{}
		for _, name := range optionFields {
			if v := given[name]; v != nil && v != false && !validate.IsEmptyList(v) {
				o[name] = v
			}
		}
		if nested := storedOptions(given["options"]); nested != nil {
			o["options"] = nested
		}
		out = append(out, o)
	}
	return out
}

// sameCommand reports whether a command would replace another.
func sameCommand(a, b map[string]any) bool {
	return a["name"] == b["name"] && validate.CommandType(a) == validate.CommandType(b)
}

// withoutLocalizations returns a list of commands as Discord returns it by default.
func withoutLocalizations(list []map[string]any) []map[string]any {
	out := make([]map[string]any, len(list))
	for i, c := range list {
		out[i] = maps.Clone(c)
		maps.DeleteFunc(out[i], func(name string, _ any) bool { return strings.HasSuffix(name, "_localizations") })
	}
	return out
}
