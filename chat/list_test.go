package chat

import (
	"errors"
	"testing"
)

func TestLists(t *testing.T) {
	colours := List[string]{All: []string{"red", "green"}, Kind: "a colour", Describe: func(s string) (id, name string) { return s, "The colour " + s }}
	if o := colours.Option("colour", "Which one"); len(o.Choices) != 2 || o.Choices[1].Name != "The colour green" || o.Choices[1].Value != "green" {
		t.Errorf("%+v", o)
	}
	if got, err := colours.Choose("green"); err != nil || got != "green" {
		t.Error(got, err)
	}
	if got, err := colours.ChooseOrFirst(""); err != nil || got != "red" {
		t.Error(got, err)
	}
	for _, c := range []struct {
		typed     string
		code      bool
		msg, hint string
	}{
		{"pi`nk", false, "`piˋnk` is not a colour.", "Choose red or green."},
		{"pink", true, "`pink` is not a colour.", "Choose `red` or `green`."},
		{"", false, "An empty text is not a colour.", "Choose red or green."},
	} {
		colours.Code = c.code
		_, err := colours.Choose(c.typed)
		if refused, ok := errors.AsType[*UserError](err); !ok || *refused != (UserError{c.msg, c.hint}) {
			t.Errorf("%q: %+v", c.typed, err)
		}
	}
}
