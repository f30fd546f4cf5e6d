package discordtest_test

import (
	"net/url"
	"testing"

	"chess960bot/internal/workshop/discordtest/validate"
)

func TestMentionFaults(t *testing.T) {
	for _, c := range []struct{ name, json, path, code string }{
		{"users parsed and named", `{"parse":["users"],"users":["1"]}`, "", "PARSE_EXCLUSIVE"},
		{"roles parsed and named", `{"parse":["everyone","roles"],"roles":["1"]}`, "", "PARSE_EXCLUSIVE"},
		{"role twice", `{"roles":["1","1"]}`, "roles", "SET_TYPE_CONTAINS_DUPLICATES"},
		{"kind twice", `{"parse":["users","users"]}`, "parse", "SET_TYPE_CONTAINS_DUPLICATES"},
		{"101 roles", `{"roles":` + many(101, `"%d"`) + `}`, "roles", "BASE_TYPE_MAX_LENGTH"},
		{"role no id", `{"roles":["players"]}`, "roles.0", "NUMBER_TYPE_COERCE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r validate.Report
			validate.CheckAllowedMentions(root(t, &r, c.json), false)
			wantFault(t, r.Err(), c.path, c.code)
		})
	}
}

func TestPageFaults(t *testing.T) {
	for _, c := range []struct{ query, path, code string }{
		{"limit=0", "limit", "NUMBER_TYPE_MIN"},
		{"limit=101", "limit", "NUMBER_TYPE_MAX"},
		{"limit=x", "limit", "NUMBER_TYPE_COERCE"},
		{"before=x", "before", "NUMBER_TYPE_COERCE"},
	} {
		t.Run(c.query, func(t *testing.T) {
			var r validate.Report
			query, _ := url.ParseQuery(c.query)
			_, err := validate.CheckPage(r.Root(nil), query)
			wantFault(t, err, c.path, c.code)
		})
	}
}

func TestThreadFaults(t *testing.T) {
	for _, c := range []struct{ name, json, path, code string }{
		{"no name", `{}`, "name", "BASE_TYPE_REQUIRED"},
		{"empty name", `{"name":""}`, "name", "BASE_TYPE_BAD_LENGTH"},
		{"name too long", `{"name":"` + long(101) + `"}`, "name", "BASE_TYPE_BAD_LENGTH"},
		{"archived after 61 minutes", `{"name":"x","auto_archive_duration":61}`, "auto_archive_duration", "BASE_TYPE_CHOICES"},
		{"slow mode of a day", `{"name":"x","rate_limit_per_user":86400}`, "rate_limit_per_user", "NUMBER_TYPE_MAX"},
		{"no object", `[]`, "", "MODEL_TYPE_CONVERT"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r validate.Report
			_, _, err := validate.Thread(root(t, &r, c.json))
			wantFault(t, err, c.path, c.code)
		})
	}
}
