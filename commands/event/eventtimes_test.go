package event

import (
	"strings"
	"testing"

	"chess960bot/internal/voice"
	"chess960bot/internal/when"
)

// The example of a time is one that people may type.
func TestExampleOfATimeIsRead(t *testing.T) {
	for _, language := range voice.Languages() {
		said := voice.In(language).Say(voice.Phrase("event.writeTime"))
		parts := strings.Split(said, "`")
		if m, err := when.ParseMoment(parts[len(parts)-2], 0, language); err != nil || m.Later == 0 {
			t.Errorf("%s: %q", language, said)
		}
	}
}
