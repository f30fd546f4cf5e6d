package store_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

func TestClaim(t *testing.T) { claimCases.run(t) }

var claimCases = cases{
	"Claim finds nothing in an empty store": func(b *bench) { b.WantNoClaim(noon) },
	"Claim leases the post that has been due the longest": func(b *bench) {
		b.Insert("1", newPost(today, noon.Add(2*time.Second)))
		b.Insert("2", newPost(today, noon.Add(time.Millisecond)))
		b.Insert("3", newPost(today-1, noon.Add(time.Second)))
		for _, want := range []string{"2", "3", "1"} {
			if p := b.MustClaim(noon.Add(time.Minute), "h"); p.Channel != want {
				b.Errorf("claimed a post of %s, want %s", p.Channel, want)
			}
		}
		b.WantNoClaim(noon.Add(time.Minute))
	},
	"Claim leases the posts of a subject one after the other": func(b *bench) {
		b.Insert("1", newPost(today-1, noon.Add(time.Second)), newPost(today, noon)) // due in the other order
		first := b.MustClaim(noon.Add(time.Minute), "h")
		b.WantNoClaim(noon.Add(time.Minute))
		first.State = outbox.Failed
		b.WantRecord("h", first, true)
		if p := b.MustClaim(noon.Add(time.Minute), "h"); p.Number != today {
			b.Errorf("claimed %+v", p)
		}
	},
	"Claim waits until a post is due": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		b.WantNoClaim(noon.Add(-time.Millisecond))
		b.MustClaim(noon, "h")
	},
	"Claim waits for NotBefore": func(b *bench) {
		first, second := newPost(today, noon), newPost(today, noon.Add(time.Second))
		first.NotBefore = noon.Add(time.Minute)
		b.Insert("1", first)
		b.Insert("2", second)
		if p := b.MustClaim(noon.Add(2*time.Second), "h"); p.Channel != "2" {
			b.Errorf("claimed a post of %s, want 2", p.Channel)
		}
		b.WantNoClaim(noon.Add(time.Minute - time.Millisecond))
		if p := b.MustClaim(noon.Add(time.Minute), "h"); p.Channel != "1" {
			b.Errorf("claimed a post of %s, want 1", p.Channel)
		}
	},
	"Claim leaves final posts alone": func(b *bench) {
		var posts []outbox.Post
		for i, state := range []outbox.State{outbox.Posted, outbox.Missed, outbox.Failed, outbox.Unknown} {
			p := newPost(today-i, noon)
			p.State = state
			posts = append(posts, p)
		}
		b.Insert("1", posts...)
		b.WantNoClaim(noon.Add(time.Hour))
		b.WantPosts("1", posts...)
	},
	"Claim leases a post that has expired": func(b *bench) { // the engine then records it as missed
		b.Insert("1", newPost(today, noon))
		b.MustClaim(noon.Add(1000*time.Hour), "h")
	},
	"Claim counts attempts and remembers the first": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		want := newPost(today, noon)
		want.FirstSent = noon.Add(time.Second)
		for i := range 3 {
			want.Attempts = i + 1
			if p := b.MustClaim(want.FirstSent.Add(time.Duration(i)*lease), "h"); !storetest.SamePost(p, want) || p.Channel != "1" {
				b.Errorf("got  %+v\nwant %+v", p, want)
			}
			b.WantPosts("1", want)
		}
	},
	"Claim respects a lease until it ends": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		b.MustClaim(noon, "h")
		b.WantNoClaim(noon)
		if _, ok, err := b.Claim(b.Context(), noon.Add(lease-time.Millisecond), "h", lease); ok || err != nil {
			b.Errorf("the holder itself: ok %t, error %v", ok, err)
		}
		b.WantNoClaim(noon.Add(lease - time.Millisecond))
		b.MustClaim(noon.Add(lease), "i")
	},
	"Claim needs a holder": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		if _, ok, err := b.Claim(b.Context(), noon, "", lease); ok || err == nil {
			b.Errorf("ok %t, error %v", ok, err)
		}
		b.WantPosts("1", newPost(today, noon))
	},
	"Two holders race for posts and each gets different ones": func(b *bench) {
		posts := testrun.Choose(200/10, 200)
		for i := range posts {
			b.Insert(channel(i), newPost(today, noon))
		}
		var mu sync.Mutex
		claims := map[string]int{}
		storetest.Together(8, func(i int) {
			holder := fmt.Sprint("holder ", i%2)
			for !b.Failed() {
				p, ok, err := b.Claim(b.Context(), noon, holder, lease)
				if err != nil {
					b.Error(err)
				}
				if !ok {
					return
				}
				mu.Lock()
				claims[p.Channel]++
				mu.Unlock()
				p.State = outbox.Posted
				b.WantRecord(holder, p, true)
			}
		})
		if len(claims) != posts {
			b.Errorf("%d posts were claimed, want %d", len(claims), posts)
		}
		for c, n := range claims {
			if n != 1 {
				b.Errorf("the post of %s was claimed %d times", c, n)
			}
		}
	},
	"Each post is recorded once, even if leases end immediately": func(b *bench) {
		posts := testrun.Choose(80/10, 80)
		for i := range posts {
			b.Insert(channel(i), newPost(today, noon))
		}
		var recorded atomic.Int32
		storetest.Together(8, func(i int) {
			for int(recorded.Load()) < posts && !b.Failed() {
				p, ok, err := b.Claim(b.Context(), noon, fmt.Sprint("holder ", i%3), 0)
				if err != nil {
					b.Error(err)
				}
				p.State = outbox.Posted
				if !ok {
					continue
				}
				held, err := b.Record(b.Context(), fmt.Sprint("holder ", i%3), p)
				if err != nil {
					b.Error(err)
				}
				if held {
					recorded.Add(1)
				}
			}
		})
		posted, _, err := b.Count(b.Context(), noon)
		if err != nil || int(recorded.Load()) != posts || posted[storetest.Kind][outbox.Posted] != posts {
			b.Errorf("%d recorded, %v, error %v; want %d", recorded.Load(), posted, err, posts)
		}
	},
}
