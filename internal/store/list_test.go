package store_test

import (
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/storetest"
)

func TestList(t *testing.T) { listCases.run(t) }

var listCases = cases{
	"Count counts posts by state, and overdue posts": func(b *bench) {
		b.WantCount(noon, map[outbox.State]int{}, 0)
		var posts []outbox.Post
		for i, state := range []outbox.State{outbox.Posted, outbox.Posted, outbox.Missed, outbox.Failed, outbox.Unknown, outbox.Open, outbox.Open, outbox.Open} {
			p := newPost(today-i, noon.Add(time.Duration(i)*time.Second))
			p.State = state
			posts = append(posts, p)
		}
		b.Insert("1", posts...)
		want := map[outbox.State]int{outbox.Posted: 2, outbox.Missed: 1, outbox.Failed: 1, outbox.Unknown: 1, outbox.Open: 3}
		b.WantCount(noon.Add(5*time.Second), want, 0)
		b.WantCount(noon.Add(5*time.Second+time.Millisecond), want, 1)
		b.WantCount(noon.Add(time.Hour), want, 3)
		p := b.MustClaim(noon.Add(time.Hour), "h") // a claimed post can be overdue
		b.WantCount(noon.Add(time.Hour), want, 3)
		p.FirstSent, p.NotBefore = time.Time{}, noon.Add(2*time.Hour) // Discord has refused it
		if held, err := b.Record(b.Context(), "h", p); err != nil || !held {
			b.Fatal(held, err)
		}
		b.WantCount(noon.Add(2*time.Hour), want, 2)
		b.WantCount(noon.Add(2*time.Hour+time.Millisecond), want, 3) // and nobody has tried again
	},
	"Close may be called twice": func(b *bench) {
		if err := b.Store.Close(); err != nil {
			b.Error(err)
		}
		_ = b.Store.Close()
		if err := storetest.Insert(b.Context(), b.Store, "1", newPost(today, noon)); err == nil {
			b.Error("a closed store has saved")
		}
	},
}
