package store_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

func TestUpkeep(t *testing.T) { upkeepCases.run(t, bothAndShared...) }

var upkeepCases = cases{
	"Prune deletes final posts that were due before": func(b *bench) {
		final := func(d when.Date, state outbox.State) outbox.Post {
			p := newPost(d, noon.AddDate(0, 0, int(d-today)))
			p.State = state
			return p
		}
		open := newPost(today-400, noon.AddDate(0, 0, -400))
		kept := final(today-366, outbox.Posted)
		b.insert("1", final(today-500, outbox.Posted), open, final(today-399, outbox.Missed), final(today-367, outbox.Unknown), kept)
		b.insert("2", final(today-367, outbox.Failed))
		b.prune(noon.AddDate(0, 0, -366), 4)
		b.prune(noon.AddDate(0, 0, -366), 0)
		b.wantPosts("1", kept, open)
		b.wantPosts("2")
		b.wantCount(noon, map[outbox.State]int{outbox.Posted: 1, outbox.Open: 1}, 1)
	},
	"A date that was pruned is not planned again": func(b *bench) {
		p := newPost(today-400, noon.AddDate(0, 0, -400))
		p.State = outbox.Posted
		b.insert("1", p)
		b.insert("2", newPost(today-400, p.DueAt))
		b.prune(noon, 1)
		missed := newPost(today-402, noon)
		missed.State = outbox.Missed
		b.insert("1", missed, newPost(today-401, noon), newPost(today-400, noon), newPost(today-399, noon))
		b.wantPosts("1", newPost(today-399, noon))
		if err := b.Remove(b.Context(), "1", noon); err != nil { // a new subscription later changes nothing
			b.Error(err)
		}
		b.insert("1", newPost(today-400, noon))
		b.wantPosts("1")
		b.wantPosts("2", newPost(today-400, p.DueAt)) // it was open
	},
	"A date that a clock ahead posted and pruned keeps no other from being planned": func(b *bench) {
		ahead := newPost(today+10, noon.AddDate(0, 0, 10))
		ahead.State = outbox.Posted
		b.insert("1", ahead)
		b.prune(noon.AddDate(14, 0, 0), 1)
		b.save(newSub("1", "g"))
		b.plan(noon, 1, tomorrow)
		perhaps := outbox.Post{Kind: schedule.Kind, Number: int(today + 10), State: outbox.Unknown, DueAt: (today + 10).UTC(), Reason: outbox.ClockAhead}
		perhaps.ExpiresAt = perhaps.DueAt
		b.wantPosts("1", perhaps, newPost(today, noon))
		b.wantCount(noon, map[outbox.State]int{outbox.Open: 1, outbox.Unknown: 1}, 0)
	},
	"Prune deletes a limited number": func(b *bench) {
		var posts []outbox.Post
		for i := range 1200 {
			p := newPost(today-when.Date(i), noon.Add(-time.Duration(i)*time.Hour))
			p.State = outbox.Posted
			posts = append(posts, p)
		}
		b.insert("1", posts...)
		total := 0
		for rounds := 0; ; rounds++ {
			n, err := b.Prune(b.Context(), noon.Add(time.Hour))
			if err != nil || n > 1000 {
				b.Fatal(n, err)
			}
			if total += n; n == 0 {
				break
			}
		}
		if total != len(posts) {
			b.Errorf("pruned %d, want %d", total, len(posts))
		}
	},
	"Concurrent pruning and planning keep the counts right": func(b *bench) {
		for i := range 40 {
			p := newPost(today, noon)
			p.State = outbox.Posted
			b.insert(channel(i), p, newPost(today+1, noon))
		}
		together(6, func(i int) {
			for range 10 {
				if i%2 == 0 {
					if _, err := b.Prune(b.Context(), noon.Add(time.Hour)); err != nil {
						b.Error(err)
					}
				} else if p, ok, err := b.Claim(b.Context(), noon, fmt.Sprint(i), lease); err != nil {
					b.Error(err)
				} else if ok {
					p.State = outbox.Failed
					b.wantRecord(fmt.Sprint(i), p, true)
				}
			}
		})
		b.wantRecount()
	},
	"Count agrees with the posts after any changes": func(b *bench) {
		random := rand.New(rand.NewPCG(960, 518))
		states := []outbox.State{outbox.Open, outbox.Posted, outbox.Missed, outbox.Failed, outbox.Unknown}
		const channels = 6
		for range rowCount(500) {
			c := channel(random.IntN(channels))
			now := noon.AddDate(0, 0, random.IntN(30))
			switch random.IntN(6) {
			case 0, 1:
				s := newSub(c, "guild of "+c)
				s.NextAt, s.SetAt = now.AddDate(0, 0, random.IntN(2)*400), noon.AddDate(-1, 0, 0)
				b.save(s)
				b.plan(now, 10, func(s schedule.Sub, _ int) schedule.Planned {
					var posts []outbox.Post
					for range random.IntN(4) {
						p := newPost(today+when.Date(random.IntN(30)), now.Add(time.Duration(random.IntN(50)-25)*time.Hour))
						p.State = states[random.IntN(len(states))]
						posts = append(posts, p)
					}
					return schedule.Planned{Posts: posts, NextDate: today, NextAt: now.AddDate(0, 0, 1)}
				})
			case 2, 3:
				if p, ok, err := b.Claim(b.Context(), now, "h", lease); err != nil {
					b.Fatal(err)
				} else if ok {
					p.State = states[random.IntN(len(states))]
					b.wantRecord("h", p, true)
				}
			case 4:
				_ = b.Remove(b.Context(), c, noon) // there may be none
			case 5:
				if _, err := b.Prune(b.Context(), now.AddDate(0, 0, -25)); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.wantRecount()
	},
	"Probe finds a store that can be written, again and again": func(b *bench) {
		together(4, func(int) {
			for range 3 {
				if err := b.Probe(b.Context()); err != nil {
					b.Error(err)
				}
			}
		})
	},
	"Now returns the current time, if the store has a clock": func(b *bench) {
		now, ok, err := b.Now(b.Context())
		if err != nil || ok && time.Since(now).Abs() > time.Minute || !ok && !now.IsZero() {
			b.Errorf("%v, %t, %v", now, ok, err)
		}
	},
}

// prune prunes, and compares how many posts were deleted.
func (b *bench) prune(before time.Time, want int) {
	b.Helper()
	if n, err := b.Prune(b.Context(), before); err != nil || n != want {
		b.Errorf("pruned %d, %v; want %d", n, err, want)
	}
}

// wantRecount compares the counts with the posts of all channels.
func (b *bench) wantRecount() {
	b.Helper()
	want := map[outbox.State]int{}
	for i := range 100 {
		posts, err := b.Posts(b.Context(), channel(i), 1000)
		if err != nil {
			b.Fatal(err)
		}
		for _, p := range posts {
			want[p.State]++
		}
	}
	counts, _, err := b.Count(b.Context(), noon)
	got := counts[schedule.Kind]
	maps.DeleteFunc(got, func(_ outbox.State, n int) bool { return n == 0 })
	if err != nil || !maps.Equal(got, want) || len(want) == 0 {
		b.Errorf("counts %v, %v; want %v", got, err, want)
	}
}
