package chess960

import (
	"strings"
	"testing"
)

func TestAllPositions(t *testing.T) {
	seen := map[Position]bool{}
	for sp, p := range All() {
		if p.SP() != sp || Scharnagl.Derive(p).Number() != sp {
			t.Errorf("%v: SP() = %d, rules say %d, want %d", p, p.SP(), Scharnagl.Derive(p).Number(), sp)
		}
		if q, err := FromSP(sp); err != nil || q != p {
			t.Errorf("FromSP(%d) = %v, %v", sp, q, err)
		}
		if m := p.Mirror(); m == p || m.Mirror() != p || reversed(m.String()) != p.String() {
			t.Errorf("SP %d: mirror %v", sp, m)
		}
		seen[p] = true
	}
	if len(seen) != Count {
		t.Errorf("%d different positions, want %d", len(seen), Count)
	}
}

func reversed(s string) string {
	var b strings.Builder
	for i := len(s) - 1; i >= 0; i-- {
		b.WriteByte(s[i])
	}
	return b.String()
}

func TestZeroPosition(t *testing.T) {
	var p Position
	if p.IsValid() || p.SP() != -1 {
		t.Errorf("IsValid %t, SP %d", p.IsValid(), p.SP())
	}
	defer func() {
		if recover() == nil {
			t.Error("Derive of the zero Position does not panic")
		}
	}()
	Fritz9.Derive(p)
}

func TestFromSPRefuses(t *testing.T) {
	for _, sp := range []int{-1, 960, -1 << 63} {
		if p, err := FromSP(sp); err == nil || p.IsValid() {
			t.Errorf("FromSP(%d) = %v, %v", sp, p, err)
		}
	}
}

func TestUndefendedPawns(t *testing.T) {
	var positions [9]int
	for _, p := range All() {
		positions[p.UndefendedPawns().Len()]++
	}
	if want := [9]int{360, 452, 144, 4}; positions != want {
		t.Errorf("positions by undefended pawns: %v, want %v", positions, want)
	}
	for _, sp := range []int{59, 75, 881, 897} {
		if p, _ := FromSP(sp); p.UndefendedPawns().Len() != 3 {
			t.Errorf("SP %d: %v, want three files", sp, p.UndefendedPawns())
		}
	}
}

func TestFENs(t *testing.T) {
	p := MustParsePosition("RNBQKBNR")
	if got, want := p.XFEN(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	pairs := map[string]bool{}
	for _, p := range All() {
		rights := strings.Fields(p.ShredderFEN())[2]
		pairs[rights] = true
		h, a := File(rights[0]-'A'), File(rights[1]-'A')
		if h <= a || p.Piece(h) != Rook || p.Piece(a) != Rook || rights[2:] != strings.ToLower(rights[:2]) {
			t.Errorf("%v: rights %s", p, rights)
		}
	}
	if len(pairs) != 21 {
		t.Errorf("%d different rights, want 21", len(pairs))
	}
}

func TestFilesString(t *testing.T) {
	for s, want := range map[Files]string{
		0:                            "none",
		FilesOf(FileC):               "c",
		FilesOf(FileH, FileA):        "a and h",
		FilesOf(FileA, FileC, FileG): "a, c and g",
		DarkFiles | FilesOf(FileB):   "a, b, c, e and g",
	} {
		if got := s.String(); got != want {
			t.Errorf("%08b: %q, want %q", uint8(s), got, want)
		}
	}
}

func TestHotPathsDoNotAllocate(t *testing.T) {
	p := MustParsePosition("RNBQKBNR")
	if n := testing.AllocsPerRun(100, func() {
		_, _ = FromSP(p.SP())
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
