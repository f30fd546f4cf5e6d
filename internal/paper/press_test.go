package paper

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// The same cards are printed once. Other cards, labels or titles are another file.
func TestPressKeepsFiles(t *testing.T) {
	press, cards := NewPress(), evening(2)
	file := func(title string, cards []Card) []byte {
		t.Helper()
		pdf, err := press.Cards(t.Context(), title, cards)
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
	if _, err := press.Cards(t.Context(), "x", nil); err == nil {
		t.Error("a file without cards")
	}
}

// Who waits for the press gives up in time for an answer.
func TestPressIsBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		press := NewPress()
		press.turn.Acquire(t.Context(), 1) // somebody's cards are printed
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		began := time.Now()
		if _, err := press.Cards(ctx, "x", evening(1)); !errors.Is(err, ErrBusy) || time.Since(began) != time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		cancel()
		if _, err := press.Cards(ctx, "x", evening(1)); !errors.Is(err, context.Canceled) {
			t.Errorf("after the request had ended: %v", err)
		}
		press.turn.Release(1)
		if _, err := press.Cards(t.Context(), "x", evening(1)); err != nil {
			t.Error(err)
		}
	})
}
