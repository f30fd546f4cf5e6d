package find

import (
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// A text is refused, or is the custom id of a page of a search.
func FuzzForgedSearches(f *testing.F) {
	f.Add("find:Q.....KR:first-move:2:3:adjacent:1")
	f.Add("find::::::0")
	f.Add("find:?:::+1::0")
	f.Add("find-fair::::::white:2")
	f.Add("find-list:IGAA:0")
	f.Add("find-list:O_PA:0")
	f.Add("find-print:Q.....KR::::::")
	f.Add("find-print:::::::IGAA")
	f.Fuzz(func(t *testing.T, id string) {
		chattest.ReadIDs(t, id, new(searchButton).fields, new(searchButton).fairFields, new(searchButton).listFields, new(searchButton).printFields)
	})
}

func TestForgedSearchButtons(t *testing.T) {
	for _, id := range []string{"find", "find:", "find::::::1:", "find:::::::0:0", "find:Q:::::0", "find::never::::0", "find:::9:::0", "find::::::-1", "find::::::999", "find::::::60", "find::::::61", "find:RNBQKBNR:::::1", "find-fair::::::0", "find-fair::::::best:0", "find-fair::::::white:15", "find-list::0", "find-list:IGAA:1", "find-list:____:0", "find-print:::::::A"} {
		reply, err := chattest.Press(t, all, chattest.Anna, id, nil)
		if _, ok := err.(*chat.UserError); !ok {
			t.Errorf("%q: %+v, %v", id, reply, err)
		}
	}
}

func TestExamplesAreRead(t *testing.T) {
	chattest.ReadExamples(t, voice.Phrase("find.typePattern"), 1, func(language, text string) error {
		if len(text) == 1 { // “.” stands for any piece
			return nil
		}
		_, err := typed.In(text, []string{language}, chess960.ParsePattern)
		return err
	})
}
