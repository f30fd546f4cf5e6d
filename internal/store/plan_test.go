package store_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

func TestPlan(t *testing.T) { planCases.run(t, bothAndShared...) }

var planCases = cases{
	"Plan plans subscriptions that are active and due": func(b *bench) {
		later, paused, disabled, never := newSub("later", "g"), newSub("paused", "g"), newSub("disabled", "g"), newSub("never", "g")
		later.NextAt = noon.Add(time.Millisecond)
		paused.Status, disabled.Status = schedule.Paused, schedule.Disabled
		never.NextAt = time.Time{}
		b.save(later, paused, disabled, never, newSub("due", "g"))
		n := b.plan(noon, 10, func(s schedule.Sub, crowd int) schedule.Planned {
			if plainSub(s) != plainSub(newSub("due", "g")) {
				b.Errorf("plan is given %+v", s)
			}
			return tomorrow(s, crowd)
		})
		if n != 1 {
			b.Errorf("planned %d, want 1", n)
		}
		moved := newSub("due", "g")
		moved.NextDate, moved.NextAt = today+1, noon.Add(24*time.Hour)
		for _, s := range []schedule.Sub{later, paused, disabled, never, moved} {
			b.wantSub(s)
		}
		b.wantPosts("due", newPost(today, noon))
		b.wantPosts("later")
	},
	"Plan inserts all posts, with every field": func(b *bench) {
		missed := newPost(today-1, noon.Add(-24*time.Hour))
		missed.State, missed.Trouble, missed.Reason = outbox.Missed, outbox.NotRunning, "details"
		open := newPost(today, noon.Add(1234*time.Millisecond))
		open.NotBefore = noon.Add(time.Hour + time.Millisecond)
		b.insert("1", missed, open)
		b.wantPosts("1", open, missed)
	},
	"Plan accepts a plan without posts": func(b *bench) {
		b.insert("1")
		b.wantPosts("1")
		b.wantNoClaim(noon.Add(time.Hour))
	},
	"Plan plans a subscription again only when its next date is due": func(b *bench) {
		b.save(newSub("1", "g"))
		if n := b.plan(noon, 10, tomorrow); n != 1 {
			b.Errorf("first %d, want 1", n)
		}
		if n := b.plan(noon, 10, tomorrow); n != 0 {
			b.Errorf("again %d, want 0", n)
		}
		if n := b.plan(noon.Add(24*time.Hour), 10, tomorrow); n != 1 {
			b.Errorf("next day %d, want 1", n)
		}
		b.wantPosts("1", newPost(today+1, noon.Add(24*time.Hour)), newPost(today, noon))
	},
	"Plan plans a limited number": func(b *bench) {
		for i := range 25 {
			b.save(newSub(channel(i), channel(i)))
		}
		for i, want := range []int{0, 10, 10, 5, 0} {
			if n := b.plan(noon, min(i, 1)*10, tomorrow); n != want {
				b.Errorf("batch %d has %d, want %d", i, n, want)
			}
		}
	},
	"Plan counts the crowd at an instant, in this batch or not": func(b *bench) {
		crowd := []schedule.Sub{newSub("1", "a"), newSub("2", "b"), newSub("3", "c")}
		alone, paused := newSub("4", "d"), newSub("5", "e")
		alone.NextAt = noon.Add(-time.Millisecond)
		paused.Status = schedule.Paused
		b.save(append(crowd, alone, paused)...)
		counts := map[string]int{}
		b.plan(noon, 2, func(s schedule.Sub, crowd int) schedule.Planned {
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
		b.insert("1", newPost(today, noon))
		p := b.claim(noon, "h")
		p.State, p.MessageID = outbox.Posted, "900"
		b.wantRecord("h", p, true)
		b.save(newSub("1", "g")) // set again, for a later time of the same day
		other := newPost(today, noon.Add(time.Hour))
		n := b.plan(noon, 1, func(s schedule.Sub, _ int) schedule.Planned {
			return schedule.Planned{Posts: []outbox.Post{other, newPost(today+1, noon), other}, NextDate: today + 2, NextAt: noon.Add(48 * time.Hour)}
		})
		if n != 1 {
			b.Errorf("planned %d, want 1", n)
		}
		b.wantPosts("1", newPost(today+1, noon), p)
		moved := newSub("1", "g")
		moved.NextDate, moved.NextAt = today+2, noon.Add(48*time.Hour)
		b.wantSub(moved)
	},
	"Plan plans a subscription that was planned too far ahead": func(b *bench) {
		strayed, far, paused, young := newSub("strayed", "g"), newSub("far", "g"), newSub("paused", "g"), newSub("young", "g")
		far.NextAt = noon.Add(schedule.FarAhead)
		strayed.NextAt = far.NextAt.Add(time.Millisecond)
		paused.NextAt, young.NextAt = noon.AddDate(1, 0, 0), noon.AddDate(1, 0, 0)
		paused.Status = schedule.Paused
		young.SetAt = noon.Add(time.Millisecond)
		b.save(strayed, far, paused, young, newSub("due", "g"))
		back := func(s schedule.Sub, _ int) schedule.Planned {
			if s.Channel == "strayed" && plainSub(s) != plainSub(strayed) {
				b.Errorf("plan is given %+v", s)
			}
			return schedule.Planned{NextDate: today + 1, NextAt: noon.Add(24 * time.Hour)}
		}
		for i, want := range []int{1, 1, 0} { // the limit is for due and strayed ones together
			if n := b.plan(noon, 1, back); n != want {
				b.Errorf("round %d planned %d, want %d", i, n, want)
			}
		}
		strayed.NextDate, strayed.NextAt = today+1, noon.Add(24*time.Hour)
		due := newSub("due", "g")
		due.NextDate, due.NextAt = strayed.NextDate, strayed.NextAt
		for _, s := range []schedule.Sub{strayed, far, paused, young, due} {
			b.wantSub(s)
		}
	},
	"Plan lets a weekly subscription be planned farther ahead": func(b *bench) {
		weekly, strayed := newSub("weekly", "g"), newSub("strayed", "g")
		weekly.Weekdays, strayed.Weekdays = when.Weekend, when.Weekend
		weekly.NextAt = noon.Add(schedule.FarAheadOnWeekdays)
		strayed.NextAt = weekly.NextAt.Add(time.Millisecond)
		b.save(weekly, strayed)
		b.plan(noon, 10, func(s schedule.Sub, _ int) schedule.Planned {
			if s.Channel != "strayed" {
				b.Errorf("planned %s", s.Channel)
			}
			return schedule.Planned{NextDate: today + 1, NextAt: noon.Add(24 * time.Hour)}
		})
		b.wantSub(weekly)
	},
	"Plan deletes future missed posts, however near, of a subscription that was not set after now": func(b *bench) {
		missed := func(d when.Date) outbox.Post {
			p := newPost(today+d, noon.AddDate(0, 0, int(d)))
			p.State, p.Trouble = outbox.Missed, outbox.NotRunning
			return p
		}
		posted := newPost(today+2, noon)
		posted.State = outbox.Posted
		b.insert("1", missed(-1), missed(0), missed(1), posted, missed(3))
		b.insert("2", missed(0), missed(1))
		b.insert("young", missed(0), missed(1))
		s, young := newSub("1", "guild of 1"), newSub("young", "guild of young")
		s.NextDate, s.NextAt = today+4, noon.AddDate(0, 0, 4)
		young.NextAt, young.SetAt = s.NextAt, noon.Add(time.Second)
		b.save(s, young)
		b.planAll(noon, 2, func(schedule.Sub, int) schedule.Planned {
			return schedule.Planned{NextDate: today + 1, NextAt: noon.AddDate(0, 0, 1)}
		})
		b.wantPosts("1", posted, missed(0), missed(-1))
		b.wantPosts("2", missed(0))
		b.wantPosts("young", missed(1), missed(0))
	},
	"Plan opens a post again that was missed": func(b *bench) {
		missed := newPost(today, noon)
		missed.State, missed.Trouble = outbox.Missed, outbox.NotRunning
		b.insert("1", missed)
		again := newPost(today, noon.Add(time.Minute))
		other := missed
		other.Trouble = outbox.TooLate
		b.insert("1", other)
		b.wantPosts("1", missed) // other was missed too, so it does not replace the post
		b.insert("1", again)
		b.wantPosts("1", again)
		b.claim(again.DueAt, "h")
	},
	"Plan never opens a post again that may have been sent": func(b *bench) {
		for i, state := range []outbox.State{outbox.Open, outbox.Posted, outbox.Failed, outbox.Unknown} {
			c := channel(i)
			b.insert(c, newPost(today, noon))
			p := b.claim(noon, "h")
			p.State, p.FirstSent, p.MessageID, p.Trouble, p.Reason = state, time.Time{}, "900", outbox.Forbidden, "words"
			p.NotBefore = noon.AddDate(1, 0, 0)
			b.wantRecord("h", p, true)
			b.insert(c, newPost(today, noon.Add(time.Hour)))
			b.wantPosts(c, p)
		}
		for i, state := range []outbox.State{outbox.Open, outbox.Posted, outbox.Failed, outbox.Unknown} { // without an attempt
			c, p := channel(10+i), newPost(today, noon.AddDate(1, 0, 0))
			p.State = state
			b.insert(c, p)
			b.insert(c, newPost(today, noon))
			b.wantPosts(c, p)
		}
		b.wantNoClaim(noon.Add(2 * time.Hour))
	},
	"Concurrent planners share the work": func(b *bench) {
		subs := rowCount(200)
		for i := range subs {
			b.save(newSub(channel(i), channel(i)))
		}
		var mu sync.Mutex
		calls := map[string]int{}
		var planned atomic.Int32
		together(8, func(int) {
			for int(planned.Load()) < subs && !b.Failed() {
				n, err := b.Plan(b.Context(), noon, 7, func(s schedule.Sub, crowd int) schedule.Planned {
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
			if calls[channel(i)] != 1 {
				b.Errorf("%s was planned %d times", channel(i), calls[channel(i)])
			}
			b.wantPosts(channel(i), newPost(today, noon))
		}
	},
}
