package httpserver

import (
	"slices"
	"testing"
)

// Beyond the limit, the client that has waited longest is sent away. Nobody else is, and
// nobody who has left.
func TestWaitingRoom(t *testing.T) {
	room := newWaitingRoom(3)
	var sentAway []int
	for id := range 4 {
		room.enter(id, func() { sentAway = append(sentAway, id) })
	}
	room.leave(1)
	room.leave(1)
	for id := 4; id < 7; id++ {
		room.enter(id, func() { sentAway = append(sentAway, id) })
	}
	if want := []int{0, 2, 3}; !slices.Equal(sentAway, want) || room.order.Len() != 3 || len(room.elements) != 3 {
		t.Errorf("%v were sent away, want %v; %d wait", sentAway, want, room.order.Len())
	}
}
