package chat

import (
	"context"
	"errors"
	"strings"
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
		go h.Do(t.Context(), "", func() error { <-released; return nil })
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
			go func() { done <- h.Do(t.Context(), "", func() error { begun <- struct{}{}; <-released; return nil }) }()
		}
		synctest.Wait()
		if len(begun) != atOnce {
			t.Errorf("%d pieces of work at a time, want %d", len(begun), atOnce)
		}
		if err := h.Do(t.Context(), "", func() error { t.Error("one too many is done"); return nil }); !isBusy(err) {
			t.Errorf("one too many: %v", err)
		}
		close(released)
		for range atOnce + mostWaiting {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		failed := errors.New("no database")
		if err := h.Do(t.Context(), "", func() error { return failed }); err != failed {
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
			if err := h.Do(soon, "", late); !isBusy(err) {
				t.Errorf("without the time for it: %v", err)
			}
			if err := h.Do(ended, "", late); !errors.Is(err, context.Canceled) {
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
		if err := h.Do(ctx, "", late); !isBusy(err) || time.Since(began) != time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		cancel()
		if err := h.Do(ctx, "", late); !errors.Is(err, context.Canceled) {
			t.Errorf("after the request had ended: %v", err)
		}
		release()
		for range 2 * cap(h.slots) {
			func() {
				defer func() { recover() }()
				h.Do(t.Context(), "", func() error { panic("a bug") })
			}()
		}
		if err := h.Do(t.Context(), "", func() error { return nil }); err != nil {
			t.Error(err)
		}
	})
}

// A person has one piece of work at a time. Somebody else, and a post of nobody, have theirs.
func TestHeavyWorkOfAPerson(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHeavyWork()
		if cap(h.turns) == 1 {
			h.turns = make(chan struct{}, 2)
		}
		released := make(chan struct{})
		for _, person := range []string{"anna", ""} {
			go h.Do(t.Context(), person, func() error { <-released; return nil })
		}
		synctest.Wait()
		second := func() error {
			return h.Do(t.Context(), "anna", func() error { t.Error("a second piece is done"); return nil })
		}
		if err := second(); err == nil || err.Error() != "I am still working on your last question." {
			t.Errorf("a second piece: %v", err)
		}
		waiting, cancel := context.WithCancel(t.Context())
		for _, person := range []string{"", "ben"} {
			go h.Do(waiting, person, func() error { return nil })
		}
		synctest.Wait()
		if len(h.slots) != 4 {
			t.Errorf("%d pieces wait or are done", len(h.slots))
		}
		cancel()
		close(released)
		synctest.Wait()
		for _, person := range []string{"anna", "ben", "anna"} {
			if err := h.Do(t.Context(), person, func() error { return nil }); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		}
		for range 2 * cap(h.slots) { // what fails keeps nobody out
			func() {
				defer func() { recover() }()
				h.Do(t.Context(), "anna", func() error { panic("a bug") })
			}()
		}
		if len(h.people) > 0 {
			t.Errorf("work is left of %v", h.people)
		}
	})
}

// Of the pieces that have a turn, one is large.
func TestOneLargePieceAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHeavyWork()
		h.turns = make(chan struct{}, 3)
		begun, released := 0, make(chan struct{})
		for range 2 {
			go h.DoLarge(t.Context(), "", func() error { begun++; <-released; return nil })
		}
		synctest.Wait()
		if begun != 1 || len(h.turns) != 2 {
			t.Errorf("%d prints at a time, %d turns", begun, len(h.turns))
		}
		if err := h.Do(t.Context(), "", func() error { return nil }); err != nil {
			t.Error(err)
		}
		soon, cancel := context.WithTimeout(t.Context(), 2*workTime)
		defer cancel()
		if err := h.DoLarge(soon, "ben", func() error { return nil }); !isBusy(err) || soon.Err() != nil {
			t.Errorf("while another large piece is done: %v", err)
		}
		close(released)
		synctest.Wait()
		failed := errors.New("no paper")
		if err := h.DoLarge(t.Context(), "anna", func() error { return failed }); begun != 2 || err != failed {
			t.Errorf("%d prints, %v", begun, err)
		}
	})
}

// Long texts are read as heavy work, once for each request, wherever they are typed. Short ones are
// read at once.
func TestLongTextsAreHeavyWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHeavyWork()
		inside := 0 // requests that have a turn
		run := func(ctx context.Context, r *Request) (*Reply, error) {
			inside += len(h.turns)
			return nil, h.Do(ctx, r.Asker, func() error { return nil }) // such as a print
		}
		press := NewControl("press", NoFields).On(func(ctx context.Context, r *Request, _ struct{}) (*Reply, error) { return run(ctx, r) })
		plain := Command{Run: run, Presses: []Press{press}, Subcommands: []Subcommand{NewSubcommand("sub", run)}}
		c := plain
		c.Heavy = h
		long, short := strings.Repeat("x", longText+1), strings.Repeat("x", longText)
		half := long[:longText/2+1]
		for _, r := range []*Request{
			{Target: long}, {Options: Options{"a": long}}, {Options: Options{"a": half, "b": half}}, {Target: half, Options: Options{"a": half}},
			{Target: short}, {Options: Options{"a": short, "b": 9e300, "c": true}}, {},
		} {
			isLong := len(r.Target) > longText || r.Options["a"] == long || r.Options["b"] == half || r.Target == half
			r.Asker = "anna"
			for _, ask := range []func() (*Reply, error){
				func() (*Reply, error) { return c.Answer(t.Context(), r) },
				func() (*Reply, error) { sub := *r; sub.Subcommand = "sub"; return c.Answer(t.Context(), &sub) },
				func() (*Reply, error) {
					pressed := *r
					pressed.CustomID = press.Name
					return c.Press(t.Context(), &pressed)
				},
			} {
				inside = 0
				if _, err := ask(); err != nil || (inside == 1) != isLong || len(h.turns) > 0 {
					t.Errorf("%d characters, %d options: %v, %d inside", len(r.Target), len(r.Options), err, inside)
				}
			}
		}
		release := occupy(t, h, cap(h.slots))
		if _, err := c.Answer(t.Context(), &Request{Asker: "ben", Target: long}); !isBusy(err) {
			t.Errorf("while others keep the bot busy: %v", err)
		}
		release()
		if _, err := plain.Answer(t.Context(), &Request{Target: long}); err != nil {
			t.Error("a command without turns", err)
		}
	})
}
