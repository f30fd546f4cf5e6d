package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// heights are the heights of messages, in the order in which they were measured.
type heights struct{ lines []*heightLine }

type heightLine struct {
	what       string
	on         map[string]float64 // the name of a screen → pixels
	characters int
}

// note adds a height on a screen.
func (h *heights) note(what string, s screen, pixels float64, characters int) {
	i := slices.IndexFunc(h.lines, func(l *heightLine) bool { return l.what == what })
	if i < 0 {
		i = len(h.lines)
		h.lines = append(h.lines, &heightLine{what: what, on: map[string]float64{}})
	}
	l := h.lines[i]
	l.on[s.name], l.characters = max(l.on[s.name], pixels), max(l.characters, characters)
}

// check logs all heights as a table, and holds them against the limits of the screens.
func (h *heights) check(t *testing.T, screens []screen) {
	t.Helper()
	var table strings.Builder
	row := func(what string, characters any, cell func(screen) float64) {
		for _, s := range screens {
			fmt.Fprintf(&table, "%6.0f", cell(s))
		}
		fmt.Fprintf(&table, "%7v  %s\n", characters, what)
	}
	for _, s := range screens {
		fmt.Fprintf(&table, "%6s", s.name)
	}
	table.WriteString("  chars\n")
	for _, l := range slices.SortedStableFunc(slices.Values(h.lines), func(a, b *heightLine) int { return cmp.Compare(b.on[phone.name], a.on[phone.name]) }) {
		row(l.what, l.characters, func(s screen) float64 { return l.on[s.name] })
		for _, s := range screens {
			if l.on[s.name] > s.most {
				t.Errorf("%s is %.0f px high on %s, want at most %.0f", l.what, l.on[s.name], s.name, s.most)
			}
		}
	}
	row("median", "", h.median)
	t.Logf("heights of %d messages in px:\n%s", len(h.lines), &table)
}

// median returns the height on a screen that half of the messages do not exceed.
func (h *heights) median(s screen) float64 {
	var all []float64
	for _, l := range h.lines {
		all = append(all, l.on[s.name])
	}
	slices.Sort(all)
	return append(all, 0)[len(all)/2]
}
