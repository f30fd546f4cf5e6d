package reading

import (
	"errors"
	"regexp"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
)

// The examples in each language's messages can be typed by people who read that language.
func TestExamplesAreRead(t *testing.T) {
	example := regexp.MustCompile("`([^`]+)`")
	for _, language := range voice.Languages() {
		for message, read := range map[string]func(string) error{
			"reading.list.writeNumbers": func(s string) error {
				sps, err := List(&chat.Request{Language: language}, s)
				if sps == nil {
					return errors.Join(err, errors.New("no positions"))
				}
				return err
			},
			"castle.typeAlone":       func(s string) error { _, err := typed.In(s, []string{language}, castling.ParseAlone); return err },
			"find.typePattern":       func(s string) error { _, err := typed.In(s, []string{language}, chess960.ParsePattern); return err },
			"reading.typeRank":       func(s string) error { _, err := recognize.Text(s, nil); return err },
			"reading.writeNumbering": func(s string) error { _, err := recognize.Text(s, nil); return err },
		} {
			said := voice.In(language).Say(voice.Phrase(message))
			found := example.FindAllStringSubmatch(said, -1)
			if len(found) == 0 {
				t.Errorf("%s: %q has no example", language, said)
			}
			for _, m := range found {
				if err := read(m[1]); err != nil && len(m[1]) > 1 { // “.” stands for any piece
					t.Errorf("%s: %q: %q: %v", language, said, m[1], err)
				}
			}
		}
	}
}
