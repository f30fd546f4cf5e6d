package commands

import (
	"slices"
	"strings"
	"testing"

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
		if c.OnMessage {
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
		isSentence := strings.Count(id, ".") == 1 || strings.HasPrefix(id, "commands.forgotten.") // of this package
		if strings.HasPrefix(id, "commands.") && !isSentence && !used[english.Say(voice.Phrase(id))] {
			t.Errorf("nobody sees %s", id)
		}
	}
}
