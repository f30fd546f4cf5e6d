package render

import (
	"bytes"
	"hash/adler32"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/testrun"
)

func TestJoinedSum(t *testing.T) {
	for _, a := range []string{"", "a", "\xff\xff\xff", "chess960"} {
		for _, n := range []int{0, 1, 5551, 65521, 1 << 20} {
			b := bytes.Repeat([]byte{0xff}, n)
			if got, want := joinedSum(adler32.Checksum([]byte(a)), adler32.Checksum(b), n), adler32.Checksum(append([]byte(a), b...)); got != want {
				t.Errorf("%q and %d bytes: %#x, want %#x", a, n, got, want)
			}
		}
	}
}

// TestIndependentDecoder checks some pictures with pngcheck.
func TestIndependentDecoder(t *testing.T) {
	pngcheck := testrun.Program(t, "pngcheck", "pngcheck")
	dir := t.TempDir()
	args := []string{"-v"}
	for i, theme := range testedThemes() {
		name := filepath.Join(dir, theme.ID)
		both := bothWays()
		both.Theme = theme
		files := map[string][]byte{
			name + "-board.png": board(t, Board{Position: traditional, Theme: theme, FromBlack: i%2 == 0}),
			name + "-strip.png": strip(t, Strip{Rank: rankOf("RNBQ.B.R"), Theme: theme, Above: [8]string{4: "1", 6: "2"}}),
			name + "-marks.png": strip(t, Strip{Rank: rankOf("RN.QK..R"), Theme: theme, Marked: 0x90}),
			name + "-arrow.png": diagram(t, both),
		}
		for name, data := range files {
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args, name)
		}
	}
	if out, err := exec.Command(pngcheck, args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A picture has the same bytes in every renderer, whatever was drawn before, also by many goroutines: new
// bands, remembered ones, and those that were forgotten.
func TestRenderersAgree(t *testing.T) {
	other := New()
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for sp, p := range chess960.All() {
				if sp%240 != worker/2 {
					continue
				}
				for _, request := range []any{
					Board{Position: p, FromBlack: worker%3 == 0},
					Strip{Rank: p.Rank(), Marked: chess960.AllFiles},
					Ranks{Ranks: []NumberedRank{{sp, p}, {1, p.Mirror()}}},
				} {
					want, err := drawn(renderer(), request)
					if err != nil {
						t.Error(err)
					}
					for range 2 {
						if got, err := drawn(other, request); err != nil || !bytes.Equal(got, want) {
							t.Errorf("%+v: two renderers draw different pictures (%v)", request, err)
						}
					}
				}
			}
		})
	}
	wg.Wait()
}

// Bands are remembered in some 5 MB, except those with arrows.
func TestBandsAreRemembered(t *testing.T) {
	size, bands := 0, 0
	check := func(k *kit, kept bool, stripes ...stripe) {
		t.Helper()
		for _, s := range stripes {
			got, found := renderer().bands.Get(k.key(s), func() func() band { return func() band { return k.pack(s) } })
			if found != kept {
				t.Errorf("%s: a band is remembered: %t, want %t", k.name, found, kept)
			}
			size, bands = size+len(got().packed), bands+1
		}
	}
	d := Diagram{Rank: 1, Men: men("8/8/8/8/8/8/8/R3K2R"), Arrows: []Arrow{{4, 6, KingArrow}}, Then: [8]byte{5: 'R', 6: 'K'}}
	diagram(t, d)
	k, err := renderer().kit(&diagramRankKind, nil)
	if err != nil {
		t.Fatal(err)
	}
	stripes := d.stripes(k)
	check(k, false, stripes[0])
	check(k, true, stripes[1:]...)
	if k, err = renderer().kit(&ranksKind, nil); err != nil {
		t.Fatal(err)
	}
	size, bands = 0, 0
	evening := evening(MostRanks, nil)
	if _, err := renderer().Ranks(evening); err != nil {
		t.Fatal(err)
	}
	check(k, true, evening.stripes(k)...) // the largest, and empty gaps
	if kept := 2 * bandsKept * size / MostRanks; kept > 5_500_000 {
		t.Errorf("%d bands may take %d bytes", 2*bandsKept, kept)
	}
}

// No two stripes with different pixels have the same key.
func TestKeysDiffer(t *testing.T) {
	k, err := renderer().kit(&stripKind, nil)
	if err != nil {
		t.Fatal(err)
	}
	gap, above := stripe{height: 8}, k.line([8]string{"1"})
	seen := map[string]bool{}
	stripes := []stripe{
		gap, {height: 9}, above, stacked(gap, above), stacked(above, gap),
		k.line([8]string{"2"}), k.line([8]string{1: "1"}), k.line([8]string{"1", "1"}),
		k.rank(0, [8]square{}), k.rank('1', [8]square{}), k.rank(0, [8]square{{'K', 0}}), k.rank(0, [8]square{{'K', dark}}), k.rank(0, [8]square{{'K', marked}}),
	}
	for i, s := range stripes {
		if seen[k.key(s)] {
			t.Errorf("stripe %d has the key of an earlier one", i)
		}
		seen[k.key(s)] = true
	}
}

// Pictures stay small enough for a phone far from a city.
func TestPicturesAreSmall(t *testing.T) {
	size, boards := 0, 0
	for sp, p := range chess960.All() {
		if sp%testrun.Choose(80, 1) == 0 {
			size, boards = size+len(board(t, Board{Position: p})), boards+1
		}
	}
	if mean := size / boards; mean > 31_000 {
		t.Errorf("a board has %d bytes in the mean", mean)
	}
}

// A new Renderer costs nothing until pictures are needed. The first board after Prepare costs as much
// as the next one.
func TestPartsAreDrawnBeside(t *testing.T) {
	allocated := func(do func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	const little = 2 << 20 // bytes; a kit takes more
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
