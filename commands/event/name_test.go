package event

import "testing"

// In a name of an event, Discord finds no link, however the link is hidden.
func TestNamesHaveNoLinks(t *testing.T) {
	for typed, want := range map[string]string{
		"https://evil.example":                  "https: //evil. example",
		"https:|//evil.example":                 "https: //evil. example",
		"https:\u0301//evil.\u0301example":      "https: //evil. example",
		"https:\u200b//evil.\u2060example":      "https:�//evil.�example",
		"[Thursday](https://evil.example)":      "Thursdayhttps: //evil. example",
		"<https://evil.example>":                "https: //evil. example",
		"join discord.gg/abc or `www.evil.com`": "join discord. gg/abc or ˋwww. evil. comˋ",
		"=2+1.5, St.Pauli":                      "2+1.5, St. Pauli",
	} {
		if got := eventName(typed); got != want {
			t.Errorf("%q became %q, want %q", typed, got, want)
		}
	}
}
