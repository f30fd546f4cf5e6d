package httpserver

import (
	"fmt"
	"testing"
)

// If too many requests are being read, the oldest of the address with the most requests is
// ended.
func TestReadersGiveWay(t *testing.T) {
	t.Parallel()
	var r readers
	var gaveUp []string
	add := func(address string, id int) *reader {
		one := &reader{address, func() { gaveUp = append(gaveUp, fmt.Sprint(address, " ", id)) }}
		r.add(one)
		return one
	}
	honest := add("honest", 0)
	for id := range mostReaders + 2 {
		add("slow", id)
	}
	if fmt.Sprint(gaveUp) != "[slow 0 slow 1 slow 2]" || len(r.list) != mostReaders {
		t.Errorf("%q gave up, %d are read", gaveUp, len(r.list))
	}
	r.remove(honest)
	r.remove(honest)
	add("slow", 1000)
	if len(gaveUp) != 3 || len(r.list) != mostReaders {
		t.Errorf("%q gave up, %d are read", gaveUp, len(r.list))
	}
}
