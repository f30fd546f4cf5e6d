package store

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// Slots that have passed are forgotten. Each claim on an interaction is one, so a process
// would otherwise grow with every answer.
func TestPassedSlotsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newMemorySlots()
		for i := range 100 {
			if wait, err := s.ClaimSlot(t.Context(), fmt.Sprint("interaction ", i), time.Minute); wait != 0 || err != nil {
				t.Fatal(wait, err)
			}
		}
		_, _, reserved := s.ReserveSlots(t.Context(), "posts", 1, time.Hour)
		time.Sleep(time.Minute + 1)
		if err := errors.Join(reserved, s.PruneSlots(t.Context())); err != nil {
			t.Fatal(err)
		}
		if _, kept := s.next["posts"]; !kept || len(s.next) != 1 {
			t.Errorf("the slots of %d purposes are kept", len(s.next))
		}
	})
}
