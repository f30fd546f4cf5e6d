package chess960

import (
	"errors"
	"strings"
	"testing"
)

func swapString(rank string, left, right int) string {
	b := []byte(rank)
	b[left], b[right] = b[right], b[left]
	return string(b)
}

// Swap is right for all 28 swaps of all 960 positions.
func TestSwap(t *testing.T) {
	if n := len(Swaps()); n != 28 {
		t.Fatalf("%d swaps, want 28", n)
	}
	for _, p := range All() {
		for _, s := range Swaps() {
			rank := swapString(p.String(), int(s.Left), int(s.Right))
			q, err := p.Swap(s)
			if isPosition(rank) {
				if err != nil || q.String() != rank {
					t.Errorf("%v swap %s: %v, %v; want %s", p, s.Label(), q, err, rank)
				}
				continue
			}
			refused, ok := errors.AsType[*SwapError](err)
			if !ok || q.IsValid() || refused.From != p || refused.Swap != s || refused.Rank != rank || len(refused.Problems) == 0 {
				t.Errorf("%v swap %s: %v, %v; want a refusal of %s", p, s.Label(), q, err, rank)
			}
		}
	}
}

func TestSwapLabels(t *testing.T) {
	for label, files := range map[string]string{"1": "ab", "6": "ag", "7": "ah", "8": "bc", "9": "bd", "A": "be", "B": "bf", "C": "bg", "D": "bh", "E": "cd", "F": "ce", "S": "gh"} {
		path, err := ParseSwaps(label)
		if err != nil || len(path) != 1 || path[0].Label() != label || path[0].Left.String()+path[0].Right.String() != files {
			t.Errorf("%s: %v, %v; want %s", label, path, err, files)
		}
	}
	if got := labels(Swaps()); got != swapLabels {
		t.Errorf("labels %s", got)
	}
}

func labels(path []Swap) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteString(s.Label())
	}
	return b.String()
}

// grownTree builds zenquaker's tree as "Chess960 III" describes it: level by level, with a
// branch for every swap, in label order, that leads to a new legal rank. It returns the
// ranks in the order found, with the labels of their swaps.
func grownTree() (order []string, paths map[string]string) {
	order, paths = []string{"RNBQKBNR"}, map[string]string{"RNBQKBNR": ""}
	for level := order; len(level) > 0; {
		var next []string
		for _, rank := range level {
			label := 0
			for left := range 8 {
				for right := left + 1; right < 8; right++ {
					found := swapString(rank, left, right)
					if _, seen := paths[found]; !seen && isPosition(found) {
						paths[found] = paths[rank] + swapLabels[label:label+1]
						next = append(next, found)
					}
					label++
				}
			}
		}
		order, level = append(order, next...), next
	}
	return order, paths
}

func TestSwapPaths(t *testing.T) {
	if Classical() != MustParsePosition("RNBQKBNR") {
		t.Fatalf("the classical array is %v", Classical())
	}
	order, paths := grownTree()
	var levels [7]int
	for sp, p := range All() {
		path := p.SwapPath()
		levels[p.SwapDistance()]++
		if got, want := labels(path), paths[p.String()]; got != want {
			t.Errorf("SP %d: path %q, want %q", sp, got, want)
		}
		after, err := Classical().Apply(path)
		if err != nil || len(path) > 0 && after[len(after)-1] != p {
			t.Errorf("SP %d: path %s leads to %v, %v", sp, labels(path), after, err)
		}
	}
	if want := [7]int{1, 14, 78, 220, 331, 248, 68}; levels != want {
		t.Errorf("positions by swaps: %v, want %v", levels, want)
	}
	if last := order[len(order)-1]; last != "NBNRBKRQ" || paths[last] != "36BNFS" {
		t.Errorf("the last position found is %s by %s", last, paths[last])
	}
}

// The article says that QNRKRNBB is found last, by the path RQFOE2. This path is a shortest
// one, but not the first in label order, and QNRKRNBB is not found last.
func TestSwapPathOfTheArticle(t *testing.T) {
	p := MustParsePosition("QNRKRNBB")
	path, err := ParseSwaps("RQFOE2")
	if err != nil {
		t.Fatal(err)
	}
	after, err := Classical().Apply(path)
	if err != nil || len(after) != 6 || after[5] != p {
		t.Errorf("RQFOE2 leads to %v, %v", after, err)
	}
	if got := labels(p.SwapPath()); got != "263JPR" {
		t.Errorf("path %s, want 263JPR", got)
	}
}

func TestApply(t *testing.T) {
	start := Classical()
	for _, c := range []struct{ path, after, refusal string }{
		{"12ES", "NRBQKBNR BRNQKBNR BRQNKBNR BRQNKBRN", ""},
		{" 1 2 e-s ", "NRBQKBNR BRNQKBNR BRQNKBNR BRQNKBRN", ""},
		{"7", "RNBQKBNR", ""},
		{"6", "", "swap 6, RNBQKBNR → NNBQKBRR: between e1 g1 h1"},
		{"1F8", "NRBQKBNR NRKQBBNR", "swap 8, NRKQBBNR → NKRQBBNR: between b1 c1 h1"},
		{"8A", "", "swap 8, RNBQKBNR → RBNQKBNR: lightBishops b1 f1"},
	} {
		path, err := ParseSwaps(c.path)
		if err != nil {
			t.Errorf("%s: %v", c.path, err)
			continue
		}
		after, err := start.Apply(path)
		var ranks []string
		for _, p := range after {
			ranks = append(ranks, p.String())
		}
		if got := strings.Join(ranks, " "); got != c.after {
			t.Errorf("%s: %s, want %s", c.path, got, c.after)
		}
		if (err != nil) != (c.refusal != "") || err != nil && err.Error() != c.refusal {
			t.Errorf("%s: %v, want %s", c.path, err, c.refusal)
		}
	}
}

func TestParseSwapsRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":     `parse swap path "": noLabel`,
		" - ":  `parse swap path " - ": noLabel`,
		"10T":  `parse swap path "10T": label "0"`,
		"12E♖": `parse swap path "12E♖": label "♖"`,
		"ſ":    `parse swap path "ſ": label "ſ"`,
	} {
		if path, err := ParseSwaps(text); path != nil || err == nil || err.Error() != want {
			t.Errorf("%q: %v, %v; want %s", text, path, err, want)
		}
	}
}

func FuzzParseSwaps(f *testing.F) {
	for _, text := range []string{"12ES", "rqfoe2", "", "T", "\xff", "6–6"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path, err := ParseSwaps(text)
		if err != nil {
			if refused, ok := errors.AsType[*ParseError](err); !ok || path != nil || len(refused.Error()) > 1000 {
				t.Fatalf("ParseSwaps(%q) = %v, %v", text, path, err)
			}
			return
		}
		if again, err := ParseSwaps(labels(path)); err != nil || labels(again) != labels(path) {
			t.Fatalf("ParseSwaps(%q) = %s, read back as %v, %v", text, labels(path), again, err)
		}
	})
}
