package chat

import (
	"strings"
	"testing"
)

// A text with more characters than its option allows is refused, in subcommands too.
func TestLengthsAreChecked(t *testing.T) {
	plain := Define("plain", "", TextOption("name", "").UpTo(3), TextOption("free", ""))
	nested := Define("nested", "", Subcommand("one", "", TextOption("name", "").UpTo(3)), Subcommand("two", "", TextOption("name", "").UpTo(5)))
	for _, c := range []struct {
		def        Definition
		subcommand string
		options    Options
		refusal    string // "" for none
	}{
		{plain, "", Options{"name": "♟♟♟", "free": strings.Repeat("x", 9000)}, ""},
		{plain, "", Options{"name": "♟♟♟♟"}, "`name` has 4 characters, and 3 are the most."},
		{plain, "", Options{"name": true}, ""},
		{plain, "", Options{}, ""},
		{plain, "gone", Options{"name": "1234"}, "`name` has 4 characters, and 3 are the most."},
		{nested, "one", Options{"name": "1234"}, "`name` has 4 characters, and 3 are the most."},
		{nested, "two", Options{"name": "12345"}, ""},
		{nested, "two", Options{"name": "123456"}, "`name` has 6 characters, and 5 are the most."},
	} {
		got := ""
		if err := c.def.CheckLengths(&Request{Subcommand: c.subcommand, Options: c.options}); err != nil {
			got = err.Error()
		}
		if got != c.refusal {
			t.Errorf("/%s %s %v: %q, want %q", c.def.Name, c.subcommand, c.options, got, c.refusal)
		}
	}
}
