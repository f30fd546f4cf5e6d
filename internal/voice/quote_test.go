package voice

import (
	"strings"
	"testing"
)

func TestQuoted(t *testing.T) {
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
		if got := In("en").Say(Quoted(given)); got != want {
			t.Errorf("%q is quoted as %q, want %q", given, got, want)
		}
	}
}

func TestTyped(t *testing.T) {
	for given, want := range map[string]string{
		"Blitz (5+3) – Gruppe A_1 #2": `Blitz (5+3) – Gruppe A\_1 \#2`,
		"https://evil.example":        `https\:\/\/evil.example`,
		"[x](https://evil.example)":   `\[x\](https\:\/\/evil.example)`,
		"discord.gg/abc":              `discord.gg\/abc`,
		"<@1> @everyone </sp:1>":      `\<\@1\> \@everyone \<\/sp\:1\>`,
		"`a` \\ :smile: ||b||":        "\\`a\\` \\\\ \\:smile\\: \\|\\|b\\|\\|",
		"a\nb\tc\u2028d":              "a b c d",
		"\ue960sp\ue961\x00":          "�sp��",
		"x\u202ey\u2067z":             "x\u202ey\u2067z\u2069\u202c",
	} {
		if got := Typed(given).String(); got != want {
			t.Errorf("%q became %q, want %q", given, got, want)
		}
	}
}

func FuzzQuoted(f *testing.F) {
	f.Add("@everyone `code` **bold**\n# heading \u202e")
	f.Fuzz(func(t *testing.T, given string) {
		got := In("en").Say(Quoted(given))
		if got == "an empty text" {
			return
		}
		inside := strings.TrimSuffix(strings.TrimPrefix(got, "`"), "`")
		if len(inside) != len(got)-2 || strings.ContainsAny(inside, "`\n\r\u2028\u2029\u202e\u2066\x00") || len([]rune(inside)) > maxQuoted+1 {
			t.Errorf("%q is quoted as %q", given, got)
		}
	})
}
