package main

import (
	"fmt"
	"strings"
	"testing"
)

// mostPixels is the room for a message on a phone.
const mostPixels = 660.0

// wholes are the most pixels of answers that are higher, because a person asked to see
// something whole.
func wholes() map[string]float64 {
	return map[string]float64{"/table name:kings": 700, "/table name:skeleton": 790, "/table name:fritz9": 950}
}

// heights are the heights of messages, in the order in which they were measured.
type heights struct{ lines []*heightLine }

type heightLine struct {
	what       string
	on         map[int64]float64 // the width of the window → pixels
	characters int
}

// note adds a height in a window of some width.
func (h *heights) note(what string, width int64, pixels float64, characters int) {
	for _, l := range h.lines {
		if l.what == what {
			l.on[width], l.characters = max(l.on[width], pixels), max(l.characters, characters)
			return
		}
	}
	h.lines = append(h.lines, &heightLine{what, map[int64]float64{width: pixels}, characters})
}

// check logs all heights in two widths as a table, and holds them against a limit.
func (h *heights) check(t *testing.T, widths [2]int64, most func(what string, width int64) float64) {
	t.Helper()
	var table strings.Builder
	for _, l := range h.lines {
		fmt.Fprintf(&table, "%5.0f %5.0f %5d  %s\n", l.on[widths[0]], l.on[widths[1]], l.characters, l.what)
		for _, width := range widths {
			if limit := most(l.what, width); l.on[width] > limit {
				t.Errorf("%s is %.0f px high in a window of %d, want at most %.0f", l.what, l.on[width], width, limit)
			}
		}
	}
	t.Logf("heights of %d messages in px at the widths %v, and their characters:\n%s", len(h.lines), widths, &table)
}
