package commands

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
)

// Every description has translations, and every translation belongs to a description.
func TestTranslations(t *testing.T) {
	used := map[string]bool{}
	var check func(name, description string, localized chat.Translations, options []chat.Option)
	check = func(name, description string, localized chat.Translations, options []chat.Option) {
		used[description] = true
		for _, locale := range slices.Concat(slices.Collect(maps.Values(locales))...) {
			if n := len([]rune(localized[locale])); n == 0 || n > 100 {
				t.Errorf("%s: %d characters in %s for %q", name, n, locale, description)
			}
		}
		for _, o := range options {
			check(name+" "+o.Name, o.Description, o.Localized, o.Options)
		}
	}
	for _, c := range All(fixedTools(0)) {
		if c.Def.Type == discordgo.ChatApplicationCommand {
			check(c.Def.Name, c.Def.Description, c.Def.Localized, c.Def.Options)
		}
	}
	descriptions, err := parseTranslations(translationsFile)
	if err != nil {
		t.Fatal(err)
	}
	for description := range descriptions {
		if !used[description] {
			t.Errorf("nothing is described as %q", description)
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
