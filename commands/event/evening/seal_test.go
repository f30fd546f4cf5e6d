package evening

import (
	"slices"
	"testing"
)

// The positions of a sealed round begin at the index. They go on at the start of the list
// after its end, without those that an earlier board excludes. The shuffle asks for one
// number less than the pool has, because the last position has no choice.
func TestASealGoesRoundItsList(t *testing.T) {
	for added, want := range map[int][]int{0: {518, 100}, 1: {534, 100}, 2: {100, 518}} { // 518 and 534 are a pair
		e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 2, Games: 1, Each: true, NoMirrors: true, Exclude: only(100, 518, 534)})
		var asked []int
		seal(t, e, func(n int) (int, error) {
			asked = append(asked, n)
			return []int{2, 1, 1}[len(asked)-1], nil // the shuffle keeps the order, the sealed number is 1
		}, added)
		d := e.Last()
		if !slices.Equal(d.Seal.Order, []int{100, 518, 534}) || !slices.Equal(asked, []int{3, 2, 3}) {
			t.Fatalf("the list is %v after numbers below %v", d.Seal.Order, asked)
		}
		if !slices.Equal(d.SPs, want) {
			t.Errorf("index %d gives %v, want %v", d.Seal.Index(), d.SPs, want)
		}
	}
}
