package httpserver

import (
	"fmt"
	"slices"
	"testing"
)

// Beyond the limit, the client that has waited longest is sent away. Nobody else is, and
// nobody who has left.
func TestWaitingRoom(t *testing.T) {
	room := newWaitingRoom(3)
	var sentAway []int
	for id := range 4 {
		room.enter(id, "192.0.2.1:80", func() { sentAway = append(sentAway, id) })
	}
	if room.leave(0) || !room.leave(1) || room.leave(1) {
		t.Error("leave does not say who was there")
	}
	for id := 4; id < 7; id++ {
		room.enter(id, "192.0.2.1:80", func() { sentAway = append(sentAway, id) })
	}
	if want := []int{0, 2, 3}; !slices.Equal(sentAway, want) || room.order.Len() != 3 || len(room.elements) != 3 {
		t.Errorf("%v were sent away, want %v; %d wait", sentAway, want, room.order.Len())
	}
	for id := 4; id < 7; id++ {
		room.leave(id)
	}
	if len(room.counts) != 0 {
		t.Errorf("addresses that have left are counted: %v", room.counts)
	}
}

// An address with many clients loses its own, however long others have waited. Of many
// addresses with a client each, the busiest is not an attacker.
func TestWaitingRoomIsSharedByAddresses(t *testing.T) {
	for name, test := range map[string]struct {
		flood func(n int) (address string)
		lost  int // of the ten honest ones
	}{
		"one address":      {func(n int) string { return fmt.Sprint("192.0.2.9:", 1000+n) }, 0},
		"two addresses":    {func(n int) string { return fmt.Sprint("192.0.2.", 8+n%2, ":", 1000+n) }, 0},
		"one IPv6 network": {func(n int) string { return fmt.Sprintf("[2001:db8::%x]:80", n) }, 0},
		"many addresses":   {func(n int) string { return fmt.Sprintf("[2001:db8:0:%x::1]:80", n) }, 10},
		"the same address": {func(n int) string { return fmt.Sprint("192.0.2.1:", 1000+n) }, 10},
	} {
		t.Run(name, func(t *testing.T) {
			room := newWaitingRoom(100)
			lost := 0
			for n := range 10 {
				room.enter(-1-n, fmt.Sprint("192.0.2.1:", 80+n), func() { lost++ })
			}
			for n := range 1000 {
				room.enter(n, test.flood(n), func() {})
			}
			if lost != test.lost {
				t.Errorf("%d of 10 were sent away, want %d", lost, test.lost)
			}
		})
	}
}
