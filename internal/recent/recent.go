// Package recent has tables and sets that keep what was used recently and forget the rest.
package recent

import (
	"cmp"
	"sync"
)

// A Table is a table that keeps the Size most recently used entries, and at most Size others. The zero
// Table is ready to use. Its methods may be called from any number of goroutines.
type Table[V any] struct {
	Size int // 0 for 10,000, which is enough for people, servers or channels

	mu         sync.Mutex
	young, old map[string]V
}

// Get returns the entry of a key, and whether the table had it. If the table did not,
// Get calls fresh to make the entry.
func (t *Table[V]) Get(key string, fresh func() V) (entry V, found bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if entry, found = t.young[key]; found {
		return entry, true
	}
	if entry, found = t.old[key]; !found {
		entry = fresh()
	}
	if t.young == nil || len(t.young) >= cmp.Or(t.Size, 10_000) {
		t.young, t.old = make(map[string]V), t.young
	}
	t.young[key] = entry
	return entry, found
}

// A Set is a Table of keys without values.
type Set struct{ Table[struct{}] }

// Add adds a key, and reports whether the set had it.
func (s *Set) Add(key string) (found bool) {
	_, found = s.Get(key, func() struct{} { return struct{}{} })
	return found
}
