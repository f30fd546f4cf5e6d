package lessons

import (
	"fmt"
	"testing"
	"time"
)

func TestM(t *testing.T) {
	for _, l := range All() {
		for _, st := range []bool{false, true} {
			if st && !l.AtStart() {
				continue
			}
			n := 60
			begin := time.Now()
			var worst time.Duration
			ans := map[Sides]int{}
			black := 0
			var tries int
			var ex Exercise
			for s := range n {
				b := time.Now()
				e := Make(uint64(s), l, st)
				worst = max(worst, time.Since(b))
				ans[e.Answer()]++
				black += int(e.Position.Turn())
				ex = e
				if e.Lesson() != l {
					t.Fatal(e)
				}
			}
			fmt.Println(l, st, time.Since(begin)/time.Duration(n), worst, ans, "black", black, tries, ex)
		}
	}
}
