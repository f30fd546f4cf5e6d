package chat

import (
	"errors"
	"strings"
	"testing"

	"chess960bot/internal/voice"
)

// english says a sentence.
func english(s voice.Sentence) string { return voice.In("en").Say(s) }

func TestLists(t *testing.T) {
	colours := List[string]{All: []string{"red", "green"}, ID: strings.Clone, Name: func(s string) voice.Sentence { return voice.Raw("The colour " + s) }}
	if o := colours.Option("colour").definition(); len(o.Choices) != 2 || o.Choices[1].Name != "The colour green" || o.Choices[1].Value != "green" {
		t.Errorf("%+v", o)
	}
	if got, err := colours.Choose("green"); err != nil || got != "green" {
		t.Error(got, err)
	}
	for _, c := range []struct {
		typed     string
		code      bool
		msg, hint string
	}{
		{"pi`nk", false, "I cannot use `piˋnk`.", "Choose red or green."},
		{"pink", true, "I cannot use `pink`.", "Choose `red` or `green`."},
		{"", false, "I cannot use an empty text.", "Choose red or green."},
	} {
		colours.Code = c.code
		_, err := colours.Choose(c.typed)
		if refused, ok := errors.AsType[*UserError](err); !ok || english(refused.Msg) != c.msg || english(refused.Hint) != c.hint {
			t.Errorf("%q: %+v", c.typed, err)
		}
	}
}
