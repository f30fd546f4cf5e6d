package rows_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

func TestPlan(t *testing.T) { planCases.run(t) }

var planCases = cases{
	"Plan plans subscriptions that are active and due": func(b *bench) {
		later, paused, disabled, never := newSub("later", "g"), newSub("paused", "g"), newSub("disabled", "g"), newSub("never", "g")
		later.NextAt = storetest.Noon.Add(time.Millisecond)
		paused.Status, disabled.Status = schedule.Paused, schedule.Disabled
		never.NextAt = time.Time{}
		b.save(later, paused, disabled, never, newSub("due", "g"))
		n := b.plan(storetest.Noon, 10, func(s schedule.Sub, crowd int) schedule.Planned {
			if plainSub(s) != plainSub(newSub("due", "g")) {
				b.Errorf("plan is given %+v", s)
			}
			return tomorrow(s, crowd)
		})
		if n != 1 {
			b.Errorf("planned %d, want 1", n)
		}
		moved := newSub("due", "g")
		moved.NextDate, moved.NextAt = today+1, storetest.Noon.Add(24*time.Hour)
		for _, s := range []schedule.Sub{later, paused, disabled, never, moved} {
			b.wantSub(s)
		}
		b.wantPosts("due", newPost(today, storetest.Noon))
		b.wantPosts("later")
	},
	"Plan inserts all posts, with every field": func(b *bench) {
		missed := newPost(today-1, storetest.Noon.Add(-24*time.Hour))
		missed.State, missed.Trouble, missed.Reason = outbox.Missed, outbox.NotRunning, "details"
		open := newPost(today, storetest.Noon.Add(1234*time.Millisecond))
		open.NotBefore = storetest.Noon.Add(time.Hour + time.Millisecond)
		b.insert("1", missed, open)
		b.wantPosts("1", open, missed)
	},
	"Plan accepts a plan without posts": func(b *bench) {
		b.insert("1")
		b.wantPosts("1")
		b.WantNoClaim(storetest.Noon.Add(time.Hour))
	},
	"Plan plans a subscription again only when its next date is due": func(b *bench) {
		b.save(newSub("1", "g"))
		if n := b.plan(storetest.Noon, 10, tomorrow); n != 1 {
			b.Errorf("first %d, want 1", n)
		}
		if n := b.plan(storetest.Noon, 10, tomorrow); n != 0 {
			b.Errorf("again %d, want 0", n)
		}
		if n := b.plan(storetest.Noon.Add(24*time.Hour), 10, tomorrow); n != 1 {
			b.Errorf("next day %d, want 1", n)
		}
		b.wantPosts("1", newPost(today+1, storetest.Noon.Add(24*time.Hour)), newPost(today, storetest.Noon))
	},
	"Plan plans a limited number": func(b *bench) {
		for i := range 25 {
			b.save(newSub(storetest.Channel(i), storetest.Channel(i)))
		}
		for i, want := range []int{0, 10, 10, 5, 0} {
			if n := b.plan(storetest.Noon, min(i, 1)*10, tomorrow); n != want {
				b.Errorf("batch %d has %d, want %d", i, n, want)
			}
		}
	},
	"Plan counts the crowd at an instant, in this batch or not": func(b *bench) {
		crowd := []schedule.Sub{newSub("1", "a"), newSub("2", "b"), newSub("3", "c")}
		alone, paused := newSub("4", "d"), newSub("5", "e")
		alone.NextAt = storetest.Noon.Add(-time.Millisecond)
		paused.Status = schedule.Paused
		b.save(append(crowd, alone, paused)...)
		counts := map[string]int{}
		b.plan(storetest.Noon, 2, func(s schedule.Sub, crowd int) schedule.Planned {
			counts[s.Channel] = crowd
			return tomorrow(s, crowd)
		})
		for c, n := range counts {
			if want := map[string]int{"1": 3, "2": 3, "3": 3, "4": 1}[c]; n != want {
				b.Errorf("channel %s: crowd %d, want %d", c, n, want)
			}
		}
	},
	"Plan keeps the post of a date that the channel already has": func(b *bench) {
		b.insert("1", newPost(today, storetest.Noon))
		p := b.MustClaim(storetest.Noon, "h")
		p.State, p.MessageID = outbox.Posted, "900"
		b.WantRecord("h", p, true)
		b.save(newSub("1", "g")) // set again, for a later time of the same day
		other := newPost(today, storetest.Noon.Add(time.Hour))
		n := b.plan(storetest.Noon, 1, func(s schedule.Sub, _ int) schedule.Planned {
			return schedule.Planned{Posts: []outbox.Post{other, newPost(today+1, storetest.Noon), other}, NextDate: today + 2, NextAt: storetest.Noon.Add(48 * time.Hour)}
		})
		if n != 1 {
			b.Errorf("planned %d, want 1", n)
		}
		b.wantPosts("1", newPost(today+1, storetest.Noon), p)
		moved := newSub("1", "g")
		moved.NextDate, moved.NextAt = today+2, storetest.Noon.Add(48*time.Hour)
		b.wantSub(moved)
	},
	"Plan plans a subscription that was planned too far ahead": func(b *bench) {
		strayed, far, paused, young := newSub("strayed", "g"), newSub("far", "g"), newSub("paused", "g"), newSub("young", "g")
		far.NextAt = storetest.Noon.Add(schedule.FarAhead)
		strayed.NextAt = far.NextAt.Add(time.Millisecond)
		paused.NextAt, young.NextAt = storetest.Noon.AddDate(1, 0, 0), storetest.Noon.AddDate(1, 0, 0)
		paused.Status = schedule.Paused
		young.SetAt = storetest.Noon.Add(time.Millisecond)
		b.save(strayed, far, paused, young, newSub("due", "g"))
		back := func(s schedule.Sub, _ int) schedule.Planned {
			if s.Channel == "strayed" && plainSub(s) != plainSub(strayed) {
				b.Errorf("plan is given %+v", s)
			}
			return schedule.Planned{NextDate: today + 1, NextAt: storetest.Noon.Add(24 * time.Hour)}
		}
		for i, want := range []int{1, 1, 0} { // the limit is for due and strayed ones together
			if n := b.plan(storetest.Noon, 1, back); n != want {
				b.Errorf("round %d planned %d, want %d", i, n, want)
			}
		}
		strayed.NextDate, strayed.NextAt = today+1, storetest.Noon.Add(24*time.Hour)
		due := newSub("due", "g")
		due.NextDate, due.NextAt = strayed.NextDate, strayed.NextAt
		for _, s := range []schedule.Sub{strayed, far, paused, young, due} {
			b.wantSub(s)
		}
	},
	"Plan lets a weekly subscription be planned farther ahead": func(b *bench) {
		weekly, strayed := newSub("weekly", "g"), newSub("strayed", "g")
		weekly.Weekdays, strayed.Weekdays = when.Weekend, when.Weekend
		weekly.NextAt = storetest.Noon.Add(schedule.FarAheadOnWeekdays)
		strayed.NextAt = weekly.NextAt.Add(time.Millisecond)
		b.save(weekly, strayed)
		b.plan(storetest.Noon, 10, func(s schedule.Sub, _ int) schedule.Planned {
			if s.Channel != "strayed" {
				b.Errorf("planned %s", s.Channel)
			}
			return schedule.Planned{NextDate: today + 1, NextAt: storetest.Noon.Add(24 * time.Hour)}
		})
		b.wantSub(weekly)
	},
	"Plan deletes future missed posts, however near, of a subscription that was not set after now": func(b *bench) {
		missed := func(d when.Date) outbox.Post {
			p := newPost(today+d, storetest.Noon.AddDate(0, 0, int(d)))
			p.State, p.Trouble = outbox.Missed, outbox.NotRunning
			return p
		}
		posted := newPost(today+2, storetest.Noon)
		posted.State = outbox.Posted
		b.insert("1", missed(-1), missed(0), missed(1), posted, missed(3))
		b.insert("2", missed(0), missed(1))
		b.insert("young", missed(0), missed(1))
		s, young := newSub("1", "guild of 1"), newSub("young", "guild of young")
		s.NextDate, s.NextAt = today+4, storetest.Noon.AddDate(0, 0, 4)
		young.NextAt, young.SetAt = s.NextAt, storetest.Noon.Add(time.Second)
		b.save(s, young)
		b.planAll(storetest.Noon, 2, func(schedule.Sub, int) schedule.Planned {
			return schedule.Planned{NextDate: today + 1, NextAt: storetest.Noon.AddDate(0, 0, 1)}
		})
		b.wantPosts("1", posted, missed(0), missed(-1))
		b.wantPosts("2", missed(0))
		b.wantPosts("young", missed(1), missed(0))
	},
	"Plan opens a post again that was missed": func(b *bench) {
		missed := newPost(today, storetest.Noon)
		missed.State, missed.Trouble = outbox.Missed, outbox.NotRunning
		b.insert("1", missed)
		again := newPost(today, storetest.Noon.Add(time.Minute))
		other := missed
		other.Trouble = outbox.TooLate
		b.insert("1", other)
		b.wantPosts("1", missed) // other was missed too, so it does not replace the post
		b.insert("1", again)
		b.wantPosts("1", again)
		b.MustClaim(again.DueAt, "h")
	},
	"Plan never opens a post again that may have been sent": func(b *bench) {
		for i, state := range []outbox.State{outbox.Open, outbox.Posted, outbox.Failed, outbox.Unknown} {
			c := storetest.Channel(i)
			b.insert(c, newPost(today, storetest.Noon))
			p := b.MustClaim(storetest.Noon, "h")
			p.State, p.FirstSent, p.MessageID, p.Trouble, p.Reason = state, time.Time{}, "900", outbox.Forbidden, "words"
			p.NotBefore = storetest.Noon.AddDate(1, 0, 0)
			b.WantRecord("h", p, true)
			b.insert(c, newPost(today, storetest.Noon.Add(time.Hour)))
			b.wantPosts(c, p)
		}
		for i, state := range []outbox.State{outbox.Open, outbox.Posted, outbox.Failed, outbox.Unknown} { // without an attempt
			c, p := storetest.Channel(10+i), newPost(today, storetest.Noon.AddDate(1, 0, 0))
			p.State = state
			b.insert(c, p)
			b.insert(c, newPost(today, storetest.Noon))
			b.wantPosts(c, p)
		}
		b.WantNoClaim(storetest.Noon.Add(2 * time.Hour))
	},
	"Concurrent planners share the work": func(b *bench) {
		subs := testrun.Choose(200/10, 200)
		for i := range subs {
			b.save(newSub(storetest.Channel(i), storetest.Channel(i)))
		}
		var mu sync.Mutex
		calls := map[string]int{}
		var planned atomic.Int32
		storetest.Together(8, func(int) {
			for int(planned.Load()) < subs && !b.Failed() {
				n, err := b.Plan(b.Context(), storetest.Noon, 7, func(s schedule.Sub, crowd int) schedule.Planned {
					mu.Lock()
					calls[s.Channel]++
					mu.Unlock()
					return tomorrow(s, crowd)
				})
				if err != nil {
					b.Error(err)
				}
				planned.Add(int32(n))
			}
		})
		if int(planned.Load()) != subs || len(calls) != subs {
			b.Errorf("planned %d, %d different; want %d", planned.Load(), len(calls), subs)
		}
		for i := range subs {
			if calls[storetest.Channel(i)] != 1 {
				b.Errorf("%s was planned %d times", storetest.Channel(i), calls[storetest.Channel(i)])
			}
			b.wantPosts(storetest.Channel(i), newPost(today, storetest.Noon))
		}
	},
}

// BenchmarkThousandPosts plans, claims and records the posts of 1,000 channels.
func BenchmarkThousandPosts(b *testing.B) {
	for kind, address := range storetest.Both {
		b.Run(kind, func(b *testing.B) {
			s := open(b, address(b))
			const channels = 1000
			for i := range channels {
				if err := rows.Of(s).Save(ctx, subOf(fmt.Sprint(i))); err != nil {
					b.Fatal(err)
				}
			}
			var planning time.Duration
			now := storetest.Noon
			for range b.N {
				start := time.Now()
				if n, err := rows.Of(s).Plan(ctx, now, channels, tomorrow); n != channels || err != nil {
					b.Fatal(n, err)
				}
				planning += time.Since(start)
				for range channels {
					p, ok, err := s.Claim(ctx, now, "h", time.Minute)
					if !ok || err != nil {
						b.Fatal(ok, err)
					}
					p.State = outbox.Posted
					if held, err := s.Record(ctx, "h", p); !held || err != nil {
						b.Fatal(held, err)
					}
				}
				now = now.Add(24 * time.Hour)
			}
			b.ReportMetric(float64(planning.Milliseconds())/float64(b.N), "plan-ms/op")
		})
	}
}
