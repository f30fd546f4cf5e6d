package bot

import "sync"

// recent is a table that remembers what was used last: at least size entries, at
// most twice as many, however many different ones there are.
type recent[V any] struct {
	size int

	mu         sync.Mutex
	young, old map[string]V
}

// get returns the entry of a key. What the table does not know, or no more, it
// gets from fresh and remembers.
func (r *recent[V]) get(key string, fresh func() V) (entry V, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if entry, known = r.young[key]; known {
		return entry, true
	}
	if entry, known = r.old[key]; !known {
		entry = fresh()
	}
	if r.young == nil || len(r.young) >= r.size {
		r.young, r.old = make(map[string]V), r.young
	}
	r.young[key] = entry
	return entry, known
}
