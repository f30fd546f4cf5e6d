package store_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

func TestClaim(t *testing.T) { claimCases.run(t, bothAndShared...) }

var claimCases = cases{
	"Claim finds nothing in an empty store": func(b *bench) { b.wantNoClaim(noon) },
	"Claim leases the post that has been due the longest": func(b *bench) {
		b.insert("1", newPost(today, noon.Add(2*time.Second)))
		b.insert("2", newPost(today, noon.Add(time.Millisecond)))
		b.insert("3", newPost(today-1, noon.Add(time.Second)))
		for _, want := range []string{"2", "3", "1"} {
			if p := b.claim(noon.Add(time.Minute), "h"); p.Channel != want {
				b.Errorf("claimed a post of %s, want %s", p.Channel, want)
			}
		}
		b.wantNoClaim(noon.Add(time.Minute))
	},
	"Claim leases the posts of a subject one after the other": func(b *bench) {
		b.insert("1", newPost(today-1, noon.Add(time.Second)), newPost(today, noon)) // due in the other order
		first := b.claim(noon.Add(time.Minute), "h")
		b.wantNoClaim(noon.Add(time.Minute))
		first.State = outbox.Failed
		b.wantRecord("h", first, true)
		if p := b.claim(noon.Add(time.Minute), "h"); p.Number != int(today) {
			b.Errorf("claimed %+v", p)
		}
	},
	"Claim waits until a post is due": func(b *bench) {
		b.insert("1", newPost(today, noon))
		b.wantNoClaim(noon.Add(-time.Millisecond))
		b.claim(noon, "h")
	},
	"Claim waits for NotBefore": func(b *bench) {
		first, second := newPost(today, noon), newPost(today, noon.Add(time.Second))
		first.NotBefore = noon.Add(time.Minute)
		b.insert("1", first)
		b.insert("2", second)
		if p := b.claim(noon.Add(2*time.Second), "h"); p.Channel != "2" {
			b.Errorf("claimed a post of %s, want 2", p.Channel)
		}
		b.wantNoClaim(noon.Add(time.Minute - time.Millisecond))
		if p := b.claim(noon.Add(time.Minute), "h"); p.Channel != "1" {
			b.Errorf("claimed a post of %s, want 1", p.Channel)
		}
	},
	"Claim leaves final posts alone": func(b *bench) {
		var posts []outbox.Post
		for i, state := range []outbox.State{outbox.Posted, outbox.Missed, outbox.Failed, outbox.Unknown} {
			p := newPost(today-when.Date(i), noon)
			p.State = state
			posts = append(posts, p)
		}
		b.insert("1", posts...)
		b.wantNoClaim(noon.Add(time.Hour))
		b.wantPosts("1", posts...)
	},
	"Claim leases a post that has expired": func(b *bench) { // the engine then records it as missed
		b.insert("1", newPost(today, noon))
		b.claim(noon.Add(1000*time.Hour), "h")
	},
	"Claim counts attempts and remembers the first": func(b *bench) {
		b.insert("1", newPost(today, noon))
		want := newPost(today, noon)
		want.FirstSent = noon.Add(time.Second)
		for i := range 3 {
			want.Attempts = i + 1
			if p := b.claim(want.FirstSent.Add(time.Duration(i)*lease), "h"); !samePost(p, want) || p.Channel != "1" {
				b.Errorf("got  %+v\nwant %+v", p, want)
			}
			b.wantPosts("1", want)
		}
	},
	"Claim respects a lease until it ends": func(b *bench) {
		b.insert("1", newPost(today, noon))
		b.claim(noon, "h")
		b.wantNoClaim(noon)
		if _, ok, err := b.Claim(b.Context(), noon.Add(lease-time.Millisecond), "h", lease); ok || err != nil {
			b.Errorf("the holder itself: ok %t, error %v", ok, err)
		}
		b.wantNoClaim(noon.Add(lease - time.Millisecond))
		b.claim(noon.Add(lease), "i")
	},
	"Claim needs a holder": func(b *bench) {
		b.insert("1", newPost(today, noon))
		if _, ok, err := b.Claim(b.Context(), noon, "", lease); ok || err == nil {
			b.Errorf("ok %t, error %v", ok, err)
		}
		b.wantPosts("1", newPost(today, noon))
	},
	"Two holders race for posts and each gets different ones": func(b *bench) {
		posts := rowCount(200)
		for i := range posts {
			b.insert(channel(i), newPost(today, noon))
		}
		var mu sync.Mutex
		claims := map[string]int{}
		together(8, func(i int) {
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
				b.wantRecord(holder, p, true)
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
		posts := rowCount(80)
		for i := range posts {
			b.insert(channel(i), newPost(today, noon))
		}
		var recorded atomic.Int32
		together(8, func(i int) {
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
		if err != nil || int(recorded.Load()) != posts || posted[schedule.Kind][outbox.Posted] != posts {
			b.Errorf("%d recorded, %v, error %v; want %d", recorded.Load(), posted, err, posts)
		}
	},
}
