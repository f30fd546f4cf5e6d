package store_test

import (
	"fmt"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/storetest"
)

func TestUpkeep(t *testing.T) { upkeepCases.run(t) }

var upkeepCases = cases{
	"Prune deletes final posts that were due before": func(b *bench) {
		final := func(d int, state outbox.State) outbox.Post {
			p := newPost(d, noon.AddDate(0, 0, int(d-today)))
			p.State = state
			return p
		}
		open := newPost(today-400, noon.AddDate(0, 0, -400))
		kept := final(today-366, outbox.Posted)
		b.Insert("1", final(today-500, outbox.Posted), open, final(today-399, outbox.Missed), final(today-367, outbox.Unknown), kept)
		b.Insert("2", final(today-367, outbox.Failed))
		b.WantPruned(noon.AddDate(0, 0, -366), 4)
		b.WantPruned(noon.AddDate(0, 0, -366), 0)
		b.WantPosts("1", kept, open)
		b.WantPosts("2")
		b.WantCount(noon, map[outbox.State]int{outbox.Posted: 1, outbox.Open: 1}, 1)
	},
	"Prune deletes a limited number": func(b *bench) {
		var posts []outbox.Post
		for i := range 1200 {
			p := newPost(today-i, noon.Add(-time.Duration(i)*time.Hour))
			p.State = outbox.Posted
			posts = append(posts, p)
		}
		b.Insert("1", posts...)
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
			b.Insert(channel(i), p, newPost(today+1, noon))
		}
		storetest.Together(6, func(i int) {
			for range 10 {
				if i%2 == 0 {
					if _, err := b.Prune(b.Context(), noon.Add(time.Hour)); err != nil {
						b.Error(err)
					}
				} else if p, ok, err := b.Claim(b.Context(), noon, fmt.Sprint(i), lease); err != nil {
					b.Error(err)
				} else if ok {
					p.State = outbox.Failed
					b.WantRecord(fmt.Sprint(i), p, true)
				}
			}
		})
		b.WantRecount()
	},
	"Probe finds a store that can be written, again and again": func(b *bench) {
		storetest.Together(4, func(int) {
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
