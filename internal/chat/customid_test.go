package chat

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// everyField is a kind of custom id with every kind of field.
type everyField struct {
	number int
	flag   bool
	one    string
	none   string
	text   string
	word   string
	upper  string
	typed  string
}

func (e *everyField) fields(f *Fields) {
	colours := List[string]{All: []string{"red", "green"}, ID: strings.Clone}
	f.Number(&e.number, -5, 959)
	f.Flag(&e.flag, "", "yes")
	OneOf(f, &e.one, colours)
	OneOrNone(f, &e.none, colours)
	f.Text(&e.text)
	f.Word(&e.word)
	Parsed(f, &e.upper, strings.ToUpper, func(s string) (string, error) { return strings.ToLower(s), nil })
	f.Typed(&e.typed)
}

func TestCustomIDs(t *testing.T) {
	for _, e := range []everyField{
		{518, true, "red", "green", "", "w", "abc", ":1%3A%"},
		{-5, false, "green", "", "any text", "ü", "", ""},
	} {
		id := WriteID("all", e.fields)
		var got everyField
		if err := ReadID(id, got.fields); err != nil || got != e || IDName(id) != "all" {
			t.Errorf("%s is read as %+v, %v", id, got, err)
		}
	}
}

func TestForeignCustomIDs(t *testing.T) {
	const good = "all:518:yes:red:green:t:w:A:B"
	if err := ReadID(good, new(everyField).fields); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{
		"", "all", "all:", good + ":", good + ":x", "all:518:yes:red:green:t:w",
		"all:960:yes:red:green:t:w:A:B", "all:-6:yes:red:green:t:w:A:B", "all:x:yes:red:green:t:w:A:B", "all::yes:red:green:t:w:A:B",
		"all:+518:yes:red:green:t:w:A:B", "all:0518:yes:red:green:t:w:A:B", "all:518:no:red:green:t:w:A:B", "all:518:yes:blue:green:t:w:A:B",
		"all:518:yes::green:t:w:A:B", "all:518:yes:red:blue:t:w:A:B", "all:518:yes:red:green:t::A:B", "all:518:yes:red:green:t:w:a:B",
		good + strings.Repeat("A", longestID),
	} {
		var e everyField
		if err := ReadID(id, e.fields); err == nil {
			t.Errorf("%q is read as %+v", id, e)
		}
	}
}

func TestUnwritableCustomIDs(t *testing.T) {
	for _, e := range []everyField{
		{one: "red", word: ""}, {one: "red", word: "w", number: 960}, {one: "red", word: "a:b"}, {one: "red", word: "w", text: strings.Repeat("x", longestID)},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v is written", e)
				}
			}()
			WriteID("all", e.fields)
		}()
	}
}

// What is written is read again as the same values.
func FuzzWriteCustomID(f *testing.F) {
	f.Add(518, true, "", "w", "abc", "%3A:")
	f.Add(-5, false, "text", "ü", "", "")
	f.Fuzz(func(t *testing.T, number int, flag bool, text, word, upper, typed string) {
		e := everyField{number, flag, "red", "", text, word, upper, typed}
		id, ok := writeID("all", e.fields)
		if !ok {
			return
		}
		var got everyField
		if err := ReadID(id, got.fields); err != nil {
			return // upper is not in lower case
		}
		if again, _ := writeID("all", got.fields); again != id {
			t.Errorf("%q is read as %+v, which is %q", id, got, again)
		}
		if got.number != number || got.flag != flag || got.text != text || got.word != word {
			t.Errorf("%+v is read as %+v", e, got)
		}
	})
}

// Any text is refused, or is what its values are written as.
func FuzzReadCustomID(f *testing.F) {
	for _, id := range []string{"all:518:yes:red:green:t:w:A:B", "all:-5::green::any text:ü:", "all", "", ":::::::", "all:+1:yes:red:green:t:w:A:B"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		var e everyField
		if ReadID(id, e.fields) != nil {
			return
		}
		if again := WriteID(IDName(id), e.fields); again != id {
			t.Errorf("%q is read as %+v, which is %q", id, e, again)
		}
	})
}

// Discord takes custom ids of 100 characters.
func TestLengthOfCustomIDs(t *testing.T) {
	for fill, want := range map[int]bool{96: true, 97: false} {
		word := strings.Repeat("x", fill)
		if id, ok := writeID("abc", func(f *Fields) { f.Word(&word) }); ok != want {
			t.Errorf("%d characters: %v", len(id), ok)
		}
	}
}

// A press gets the fields that the id of its button was written with. Other ids are
// refused.
func TestControls(t *testing.T) {
	all, bare := NewControl("all", (*everyField).fields), NewControl("bare", NoFields)
	want := everyField{518, true, "red", "green", "", "w", "abc", ""}
	var got everyField
	c := Command{Presses: []Press{
		all.On(func(_ context.Context, _ *Request, e everyField) (*Reply, error) {
			got = e
			return nil, nil
		}).ByCrowd(),
		bare.On(func(context.Context, *Request, struct{}) (*Reply, error) { return nil, nil }),
	}}
	press := func(id string) error {
		_, err := c.Press(t.Context(), &Request{CustomID: id})
		return err
	}
	if err := press(all.ID(want)); err != nil || got != want || !c.Presses[0].Crowd || c.Presses[1].Crowd {
		t.Errorf("got %+v, %v", got, err)
	}
	if err := press(bare.ID(struct{}{})); err != nil || bare.ID(struct{}{}) != "bare" {
		t.Errorf("a control without fields: %v", err)
	}
	for _, id := range []string{"all:960:yes:red:green::w:ABC", "all", "bare:", "bare:x", "none", ""} {
		if refused, ok := errors.AsType[*UserError](press(id)); !ok || refused.Error() != Foreign().Error() {
			t.Errorf("%q is not refused", id)
		}
	}
}
