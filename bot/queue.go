package bot

import "sync"

// A queue holds interactions until a worker is free. Each asker has a line, and the
// lines take turns. So nobody waits behind a flood from somebody else: a flood fills
// only its asker's line, and keeps only some of the workers busy. Workers only compose
// answers. Waiting until Discord has accepted one needs no worker: else a few hundred people
// would keep all workers busy while Discord is slow.
type queue struct {
	mu      sync.Mutex
	changed sync.Cond        // signalled when a line gets a turn or the queue is closed
	lines   map[string]*line // by asker: lines with interactions waiting or being answered
	turns   []*line          // the lines to take the next interactions from, in this order
	waiting int              // interactions in all lines
	closed  bool
}

// A line holds the interactions of one asker. It has a turn while interactions wait
// in it and fewer than runningPerAsker of the asker's are being answered.
type line struct {
	waiting []*interaction
	running int
}

const (
	workers         = 64   // answers composed at the same time
	sentAtOnce      = 512  // answers that wait for Discord at the same time: 15 MB of pictures
	runningPerAsker = 8    // interactions of one asker composed and sent at the same time
	queueSize       = 1024 // interactions that may wait
)

func newQueue() *queue {
	q := &queue{lines: make(map[string]*line)}
	q.changed.L = &q.mu
	return q
}

// add puts an interaction into its asker's line. If the queue is full, the newest
// interaction of the longest line is dropped, which may be the one added.
func (q *queue) add(i *interaction) (dropped *interaction) {
	q.mu.Lock()
	defer q.mu.Unlock()
	own := q.lines[i.Asker]
	if own == nil {
		own = &line{}
	}
	if q.waiting == queueSize {
		if dropped = q.makeRoom(len(own.waiting)); dropped == nil {
			return i
		}
	}
	q.lines[i.Asker] = own
	own.waiting = append(own.waiting, i)
	q.waiting++
	if len(own.waiting) == 1 && own.running < runningPerAsker {
		q.giveTurn(own)
	}
	return dropped
}

// makeRoom drops the newest interaction of the longest line to make room in a line of
// the given length. It returns nil if the longest line is less than two interactions
// longer: the new interaction would wait at least as long as the dropped one.
func (q *queue) makeRoom(length int) (dropped *interaction) {
	var longest *line
	for _, l := range q.lines {
		if len(l.waiting) > length+1 && (longest == nil || len(l.waiting) > len(longest.waiting)) {
			longest = l
		}
	}
	if longest == nil {
		return nil
	}
	last := len(longest.waiting) - 1
	dropped, longest.waiting = longest.waiting[last], longest.waiting[:last]
	q.waiting--
	return dropped
}

// next waits for an interaction to answer. The caller must call done afterwards. ok
// is false when the queue is closed and empty.
func (q *queue) next() (i *interaction, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.turns) == 0 {
		if q.closed && q.waiting == 0 {
			return nil, false
		}
		q.changed.Wait()
	}
	first := q.turns[0]
	q.turns = q.turns[1:]
	i, first.waiting = first.waiting[0], first.waiting[1:]
	q.waiting--
	if first.running++; len(first.waiting) > 0 && first.running < runningPerAsker {
		q.giveTurn(first)
	}
	if q.closed {
		q.changed.Broadcast()
	}
	return i, true
}

// done marks an interaction from next as answered.
func (q *queue) done(i *interaction) {
	q.mu.Lock()
	defer q.mu.Unlock()
	own := q.lines[i.Asker]
	own.running--
	switch {
	case len(own.waiting) > 0 && own.running == runningPerAsker-1:
		q.giveTurn(own)
	case len(own.waiting) == 0 && own.running == 0:
		delete(q.lines, i.Asker)
	}
}

func (q *queue) giveTurn(l *line) {
	q.turns = append(q.turns, l)
	q.changed.Signal()
}

// close makes next return false once the queue is empty.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Broadcast()
}
