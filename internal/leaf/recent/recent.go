// Package recent has a table and a set that keep the most recently used entries, in
// limited memory.
package recent

import "sync"

// A Table keeps the Size most recently used entries, and at most Size others. Its
// methods may be called from any number of goroutines.
type Table[V any] struct {
	Size int

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
	if t.young == nil || len(t.young) >= t.Size {
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
