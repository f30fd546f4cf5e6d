package chat_test

import (
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// Similar languages are not mixed up, and each language that the bot has is somebody's.
func TestLanguageOf(t *testing.T) {
	reached := map[string]bool{}
	for locale, want := range map[string]string{
		"en-US": "en", "en-GB": "en", "de": "de", "ru": "ru", "pt-BR": "pt", "it": "it", "fr": "fr", "es-ES": "es", "es-419": "es",
		"uk": "", "bg": "", "nl": "", "": "", "DE": "", "de-AT": "",
	} {
		if got := chat.LanguageOf(locale); got != want {
			t.Errorf("%q speaks %q, want %q", locale, got, want)
		}
		reached[want] = true
	}
	for _, language := range voice.Languages() {
		if !reached[language] {
			t.Errorf("no locale sees %q", language)
		}
	}
}
