package explain

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

var swapStep = regexp.MustCompile(`(?m)^(.)  ([a-h])↔([a-h])  ([A-Z]{8})  SP (\d+)$`)

// Every path is read back and applied step by step.
func TestSwapPathReadBack(t *testing.T) {
	for sp, p := range chess960.All() {
		text := walked(SwapPath(p))
		rank := []byte("RNBQKBNR")
		steps := swapStep.FindAllStringSubmatch(text, -1)
		labels := ""
		for i, m := range steps {
			left, right := m[2][0]-'a', m[3][0]-'a'
			rank[left], rank[right] = rank[right], rank[left]
			at, err := chess960.ParsePosition(string(rank))
			if err != nil || m[4] != string(rank) || m[5] != fmt.Sprint(at.SP()) {
				t.Errorf("SP %d step %d: %s; the rank is %s, %v", sp, i+1, m[0], rank, err)
			}
			labels += m[1]
		}
		if string(rank) != p.String() || len(steps) != strings.Count(text, "↔") {
			t.Errorf("SP %d: %d steps lead to %s:\n%s", sp, len(steps), rank, text)
		}
		if sp != 518 && !strings.Contains(text, "`"+labels+"`") {
			t.Errorf("SP %d: no %s in %s", sp, labels, text)
		}
	}
}

func ExampleSwapPath() {
	for _, rank := range []string{"RNBQKBNR", "NRBQKBNR", "QNRKRNBB"} {
		fmt.Println(walked(SwapPath(chess960.MustParsePosition(rank))))
	}
	// Output:
	// This is the normal start position: no swap is needed.
	// 1 swap of two pieces leads here from the normal start position: `1`.
	// ```
	// 1  a↔b  NRBQKBNR  SP 230
	// ```
	// 6 swaps of two pieces lead here from the normal start position: `263JPR`. No shorter path stays within start positions.
	// ```
	// 2  a↔c  BNRQKBNR  SP 226
	// 6  a↔g  NNRQKBBR  SP 62
	// 3  a↔d  QNRNKBBR  SP 110
	// J  d↔e  QNRKNBBR  SP 206
	// P  e↔h  QNRKRBBN  SP 302
	// R  f↔h  QNRKRNBB  SP 303
	// ```
}

// walked says a path of swaps.
func walked(w SwapWalk) string {
	return voice.In("en").Say(voice.Lines{w.Before, voice.Raw(w.Steps), w.After})
}

func ExampleWalkSwaps() {
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
		fmt.Println(walked(WalkSwaps(path, after)))
	}
	// Output:
	// From the normal start position, `12ES` leads here:
	// ```
	// 1  a↔b  NRBQKBNR  SP 230
	// 2  a↔c  BRNQKBNR  SP 514
	// E  c↔d  BRQNKBNR  SP 498
	// S  g↔h  BRQNKBRN  SP 594
	// ```
	// From the normal start position, `77` leads here:
	// ```
	// 7  a↔h  RNBQKBNR  SP 518  R = R
	// 7  a↔h  RNBQKBNR  SP 518  R = R
	// ```
	// No swap is needed.
}
