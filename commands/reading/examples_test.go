package reading

import (
	"errors"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

func TestExamplesAreRead(t *testing.T) {
	chattest.ReadExamples(t, voice.Phrase("reading.list.writeNumbers"), 1, func(language, typed string) error {
		sps, err := List(&chat.Request{Language: language}, typed)
		if sps == nil {
			return errors.Join(err, errors.New("no positions"))
		}
		return err
	})
	for _, message := range []voice.Phrase{"reading.typeRank", "reading.writeNumbering"} {
		chattest.ReadExamples(t, message, 1, func(_, typed string) error {
			_, err := recognize.Text(typed, nil)
			return err
		})
	}
}
