package recent

import (
	"fmt"
	"testing"
)

// The table drops the entries that were used longest ago, and keeps those in use.
func TestTable(t *testing.T) {
	table := Table[int]{Size: 100}
	for i := range 100_000 {
		table.Get("in use", func() int { return -1 })
		table.Get(fmt.Sprint(i), func() int { return i })
		if n := len(table.young) + len(table.old); n > 200 {
			t.Fatalf("%d entries", n)
		}
	}
	if v, found := table.Get("in use", func() int { return 0 }); !found || v != -1 {
		t.Error("dropped an entry in use")
	}
	if v, found := table.Get("99950", func() int { return 0 }); !found || v != 99_950 {
		t.Error("dropped a recent entry")
	}
	if _, found := table.Get("7", func() int { return 0 }); found {
		t.Error("kept an old entry")
	}
}

// Without a size the table keeps 10,000 entries.
func TestUsualSize(t *testing.T) {
	var set Set
	for i := range 30_000 {
		set.Add(fmt.Sprint(i))
	}
	if n := len(set.young) + len(set.old); n != 20_000 || !set.Add("20001") || set.Add("9999") {
		t.Errorf("%d entries", n)
	}
}

func TestSet(t *testing.T) {
	var set Set
	set.Size = 2
	if set.Add("a") || set.Add("b") || !set.Add("a") {
		t.Error("a set of two keys")
	}
}
