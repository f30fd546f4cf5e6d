package paper

import (
	"bytes"
	"slices"
	"testing"
)

// The same cards are printed once. Other cards, labels or titles are another file.
func TestPressKeepsFiles(t *testing.T) {
	press, cards := NewPress(), evening(2)
	file := func(title string, cards []Card) []byte {
		t.Helper()
		pdf, err := press.Cards(english, title, cards)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(pdf, printed(t, title, cards)) {
			t.Errorf("%q: not the file of these cards", title)
		}
		return pdf
	}
	first := file("x", cards)
	relabelled, swapped := slices.Clone(cards), slices.Clone(cards)
	relabelled[1].Label = "Table 2"
	swapped[1].Position = swapped[0].Position
	for _, other := range [][]byte{file("y", cards), file("x", relabelled), file("x", swapped), file("x", cards[:1])} {
		if bytes.Equal(other, first) {
			t.Error("other cards are the same file")
		}
	}
	if again := file("x", slices.Clone(cards)); &again[0] != &first[0] {
		t.Error("the same cards were printed twice")
	}
	if _, err := press.Cards(english, "x", nil); err == nil {
		t.Error("a file without cards")
	}
}
