package httpserver

import "sync"

// readers limits how many requests are read at the same time, before their signature
// is known to be right. Beyond the limit it ends one: the oldest request of the
// address with the most requests. Discord's bodies arrive at once, so this hits
// those who send slow bodies.
type readers struct {
	mu   sync.Mutex
	list []*reader // the oldest first
}

// A reader is a request that is being read.
type reader struct {
	address string
	giveUp  func() // ends the reading
}

// mostReaders is how many requests are read at the same time. Each may keep
// bodyLimit bytes in memory.
const mostReaders = 128

// add adds a request that is being read. The caller must remove it afterwards.
func (r *readers) add(one *reader) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, one)
	if len(r.list) <= mostReaders {
		return
	}
	counts := make(map[string]int)
	busiest := ""
	for _, each := range r.list {
		if counts[each.address]++; counts[each.address] > counts[busiest] {
			busiest = each.address
		}
	}
	for place, each := range r.list {
		if each.address == busiest {
			each.giveUp()
			r.removeAt(place)
			return
		}
	}
}

// remove removes a request that has been read. giveUp is not called any more.
func (r *readers) remove(one *reader) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for place, each := range r.list {
		if each == one {
			r.removeAt(place)
			return
		}
	}
}

func (r *readers) removeAt(place int) { r.list = append(r.list[:place], r.list[place+1:]...) }
