package explain

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
)

var swapStep = regexp.MustCompile("(?m)^(\\d)\\. `(.)` exchanges ([a-h]) and ([a-h]): `([A-Z]{8})`, SP (\\d+)\\.$")

// Every path is read back and applied step by step.
func TestSwapPathReadBack(t *testing.T) {
	for sp, p := range chess960.All() {
		text := SwapPath(p)
		rank := []byte("RNBQKBNR")
		steps := swapStep.FindAllStringSubmatch(text, -1)
		labels := ""
		for i, m := range steps {
			left, right := m[3][0]-'a', m[4][0]-'a'
			rank[left], rank[right] = rank[right], rank[left]
			at, err := chess960.ParsePosition(string(rank))
			if err != nil || m[5] != string(rank) || m[6] != fmt.Sprint(at.SP()) || m[1] != fmt.Sprint(i+1) {
				t.Errorf("SP-%d step %d: %s; the rank is %s, %v", sp, i+1, m[0], rank, err)
			}
			labels += m[2]
		}
		if string(rank) != p.String() || len(steps) != strings.Count(text, " exchanges ") {
			t.Errorf("SP-%d: %d steps lead to %s:\n%s", sp, len(steps), rank, text)
		}
		if sp != 518 && !strings.Contains(text, "`"+labels+"`") {
			t.Errorf("SP-%d: no %s in %s", sp, labels, text)
		}
	}
}

func ExampleSwapPath() {
	for _, rank := range []string{"RNBQKBNR", "NRBQKBNR", "QNRKRNBB"} {
		fmt.Println(SwapPath(chess960.MustParsePosition(rank)))
	}
	// Output:
	// 0 swaps: this is the classical array, where every path starts.
	//
	// 1 swap from the classical array. A shortest path, first in label order: `1`.
	// 1. `1` exchanges a and b: `NRBQKBNR`, SP 230.
	//
	// 6 swaps from the classical array. A shortest path, first in label order: `263JPR`.
	// 1. `2` exchanges a and c: `BNRQKBNR`, SP 226.
	// 2. `6` exchanges a and g: `NNRQKBBR`, SP 62.
	// 3. `3` exchanges a and d: `QNRNKBBR`, SP 110.
	// 4. `J` exchanges d and e: `QNRKNBBR`, SP 206.
	// 5. `P` exchanges e and h: `QNRKRBBN`, SP 302.
	// 6. `R` exchanges f and h: `QNRKRNBB`, SP 303.
}

func ExampleSwapWalk() {
	for _, text := range []string{"12ES", "77"} {
		path, err := chess960.ParseSwaps(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		after, err := chess960.Classical().Apply(path)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Print(SwapWalk(path, after))
	}
	// Output:
	// `12ES` from the classical array, `RNBQKBNR`:
	// 1. `1` exchanges a and b: `NRBQKBNR`, SP 230.
	// 2. `2` exchanges a and c: `BRNQKBNR`, SP 514.
	// 3. `E` exchanges c and d: `BRQNKBNR`, SP 498.
	// 4. `S` exchanges g and h: `BRQNKBRN`, SP 594.
	// `77` from the classical array, `RNBQKBNR`:
	// 1. `7` exchanges a and h: `RNBQKBNR`, SP 518. Both hold a rook, so nothing changes.
	// 2. `7` exchanges a and h: `RNBQKBNR`, SP 518. Both hold a rook, so nothing changes.
	// A shortest path has no swap.
}
