package bot

import (
	"testing"
	"time"
)

// The table forgets what was used longest ago, and nothing that is in use.
func TestRecent(t *testing.T) {
	var table recent[int]
	table.size = 100
	for i := range 100_000 {
		table.get("in use", func() int { return -1 })
		table.get(time.Duration(i).String(), func() int { return i })
		if n := len(table.young) + len(table.old); n > 200 {
			t.Fatalf("%d entries", n)
		}
	}
	if v, found := table.get("in use", func() int { return 0 }); !found || v != -1 {
		t.Error("forgot what is in use")
	}
	if v, found := table.get(time.Duration(99_950).String(), func() int { return 0 }); !found || v != 99_950 {
		t.Error("forgot what was used just now")
	}
	if _, found := table.get(time.Duration(7).String(), func() int { return 0 }); found {
		t.Error("remembers too long")
	}
}
