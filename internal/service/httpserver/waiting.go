package httpserver

import (
	"container/list"
	"sync"
)

// A waitingRoom limits how many clients may keep the server waiting. Honest clients send
// at once, so beyond the limit the client that has waited longest is sent away.
type waitingRoom struct {
	seats int

	mu       sync.Mutex
	order    list.List             // of *waiter, the one that has waited longest first
	elements map[any]*list.Element // of the order, by client
}

type waiter struct {
	who      any
	sendAway func()
}

func newWaitingRoom(seats int) *waitingRoom {
	return &waitingRoom{seats: seats, elements: make(map[any]*list.Element)}
}

// enter adds a client. sendAway must not block.
func (r *waitingRoom) enter(who any, sendAway func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.elements[who] = r.order.PushBack(&waiter{who, sendAway})
	if r.order.Len() > r.seats {
		oldest := r.order.Remove(r.order.Front()).(*waiter)
		delete(r.elements, oldest.who)
		oldest.sendAway()
	}
}

// leave removes a client. Its sendAway is not called any more.
func (r *waitingRoom) leave(who any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.elements[who]; e != nil {
		r.order.Remove(e)
		delete(r.elements, who)
	}
}
