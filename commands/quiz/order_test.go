package quiz

import (
	"slices"
	"testing"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
)

// The sequences of a form are in no order that could be counted, and each is there once.
func TestSequencesAreShuffled(t *testing.T) {
	sorted := 0
	for _, p := range chess960.All() {
		q := training.Question{Level: training.Sequences, Scheme: chess960.Scharnagl, Direction: training.ToPosition, Position: p}
		var values []string
		for _, part := range form(q, p.String()).Parts[1:] {
			for _, o := range part.Input.Options {
				values = append(values, o.Value)
			}
		}
		if slices.IsSorted(values) {
			sorted++
		}
		slices.Sort(values)
		if len(slices.Compact(values)) != 10 {
			t.Fatalf("%v: %q", p, values)
		}
	}
	if sorted > 0 {
		t.Errorf("%d lists are in the order of the numbers", sorted)
	}
}
