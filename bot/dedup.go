package bot

import "sync"

// A recent is a table of the entries used last: at least size of them, at most
// twice as many.
type recent[V any] struct {
	size int

	mu         sync.Mutex
	young, old map[string]V
}

// get returns the entry of a key, and whether the table had it. A missing entry
// is made by fresh.
func (r *recent[V]) get(key string, fresh func() V) (entry V, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if entry, found = r.young[key]; found {
		return entry, true
	}
	if entry, found = r.old[key]; !found {
		entry = fresh()
	}
	if r.young == nil || len(r.young) >= r.size {
		r.young, r.old = make(map[string]V), r.young
	}
	r.young[key] = entry
	return entry, found
}

// repeated reports whether a key was used lately, and notes that it is.
func repeated(table *recent[struct{}], key string) bool {
	_, found := table.get(key, func() struct{} { return struct{}{} })
	return found
}
