package store_test

import (
	"slices"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/storetest"
)

func TestSlot(t *testing.T) { slotCases.run(t) }

var slotCases = cases{
	"Slots are apart, whoever reserves them": func(b *bench) {
		waits := make([]time.Duration, 20)
		storetest.Together(len(waits), func(i int) { waits[i] = reserve(b, outbox.Posting, 2, time.Hour).Round(time.Minute) })
		slices.Sort(waits)
		for i, wait := range waits {
			if want := time.Duration(2*i) * time.Hour; wait != want {
				b.Errorf("%d: the wait is %v, want %v", i, wait, want)
			}
		}
	},
	"each purpose has its own slots": func(b *bench) {
		reserve(b, "identify 0", 1, time.Hour)
		if wait := reserve(b, "identify 1", 1, time.Hour); wait != 0 {
			b.Errorf("the wait is %v", wait)
		}
	},
	"slots that nobody reserved are not saved up": func(b *bench) {
		reserve(b, outbox.Posting, 1, time.Millisecond)
		for reserve(b, outbox.Posting, 1, time.Millisecond) > 0 { // until the slots are in the past
			time.Sleep(5 * time.Millisecond)
		}
		reserve(b, outbox.Posting, 1, time.Hour)
		if wait := reserve(b, outbox.Posting, 1, time.Hour).Round(time.Minute); wait != time.Hour {
			b.Errorf("the wait is %v", wait)
		}
	},
	"PruneSlots keeps slots that are reserved, and limits": func(b *bench) {
		reserve(b, "identify 0", 1, time.Hour)
		if err := b.LimitSlots(b.Context(), outbox.Posting, time.Hour); err != nil {
			b.Fatal(err)
		}
		if err := b.PruneSlots(b.Context()); err != nil {
			b.Fatal(err)
		}
		if wait := reserve(b, "identify 0", 1, time.Hour).Round(time.Minute); wait != time.Hour {
			b.Errorf("the wait is %v", wait)
		}
		if _, limit, err := b.ReserveSlots(b.Context(), outbox.Posting, 1, time.Hour); err != nil || limit.Round(time.Minute) != time.Hour {
			b.Errorf("limited for %v, %v", limit, err)
		}
	},
	"one claimant gets a slot, and those who wait keep nothing": func(b *bench) {
		waits := make([]time.Duration, 20)
		claim := func(i int) {
			var err error
			if waits[i], err = b.ClaimSlot(b.Context(), "identify 0", time.Hour); err != nil {
				b.Error(err)
			}
		}
		storetest.Together(len(waits), claim)
		slices.Sort(waits)
		if waits[0] != 0 || waits[1].Round(time.Minute) != time.Hour || waits[19].Round(time.Minute) != time.Hour {
			b.Errorf("the waits are %v", waits)
		}
	},
	"a slot can be claimed again after its time": func(b *bench) {
		for range 2 {
			for wait := time.Nanosecond; wait > 0; time.Sleep(wait) {
				var err error
				if wait, err = b.ClaimSlot(b.Context(), "identify 0", 5*time.Millisecond); err != nil || wait > 5*time.Millisecond {
					b.Fatalf("the wait is %v, %v", wait, err)
				}
			}
		}
	},
	"a limit holds for all who reserve": func(b *bench) {
		for _, limit := range []time.Duration{time.Hour, 3 * time.Hour, time.Minute} {
			if err := b.LimitSlots(b.Context(), outbox.Posting, limit); err != nil {
				b.Fatal(err)
			}
		}
		for range 4 {
			_, limit, err := b.ReserveSlots(b.Context(), outbox.Posting, 1, time.Hour)
			if err != nil || limit.Round(time.Minute) != 3*time.Hour {
				b.Errorf("limited for %v, %v; want the longest limit", limit, err)
			}
		}
		reserve(b, "identify 0", 1, time.Hour)
	},
	"nothing is reserved during a limit": func(b *bench) {
		reserve(b, outbox.Posting, 1, time.Millisecond)
		if err := b.LimitSlots(b.Context(), outbox.Posting, 20*time.Millisecond); err != nil {
			b.Fatal(err)
		}
		for limited := time.Nanosecond; limited > 0; time.Sleep(limited) {
			var err error
			var wait time.Duration
			if wait, limited, err = b.ReserveSlots(b.Context(), outbox.Posting, 1, time.Hour); err != nil || wait != 0 {
				b.Fatalf("the wait is %v, %v", wait, err)
			}
		}
	},
}

// reserve reserves slots while there is no limit, and returns the wait for the first.
func reserve(b *bench, purpose string, n int, apart time.Duration) time.Duration {
	wait, limit, err := b.ReserveSlots(b.Context(), purpose, n, apart)
	if err != nil || limit != 0 {
		b.Errorf("reserve %d slots for %s: limited for %v, %v", n, purpose, limit, err)
	}
	return wait
}
