package render

import (
	"runtime"
	"testing"

	"chess960bot/internal/chess960"
)

// A new Renderer costs nothing until pictures are needed. The first board after Prepare costs as much
// as the next one.
func TestTilesAreDrawnBeside(t *testing.T) {
	allocated := func(do func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	const little = 1 << 20 // bytes; a set of tiles takes 4 MB at least
	var r *Renderer
	if n := allocated(func() { r = New() }); n > little {
		t.Errorf("a new Renderer takes %d bytes", n)
	}
	if n := allocated(func() {
		if err := r.Prepare(); err != nil {
			t.Error(err)
		}
	}); n < 2*little {
		t.Errorf("Prepare takes %d bytes", n)
	}
	if n := allocated(func() {
		if _, err := r.Board(Board{Position: chess960.Classical()}); err != nil {
			t.Error(err)
		}
	}); n > little {
		t.Errorf("a board after Prepare takes %d bytes", n)
	}
	if n := allocated(func() {
		if _, err := r.Strip(Strip{}); err != nil {
			t.Error(err)
		}
	}); n > little {
		t.Errorf("a strip after Prepare takes %d bytes", n)
	}
}
