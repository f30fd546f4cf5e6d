package commands

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
)

// translationsFile has the descriptions of commands and options, the names of choices and
// the names of message commands, each in English and then in other languages. An empty
// line ends a text. Names of slash commands and options stay English, so that people can
// tell each other what to type.
//
//go:embed translations.txt
var translationsFile string

// locales are the locales of Discord's clients that see a language of the file.
var locales = map[string][]discordgo.Locale{
	"de": {discordgo.German},
	"fr": {discordgo.French},
	"es": {discordgo.SpanishES, discordgo.SpanishLATAM},
}

// parseTranslations reads a file of translations. The key is the English text.
func parseTranslations(file string) (map[string]chat.Translations, error) {
	all := map[string]chat.Translations{}
	var current chat.Translations
	number := 0
	for line := range strings.Lines(file) {
		number++
		line = strings.TrimSuffix(line, "\n")
		if line == "" {
			current = nil
			continue
		}
		language, text, ok := strings.Cut(line, ": ")
		switch {
		case !ok || text == "":
			return nil, fmt.Errorf("translations, line %d: want a language, a colon and a text: %q", number, line)
		case language == "en" && current == nil && all[text] == nil:
			current = chat.Translations{}
			all[text] = current
		case current == nil || locales[language] == nil:
			return nil, fmt.Errorf("translations, line %d: %q is out of place, given twice, or in an unknown language", number, line)
		default:
			for _, locale := range locales[language] {
				current[locale] = text
			}
		}
	}
	return all, nil
}

// translate adds the translations to the commands, their options and choices.
func translate(list []chat.Command) {
	all, err := parseTranslations(translationsFile)
	if err != nil {
		panic(err) // a mistake in the embedded file
	}
	for i := range list {
		def := &list[i].Def
		if def.Type == discordgo.MessageApplicationCommand {
			def.LocalizedName = all[def.Name]
		}
		def.Localized = all[def.Description]
		def.Options = translatedOptions(def.Options, all)
	}
}

func translatedOptions(options []chat.Option, all map[string]chat.Translations) []chat.Option {
	var translated []chat.Option
	for _, o := range options {
		o.Localized = all[o.Description]
		o.Options = translatedOptions(o.Options, all)
		o.Choices = slices.Clone(o.Choices)
		for i := range o.Choices {
			o.Choices[i].Localized = all[o.Choices[i].Name]
		}
		translated = append(translated, o)
	}
	return translated
}
