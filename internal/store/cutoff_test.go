package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
)

func TestCutOff(t *testing.T) { cutOffCases.run(t, bothAndShared...) }

var cutOffCases = cases{
	"A cancelled context changes nothing": func(b *bench) {
		b.insert("1", newPost(today, noon))
		b.save(newSub("2", "g"))
		p := b.claim(noon, "h")
		b.insert("3", newPost(today, noon))
		ctx := cancelled()
		done := p
		done.State = outbox.Posted
		for name, call := range map[string]func() error{
			"Save":   func() error { return b.Save(ctx, newSub("9", "g")) },
			"Sub":    func() error { _, err := b.Sub(ctx, "2"); return err },
			"Subs":   func() error { _, err := b.Subs(ctx, "g"); return err },
			"Active": func() error { _, err := b.Active(ctx); return err },
			"Remove": func() error { return b.Remove(ctx, "2", noon) },
			"Update": func() error { return b.Update(ctx, "2", func(s *schedule.Sub) { s.Minute = 1 }) },
			"Plan":   func() error { _, err := b.Plan(ctx, noon, 10, tomorrow); return err },
			"Claim":  func() error { _, _, err := b.Claim(ctx, noon, "h", lease); return err },
			"Renew":  func() error { _, err := b.Renew(ctx, "h", done, noon); return err },
			"Record": func() error { _, err := b.Record(ctx, "h", done); return err },
			"Posts":  func() error { _, err := b.Posts(ctx, "1", 10); return err },
			"Count":  func() error { _, _, err := b.Count(ctx, noon); return err },
			"Prune":  func() error { _, err := b.Prune(ctx, noon); return err },
			"Probe":  func() error { return b.Probe(ctx) },
		} {
			if err := call(); !errors.Is(err, context.Canceled) {
				b.Errorf("%s: %v, want that the context was cancelled", name, err)
			}
		}
		b.wantNone("9")
		b.wantSub(newSub("2", "g"))
		b.wantPosts("1", p)
		b.wantPosts("2")
		b.wantPosts("3", newPost(today, noon))
	},
	"A Plan that is cancelled changes nothing": func(b *bench) {
		for i := range 20 {
			b.save(newSub(channel(i), channel(i)))
		}
		for cut := range 20 {
			ctx, cancel := context.WithCancel(b.Context())
			calls := 0
			n, err := b.Plan(ctx, noon, 20, func(s schedule.Sub, crowd int) schedule.Planned {
				if calls++; calls > cut {
					cancel()
				}
				return tomorrow(s, crowd)
			})
			cancel()
			if n != 0 || err == nil {
				b.Errorf("cut off at %d: planned %d, error %v", cut, n, err)
			}
			b.wait(channel(0))
		}
		for i := range 20 {
			b.wantSub(newSub(channel(i), channel(i)))
			b.wantPosts(channel(i))
		}
		b.planAll(noon, 20, tomorrow)
	},
	"A Plan that fails changes nothing": func(b *bench) {
		b.save(newSub("1", "g"), newSub("2", "g"))
		calls := 0
		n, err := b.Plan(b.Context(), noon, 10, func(s schedule.Sub, crowd int) schedule.Planned {
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
		b.planAll(noon, 2, tomorrow)
	},
	"An unknown status, state, trouble, weekday or board is refused": func(b *bench) {
		b.insert("1", newPost(today, noon))
		sub, err := b.Sub(b.Context(), "1")
		if err != nil {
			b.Fatal(err)
		}
		wrong := sub
		wrong.Status = "asleep"
		if err := b.Save(b.Context(), wrong); err == nil {
			b.Error("saved")
		}
		if err := b.Update(b.Context(), "1", func(s *schedule.Sub) { s.Minute, s.Status = 5, "" }); err == nil {
			b.Error("changed")
		}
		for _, spoil := range []func(s *schedule.Sub){
			func(s *schedule.Sub) { s.Trouble = "hunger" }, func(s *schedule.Sub) { s.Weekdays = 128 }, func(s *schedule.Sub) { s.Board = "round" },
		} {
			if err := b.Update(b.Context(), "1", func(s *schedule.Sub) { s.Minute = 5; spoil(s) }); err == nil {
				b.Error("changed")
			}
		}
		b.wantSub(sub)
		p := b.claim(noon, "h")
		for _, spoil := range []func(p *outbox.Post){func(p *outbox.Post) { p.State = "" }, func(p *outbox.Post) { p.Trouble = "hunger" }} {
			wrong := p
			spoil(&wrong)
			if held, err := b.Record(b.Context(), "h", wrong); held || err == nil {
				b.Errorf("recorded: held %t, error %v", held, err)
			}
		}
		p.State = outbox.Posted
		b.wantRecord("h", p, true)
	},
	"A Plan or Change that panics changes nothing": func(b *bench) {
		b.save(newSub("1", "g"), newSub("2", "g"))
		calls := 0
		panics(b, func() {
			_, _ = b.Plan(b.Context(), noon, 10, func(s schedule.Sub, crowd int) schedule.Planned {
				if calls++; calls == 2 {
					panic("in the middle")
				}
				return tomorrow(s, crowd)
			})
		})
		panics(b, func() { _ = b.Update(b.Context(), "1", func(s *schedule.Sub) { s.Minute = 1; panic("in the middle") }) })
		b.wantSub(newSub("1", "g"))
		b.wantPosts("1")
		b.planAll(noon, 2, tomorrow)
	},
	"A Change that is cancelled changes nothing": func(b *bench) {
		b.save(newSub("1", "g"))
		ctx, cancel := context.WithCancel(b.Context())
		if err := b.Update(ctx, "1", func(s *schedule.Sub) { s.Minute = 1; cancel() }); err == nil {
			b.Error("no error")
		}
		b.wantSub(newSub("1", "g"))
	},
	"A cancelled Claim is complete or did not happen": func(b *bench) {
		posts := rowCount(100)
		for i := range posts {
			b.insert(channel(i), newPost(today, noon))
		}
		for i := range posts {
			ctx, cancel := context.WithTimeout(b.Context(), time.Duration(i)*2*time.Millisecond/time.Duration(posts))
			p, ok, err := b.Claim(ctx, noon, "h", lease)
			cancel()
			if ok != (err == nil) || ok && p.Attempts != 1 {
				b.Errorf("claim: %+v, ok %t, error %v", p, ok, err)
			}
		}
		for i := range posts {
			got, err := b.Posts(b.Context(), channel(i), 2)
			if err != nil || len(got) != 1 || (got[0].Attempts == 1) != got[0].FirstSent.Equal(noon) {
				b.Errorf("got %+v, %v", got, err)
			}
		}
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
