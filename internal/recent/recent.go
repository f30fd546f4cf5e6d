// Package recent has a table that remembers the entries used last, in bounded
// memory.
package recent

import "sync"

// A Table keeps at least Size of the entries used last, and at most twice as many.
// Its methods may be called from any number of goroutines.
type Table[V any] struct {
	Size int

	mu         sync.Mutex
	young, old map[string]V
}

// Get returns the entry of a key, and whether the table had it. A missing entry is
// made by fresh.
func (t *Table[V]) Get(key string, fresh func() V) (entry V, found bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if entry, found = t.young[key]; found {
		return entry, true
	}
	if entry, found = t.old[key]; !found {
		entry = fresh()
	}
	if t.young == nil || len(t.young) >= t.Size {
		t.young, t.old = make(map[string]V), t.young
	}
	t.young[key] = entry
	return entry, found
}

// A Set is a Table of keys alone.
type Set struct{ Table[struct{}] }

// Add adds a key, and reports whether the set had it.
func (s *Set) Add(key string) (found bool) {
	_, found = s.Get(key, func() struct{} { return struct{}{} })
	return found
}
