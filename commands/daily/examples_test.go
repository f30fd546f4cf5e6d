package daily

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
)

// The examples in each language's messages can be typed by people who read that language.
func TestExamplesAreRead(t *testing.T) {
	example := regexp.MustCompile("`([^`]+)`")
	for _, language := range voice.Languages() {
		for _, c := range []struct {
			said voice.Sentence
			read func(string) error
		}{
			{voice.Say("daily.writeDate", voice.F{"Today": voice.Raw("2026-11-20")}), func(s string) error { _, err := when.ParseDate(s, 20777, language); return err }},
			{voice.Phrase("daily.writeTime"), func(s string) error { _, err := when.ParseMinute(s); return err }},
			{voice.Phrase("daily.writeWeekdays"), func(s string) error { _, err := when.ParseWeekdays(s, language); return err }},
		} {
			said := voice.In(language).Say(c.said)
			found := example.FindAllStringSubmatch(said, -1)
			if len(found) < 3 {
				t.Errorf("%s: %q has %d examples", language, said, len(found))
			}
			for _, m := range found {
				if err := c.read(m[1]); err != nil {
					t.Errorf("%s: %q: %v", language, said, err)
				}
			}
		}
	}
}

// What somebody hears who typed a text with two meanings is true for a time and for weekdays too.
func TestSeveralMeaningsNeedNotBeDates(t *testing.T) {
	_, several := when.ParseMinute("9")
	for language, date := range map[string]string{"en": "date", "de": "datum", "es": "fecha", "fr": "date", "it": "data", "pt": "data", "ru": "дат"} {
		refused, _ := errors.AsType[*chat.UserError](notRead("time", "9", nil, several))
		said := voice.In(language).Say(voice.Lines{refused.Msg, refused.Hint})
		if !strings.Contains(said, "09:00") || !strings.Contains(said, "21:00") || strings.Contains(strings.ToLower(said), date) {
			t.Errorf("%s: %s", language, said)
		}
	}
}
