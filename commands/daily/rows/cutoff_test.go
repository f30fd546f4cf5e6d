package rows_test

import (
	"context"
	"errors"
	"testing"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/workshop/storetest"
)

func TestCutOff(t *testing.T) { cutOffCases.run(t) }

var cutOffCases = cases{
	"A cancelled context changes nothing": func(b *bench) {
		b.insert("1", newPost(today, storetest.Noon))
		b.save(newSub("2", "g"))
		ctx, cancel := context.WithCancel(b.Context())
		cancel()
		for name, call := range map[string]func() error{
			"Save":   func() error { return b.Save(ctx, newSub("9", "g")) },
			"Sub":    func() error { _, err := b.Sub(ctx, "2"); return err },
			"Subs":   func() error { _, err := b.Subs(ctx, "g"); return err },
			"Active": func() error { _, err := b.Active(ctx); return err },
			"Remove": func() error { return b.Remove(ctx, "2", storetest.Noon) },
			"Update": func() error { return b.Update(ctx, "2", func(s *schedule.Sub) { s.Minute = 1 }) },
			"Plan":   func() error { _, err := b.Plan(ctx, storetest.Noon, 10, tomorrow); return err },
			"Posts":  func() error { _, err := b.Posts(ctx, "1", 10); return err },
		} {
			if err := call(); !errors.Is(err, context.Canceled) {
				b.Errorf("%s: %v, want that the context was cancelled", name, err)
			}
		}
		b.wantNone("9")
		b.wantSub(newSub("2", "g"))
		b.wantPosts("1", newPost(today, storetest.Noon))
		b.wantPosts("2")
	},
	"An unknown status, trouble, weekday or board is refused": func(b *bench) {
		sub := newSub("1", "g")
		b.save(sub)
		wrong := sub
		wrong.Status = "asleep"
		if err := b.Save(b.Context(), wrong); err == nil {
			b.Error("saved")
		}
		for _, spoil := range []func(s *schedule.Sub){
			func(s *schedule.Sub) { s.Status = "" }, func(s *schedule.Sub) { s.Trouble = "hunger" },
			func(s *schedule.Sub) { s.Weekdays = 128 }, func(s *schedule.Sub) { s.Board = "round" },
		} {
			if err := b.Update(b.Context(), "1", func(s *schedule.Sub) { s.Minute = 5; spoil(s) }); err == nil {
				b.Error("changed")
			}
		}
		b.wantSub(sub)
	},
	"A Plan that is cancelled changes nothing": func(b *bench) {
		for i := range 20 {
			b.save(newSub(storetest.Channel(i), storetest.Channel(i)))
		}
		for cut := range 20 {
			ctx, cancel := context.WithCancel(b.Context())
			calls := 0
			n, err := b.Plan(ctx, storetest.Noon, 20, func(s schedule.Sub, crowd int) schedule.Planned {
				if calls++; calls > cut {
					cancel()
				}
				return tomorrow(s, crowd)
			})
			cancel()
			if n != 0 || err == nil {
				b.Errorf("cut off at %d: planned %d, error %v", cut, n, err)
			}
			b.wait(storetest.Channel(0))
		}
		for i := range 20 {
			b.wantSub(newSub(storetest.Channel(i), storetest.Channel(i)))
			b.wantPosts(storetest.Channel(i))
		}
		b.planAll(storetest.Noon, 20, tomorrow)
	},
	"A Plan that fails changes nothing": func(b *bench) {
		b.save(newSub("1", "g"), newSub("2", "g"))
		calls := 0
		n, err := b.Plan(b.Context(), storetest.Noon, 10, func(s schedule.Sub, crowd int) schedule.Planned {
			p := tomorrow(s, crowd)
			if calls++; calls == 2 {
				p.Posts[0].State = "no state"
			}
			return p
		})
		if n != 0 || err == nil || calls != 2 {
			b.Errorf("planned %d, error %v", n, err)
		}
		b.wantPosts("1")
		b.wantPosts("2")
		b.planAll(storetest.Noon, 2, tomorrow)
	},
	"A Plan or Change that panics changes nothing": func(b *bench) {
		b.save(newSub("1", "g"), newSub("2", "g"))
		calls := 0
		panics(b, func() {
			_, _ = b.Plan(b.Context(), storetest.Noon, 10, func(s schedule.Sub, crowd int) schedule.Planned {
				if calls++; calls == 2 {
					panic("in the middle")
				}
				return tomorrow(s, crowd)
			})
		})
		panics(b, func() { _ = b.Update(b.Context(), "1", func(s *schedule.Sub) { s.Minute = 1; panic("in the middle") }) })
		b.wantSub(newSub("1", "g"))
		b.wantPosts("1")
		b.planAll(storetest.Noon, 2, tomorrow)
	},
	"A Change that is cancelled changes nothing": func(b *bench) {
		b.save(newSub("1", "g"))
		ctx, cancel := context.WithCancel(b.Context())
		if err := b.Update(ctx, "1", func(s *schedule.Sub) { s.Minute = 1; cancel() }); err == nil {
			b.Error("no error")
		}
		b.wantSub(newSub("1", "g"))
	},
}

// wait returns when no transaction holds the subscription. A transaction that has
// been cut off may still hold it for a moment.
func (b *bench) wait(channel string) {
	b.Helper()
	if err := b.Update(b.Context(), channel, func(*schedule.Sub) {}); err != nil {
		b.Fatal(err)
	}
}

// panics calls f, which must panic.
func panics(b *bench, f func()) {
	b.Helper()
	defer func() {
		if recover() == nil {
			b.Error("did not panic")
		}
	}()
	f()
}
