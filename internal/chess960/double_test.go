package chess960_test

import (
	"testing"

	"chess960bot/internal/chess960"
)

func TestDouble(t *testing.T) {
	d := chess960.Double{White: chess960.MustParsePosition("BRQNKBRN"), Black: chess960.MustParsePosition("BBQNNRKR")}
	if got, want := d.XFEN(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w KQkq - 0 1"; got != want {
		t.Errorf("X-FEN %s, want %s", got, want)
	}
	if got, want := d.ShredderFEN(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w GBhf - 0 1"; got != want {
		t.Errorf("Shredder-FEN %s, want %s", got, want)
	}
	if d.White.SP() != 594 || d.WhiteFirst() != 594*960 || d.BlackFirst() != 594 {
		t.Errorf("SP %d, %d by white first, %d by black first", d.White.SP(), d.WhiteFirst(), d.BlackFirst())
	}
	// Both indexes count every position once: the last ones are the largest.
	last := chess960.MustParsePosition("RKRNNQBB")
	if d := (chess960.Double{White: last, Black: last}); d.WhiteFirst() != chess960.DoubleCount-1 || d.BlackFirst() != chess960.DoubleCount-1 {
		t.Errorf("the last position has the indexes %d and %d", d.WhiteFirst(), d.BlackFirst())
	}
}
