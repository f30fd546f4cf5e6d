package chat

import (
	"strings"
	"testing"
)

func TestQuote(t *testing.T) {
	for given, want := range map[string]string{
		"RNBQKBNX":                    "`RNBQKBNX`",
		"a\nb\tc":                     "`a b c`",
		"``` @everyone":               "`ˋˋˋ @everyone`",
		"x\x00\u202ey":                "`x��y`",
		"Z\u0335\u0335\u0301algo":     "`Zalgo`",
		"":                            "an empty text",
		" \n ":                        "an empty text",
		strings.Repeat("é", 91):       "`" + strings.Repeat("é", 90) + "…`",
		"\u200b":                      "`�`",
		strings.Repeat("`", 5) + "**": "`ˋˋˋˋˋ**`",
	} {
		if got := Quote(given); got != want {
			t.Errorf("quote(%q) = %q, want %q", given, got, want)
		}
	}
}

func TestUnlinked(t *testing.T) {
	for given, want := range map[string]string{
		"https://evil.example/x":   "https: //evil. example/x",
		"http://1.2.3.4":           "http: //1.2.3.4",
		"discord.gg/abc":           "discord. gg/abc",
		"www.xn--e1a4c.example":    "www. xn--e1a4c. example",
		"evil。example ｡ｆ．ｇ":        "evil。 example ｡ ｆ． ｇ",
		"discord://-/channels":     "discord: //-/channels",
		"St. Louis 9/10, 7.5+3: /": "St. Louis 9/10, 7.5+3: /",
	} {
		if got := Unlinked(given); got != want || Unlinked(got) != got {
			t.Errorf("%q became %q, want %q", given, got, want)
		}
	}
}

func FuzzQuote(f *testing.F) {
	f.Add("@everyone `code` **bold**\n# heading \u202e")
	f.Fuzz(func(t *testing.T, given string) {
		got := Quote(given)
		if got == "an empty text" {
			return
		}
		inside := strings.TrimSuffix(strings.TrimPrefix(got, "`"), "`")
		if len(inside) != len(got)-2 || strings.ContainsAny(inside, "`\n\r\u2028\u2029\u202e\u2066\x00") || len([]rune(inside)) > maxQuoted+1 {
			t.Errorf("quote(%q) = %q", given, got)
		}
	})
}
