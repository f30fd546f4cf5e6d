package chat

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// occupy starts pieces of work that last until release is called, and waits until as many
// of them as possible are being done.
func occupy(t *testing.T, h *HeavyWork, pieces int) (release func()) {
	t.Helper()
	released := make(chan struct{})
	for range pieces {
		go h.Do(t.Context(), func() error { <-released; return nil })
	}
	synctest.Wait()
	return func() { close(released); synctest.Wait() }
}

func isBusy(err error) bool {
	refusal, ok := errors.AsType[*UserError](err)
	return ok && refusal.Error() == tooBusy().Error()
}

// Each processor does one piece of work, at most mostAtOnce of them. The others wait for their
// turn, and one too many is refused at once.
func TestHeavyWorkHasALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHeavyWork()
		atOnce := cap(h.turns)
		begun, released := make(chan struct{}, 100), make(chan struct{})
		done := make(chan error, 100)
		for range atOnce + mostWaiting {
			go func() { done <- h.Do(t.Context(), func() error { begun <- struct{}{}; <-released; return nil }) }()
		}
		synctest.Wait()
		if len(begun) != atOnce {
			t.Errorf("%d pieces of work at a time, want %d", len(begun), atOnce)
		}
		if err := h.Do(t.Context(), func() error { t.Error("one too many is done"); return nil }); !isBusy(err) {
			t.Errorf("one too many: %v", err)
		}
		close(released)
		for range atOnce + mostWaiting {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		failed := errors.New("no database")
		if err := h.Do(t.Context(), func() error { return failed }); err != failed {
			t.Errorf("got %v from work that fails", err)
		}
	})
}

// Work is not begun without the time for it, even if a turn is free.
func TestHeavyWorkIsNotBegunTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHeavyWork()
		soon, cancel := context.WithTimeout(t.Context(), workTime)
		ended, end := context.WithCancel(t.Context())
		defer cancel()
		end()
		for range 20 { // select chooses at random
			late := func() error { t.Error("done too late"); return nil }
			if err := h.Do(soon, late); !isBusy(err) {
				t.Errorf("without the time for it: %v", err)
			}
			if err := h.Do(ended, late); !errors.Is(err, context.Canceled) {
				t.Errorf("after the request had ended: %v", err)
			}
		}
	})
}

// Work whose turn does not come is refused while there is time to say so. A panic of one
// piece of work keeps no slot.
func TestHeavyWorkWaitsUntilItIsTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHeavyWork()
		release := occupy(t, h, 10)
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		began := time.Now()
		late := func() error { t.Error("done too late"); return nil }
		if err := h.Do(ctx, late); !isBusy(err) || time.Since(began) != time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		cancel()
		if err := h.Do(ctx, late); !errors.Is(err, context.Canceled) {
			t.Errorf("after the request had ended: %v", err)
		}
		release()
		for range 2 * cap(h.slots) {
			func() {
				defer func() { recover() }()
				h.Do(t.Context(), func() error { panic("a bug") })
			}()
		}
		if err := h.Do(t.Context(), func() error { return nil }); err != nil {
			t.Error(err)
		}
	})
}
