package commands

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
)

// sameEverywhere are names of choices that are the same in every language.
var sameEverywhere = []string{"Fritz 9", "Almanac", "Chess960", "Chess480", "X-FEN"}

// Every text that people see of a definition has translations, of at most as many
// characters as Discord allows. Every translation belongs to such a text.
func TestTranslations(t *testing.T) {
	used := map[string]bool{}
	check := func(where, text string, localized chat.Translations, most int) {
		used[text] = true
		for _, locale := range slices.Concat(slices.Collect(maps.Values(locales))...) {
			if n := len([]rune(localized[locale])); n == 0 || n > most {
				t.Errorf("%s: %d characters in %s for %q", where, n, locale, text)
			}
		}
	}
	var checkOptions func(where string, options []chat.Option)
	checkOptions = func(where string, options []chat.Option) {
		for _, o := range options {
			where := where + " " + o.Name
			check(where, o.Description, o.Localized, 100)
			for _, c := range o.Choices {
				if !slices.Contains(sameEverywhere, c.Name) {
					check(where, c.Name, c.Localized, 100)
				}
			}
			checkOptions(where, o.Options)
		}
	}
	for _, c := range All(fixedTools(0)) {
		if c.Def.Type == discordgo.MessageApplicationCommand {
			check("message command", c.Def.Name, c.Def.LocalizedName, 32)
			continue
		}
		check("/"+c.Def.Name, c.Def.Description, c.Def.Localized, 100)
		checkOptions("/"+c.Def.Name, c.Def.Options)
	}
	texts, err := parseTranslations(translationsFile)
	if err != nil {
		t.Fatal(err)
	}
	for text := range texts {
		if !used[text] {
			t.Errorf("nobody sees %q", text)
		}
	}
}

func TestMalformedTranslations(t *testing.T) {
	for file, want := range map[string]string{
		"en: A\nde: B\nnonsense\n":       "line 3",
		"de: B\n":                        "line 1",
		"en: A\nde: B\n\nen: A\nde: C\n": "line 4",
		"en: A\nen: B\n":                 "line 2",
		"en: A\nxx: B\n":                 "line 2",
		"en: A\nde: \n":                  "line 2",
		"en: A\nde: B\n\nfr: C\n":        "line 4",
	} {
		if got, err := parseTranslations(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %v, %v", file, got, err)
		}
	}
}
