package daily

import (
	"errors"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/chattest"
)

func TestExamplesAreRead(t *testing.T) {
	date := voice.Say("daily.writeDate", voice.F{"Today": voice.Raw("2026-11-20")})
	chattest.ReadExamples(t, date, 3, func(language, typed string) error { _, err := when.ParseDate(typed, 20777, language); return err })
	chattest.ReadExamples(t, voice.Phrase("daily.writeTime"), 3, func(_, typed string) error { _, err := when.ParseMinute(typed); return err })
	chattest.ReadExamples(t, voice.Phrase("daily.writeWeekdays"), 3, func(language, typed string) error { _, err := when.ParseWeekdays(typed, language); return err })
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
