package commands

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// sameEverywhere are names of choices that are the same in every language.
var sameEverywhere = []string{"Chess960", "Chess480", "X-FEN"}

// Every text that people see of a definition has an English message, and each message has at most
// as many characters as Discord allows. TestVoices says which a language lacks.
func TestDescriptions(t *testing.T) {
	check := func(where, english string, others chat.Translations, most int) {
		if n := len([]rune(english)); strings.HasPrefix(where, english) || n == 0 || n > most {
			t.Errorf("the English file describes %s with %d characters: %q", where, n, english)
		}
		for locale, said := range others {
			if n := len([]rune(said)); n > most {
				t.Errorf("%s: %d characters in %s: %q", where, n, locale, said)
			}
		}
	}
	var checkOptions func(where string, options []chat.OptionDefinition)
	checkOptions = func(where string, options []chat.OptionDefinition) {
		for _, o := range options {
			where := where + "." + o.Name
			check(where, o.Description, o.Localized, 100)
			for _, c := range o.Choices {
				isLabel := slices.ContainsFunc(chess960.Schemes(), func(s *chess960.Scheme) bool { return c.Name == s.Label || c.Name == s.Name })
				if !isLabel && !slices.Contains(sameEverywhere, c.Name) {
					check(where, c.Name, c.Localized, 100)
				}
			}
			checkOptions(where, o.Options)
		}
	}
	for _, c := range All(fixedTools(0)) {
		d := c.Definition()
		if c.InMenu() {
			check("message command", c.Name, d.LocalizedName, 32)
			if english := voice.In("en").Say(c.MenuName); english != c.Name {
				t.Errorf("the command %q is called %q in the English file", c.Name, english)
			}
			continue
		}
		check(c.Name+".does", d.Description, d.Localized, 100)
		checkOptions(c.Name, d.Options)
	}
}

// In what the bot says, “I” is the bot. So the choices of an option do not speak for the person who chooses.
func TestChoicesDoNotSayI(t *testing.T) {
	words := map[discordgo.Locale]string{
		"": "I|me", discordgo.German: "ich|mir|mich", discordgo.SpanishES: "yo|mí", discordgo.SpanishLATAM: "yo|mí", discordgo.French: "je|moi",
		discordgo.Italian: "io|me", discordgo.PortugueseBR: "eu|mim", discordgo.Russian: "я|мне|меня",
	}
	said := map[discordgo.Locale]*regexp.Regexp{}
	for locale, word := range words {
		said[locale] = regexp.MustCompile(`(?i)(^|[^\pL])(` + word + `)([^\pL]|$)`)
	}
	var check func(options []chat.OptionDefinition)
	check = func(options []chat.OptionDefinition) {
		for _, o := range options {
			for _, c := range o.Choices {
				for locale, saysI := range said {
					if name := cmp.Or(c.Localized[locale], c.Name); saysI.MatchString(name) {
						t.Errorf("a choice of %s in %s: %q", o.Name, locale, name)
					}
				}
			}
			check(o.Options)
		}
	}
	for _, c := range All(fixedTools(0)) {
		check(c.Definition().Options)
	}
}

// Every message that describes a command is used by one.
func TestDescriptionsAreUsed(t *testing.T) {
	used := map[string]bool{}
	add := func(s string) { used[s] = true }
	var addOptions func(options []chat.OptionDefinition)
	addOptions = func(options []chat.OptionDefinition) {
		for _, o := range options {
			add(o.Description)
			for _, c := range o.Choices {
				add(c.Name)
			}
			addOptions(o.Options)
		}
	}
	for _, c := range All(fixedTools(0)) {
		d := c.Definition()
		add(d.Name)
		add(d.Description)
		addOptions(d.Options)
	}
	english := voice.In("en")
	for _, id := range english.IDs() {
		isSentence := strings.Count(id, ".") == 1 || strings.HasPrefix(id, "about.erased.") // of this package
		if strings.HasPrefix(id, "commands.") && !isSentence && !used[english.Say(voice.Phrase(id))] {
			t.Errorf("nobody sees %s", id)
		}
	}
}
