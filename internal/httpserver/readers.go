package httpserver

import "sync"

// readers bounds how many requests are read at the same time, before it is known
// who sent them. Where there would be more, the request gives way that has been
// read for the longest time, among those of the address with most requests. So
// slow bodies make no room scarce for others: an honest body arrives at once.
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

// add notes that a request is being read. The caller removes it after.
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

// remove notes that a request has been read. After it, giveUp is not called.
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
