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
		"דנה 1-0":                     "\u2068`דנה 1-0`\u2069",
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
		"x\u202ey\u2067z":             "\u2068x\u202ey\u2067z\u2069\u202c\u2069",
		"א\u2069בג":                   "\u2068אבג\u2069", // what ends the isolate around the text is left out
		"\u2067x\u2069y":              "\u2068\u2067x\u2069y\u2069",
		"דנה":                         "\u2068דנה\u2069",
		"Dana (דנה) 2":                "\u2068Dana (דנה) 2\u2069",
		"سلمى":                        "\u2068سلمى\u2069",
		"٥":                           "\u2068٥\u2069",
		"Анна 国 ♔ ½–½":                "Анна 国 ♔ ½–½",
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
		got = strings.TrimSuffix(strings.TrimPrefix(got, "\u2068"), "\u2069") // around letters that are read from the right
		inside := strings.TrimSuffix(strings.TrimPrefix(got, "`"), "`")
		if len(inside) != len(got)-2 || strings.ContainsAny(inside, "`\n\r\u2028\u2029\u202e\u2066\x00") || len([]rune(inside)) > maxQuoted+1 {
			t.Errorf("%q is quoted as %q", given, got)
		}
	})
}

// A name keeps its letters, marks and joiners, and loses control characters. A name that nobody can
// see is none.
func TestNames(t *testing.T) {
	for given, want := range map[string]string{
		"Anna": "Anna", "Jan v. Dijk": "Jan v. Dijk", "A\x00n\x7fn\u009ba": "Anna", "Z\u0301": "Z\u0301", "x\u200dy": "x\u200dy", "👩\u200d🚀": "👩\u200d🚀",
		"\u200bAnna\u200b": "\u200bAnna\u200b", "דנה": "דנה", "♔": "♔", "-": "-", "0": "0",
		"": "", " \n\t": "", "\x00": "", "\u200b": "", "\u200d\u200c\u2060\ufeff": "", "\u3164": "", "\u115f\u1160": "", "\uffa0": "", "\u2800": "", "\u00ad": "",
		"\u0301": "", "\u202e\u2066": "", "\u3000\u00a0": "", "\ufe0f": "", "\U000e0041": "", "\u180e": "", "\u034f": "",
	} {
		if got := Name(given); got != want {
			t.Errorf("Name(%q) is %q, want %q", given, got, want)
		}
	}
	if got := WithoutControls("a\r\n\tb\u2028c\x1b"); got != "a\r\n\tb\u2028c" {
		t.Errorf("%q", got)
	}
}

// Commands in the bot's own texts become mentions. Texts of people do not.
func TestWithMentions(t *testing.T) {
	command := func(name string) string { return string(MentionStart) + name + string(MentionEnd) }
	got, want := WithMentions("`/sp path:true` or `/daily-posts set`, `/random`, `-N-N-`"), command("sp")+" `path:true` or "+command("daily-posts set")+", "+command("random")+", `-N-N-`"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if strings.ContainsAny(In("en").Say(Quoted(command("sp"))), command("")) {
		t.Error("a person's text can mention a command")
	}
}
