package store_test

import (
	"testing"
	"time"

	"chess960bot/internal/outbox"
)

func TestRecord(t *testing.T) { recordCases.run(t, bothAndShared...) }

var recordCases = cases{
	"Record writes the outcome of a post, and nothing else": func(b *bench) {
		for i, state := range []outbox.State{outbox.Posted, outbox.Missed, outbox.Failed, outbox.Unknown} {
			c := channel(i)
			b.insert(c, newPost(today, noon))
			p := b.claim(noon, "h")
			p.State, p.NotBefore, p.MessageID, p.Trouble, p.Reason = state, noon.Add(time.Minute), "900", outbox.Forbidden, "50013"
			want := p
			p.DueAt, p.ExpiresAt = noon.Add(time.Hour), noon
			b.wantRecord("h", p, true)
			b.wantPosts(c, want)
			b.wantNoClaim(noon.Add(1000 * time.Hour))
		}
	},
	"Renew prolongs the lease of its holder alone": func(b *bench) {
		b.insert("1", newPost(today, noon))
		p := b.claim(noon, "h")
		earlier := p
		earlier.Attempts--
		for _, c := range []struct {
			holder string
			post   outbox.Post
			want   bool
		}{{"h", p, true}, {"i", p, false}, {"h", earlier, false}} {
			if held, err := b.Renew(b.Context(), c.holder, c.post, noon.Add(3*lease)); held != c.want || err != nil {
				b.Errorf("%s renews attempt %d: %v, %v", c.holder, c.post.Attempts, held, err)
			}
		}
		b.wantNoClaim(noon.Add(3*lease - time.Millisecond))
		b.claim(noon.Add(3*lease), "i")
		if held, err := b.Renew(b.Context(), "h", p, noon.Add(9*lease)); held || err != nil {
			b.Errorf("renewed after another has claimed: %v, %v", held, err)
		}
	},
	"Record of an open post ends the lease": func(b *bench) {
		b.insert("1", newPost(today, noon))
		p := b.claim(noon, "h")
		p.NotBefore, p.Trouble, p.Reason = noon.Add(5*time.Second), outbox.NoAnswer, "502"
		b.wantRecord("h", p, true)
		b.wantPosts("1", p)
		b.wantNoClaim(noon.Add(4 * time.Second))
		p.Attempts = 2
		if got := b.claim(noon.Add(5*time.Second), "i"); !samePost(got, p) {
			b.Errorf("got  %+v\nwant %+v", got, p)
		}
	},
	"Record clears NotBefore, MessageID, Trouble and Error": func(b *bench) {
		p := newPost(today, noon)
		p.NotBefore, p.MessageID, p.Trouble, p.Reason = noon, "900", outbox.NoAnswer, "502"
		b.insert("1", p)
		p = b.claim(noon, "h")
		p.State, p.NotBefore, p.MessageID, p.Trouble, p.Reason = outbox.Posted, time.Time{}, "", outbox.NoTrouble, ""
		b.wantRecord("h", p, true)
		b.wantPosts("1", p)
	},
	"Record can clear FirstSent, and the next claim sets it again": func(b *bench) {
		b.insert("1", newPost(today, noon))
		p := b.claim(noon, "h")
		p.FirstSent = time.Time{}
		b.wantRecord("h", p, true)
		b.wantPosts("1", p)
		if got := b.claim(noon.Add(time.Hour), "h"); !got.FirstSent.Equal(noon.Add(time.Hour)) {
			b.Errorf("first sent at %v", got.FirstSent)
		}
	},
	"Record is accepted after the lease if nobody else has claimed": func(b *bench) {
		b.insert("1", newPost(today, noon))
		p := b.claim(noon, "h")
		b.wantNoClaim(noon.Add(lease - time.Millisecond))
		p.State = outbox.Posted
		b.wantRecord("h", p, true)
		b.wantPosts("1", p)
	},
	"Record is refused after another's claim": func(b *bench) {
		b.insert("1", newPost(today, noon))
		first := b.claim(noon, "h")
		second := b.claim(noon.Add(lease), "i")
		first.State, first.MessageID = outbox.Failed, "1"
		b.wantRecord("h", first, false)
		b.wantPosts("1", second)
		b.wantNoClaim(noon.Add(lease)) // the second lease goes on
		second.State, second.MessageID = outbox.Posted, "2"
		b.wantRecord("i", second, true)
		b.wantRecord("h", first, false)
		b.wantPosts("1", second)
	},
	"Record is refused after the holder's own later claim": func(b *bench) {
		b.insert("1", newPost(today, noon))
		first := b.claim(noon, "h")
		second := b.claim(noon.Add(lease), "h")
		first.NotBefore = noon.Add(time.Hour)
		b.wantRecord("h", first, false)
		b.wantPosts("1", second)
		second.State = outbox.Posted
		b.wantRecord("h", second, true)
	},
	"Record is refused when the post is final": func(b *bench) {
		b.insert("1", newPost(today, noon))
		p := b.claim(noon, "h")
		p.State = outbox.Posted
		b.wantRecord("h", p, true)
		again := p
		again.State, again.Reason = outbox.Open, "x"
		b.wantRecord("h", again, false)
		b.wantPosts("1", p)
	},
	"Record is refused without a lease": func(b *bench) {
		p := newPost(today, noon)
		b.insert("1", p)
		p.Subject, p.Channel, p.State = "1", "1", outbox.Posted
		b.wantRecord("", p, false)
		b.wantRecord("h", p, false)
		p.Attempts = 1
		b.wantRecord("", p, false)
		b.wantPosts("1", newPost(today, noon))
		claimed := b.claim(noon, "h")
		b.wantRecord("i", p, false)
		b.wantRecord("", p, false)
		elsewhere, earlier, other := claimed, claimed, claimed
		elsewhere.Subject = "2"
		other.Kind = "seal"
		earlier.Number--
		b.wantRecord("h", elsewhere, false)
		b.wantRecord("h", earlier, false)
		b.wantRecord("h", other, false)
		b.wantPosts("1", claimed)
	},
	"Record of one post leaves the holder's others": func(b *bench) {
		b.insert("1", newPost(today, noon))
		b.insert("2", newPost(today, noon.Add(time.Second)))
		b.insert("3", newPost(today, noon.Add(2*time.Second)))
		first, second, third := b.claim(noon.Add(time.Minute), "h"), b.claim(noon.Add(time.Minute), "h"), b.claim(noon.Add(time.Minute), "h")
		second.State = outbox.Posted
		b.wantRecord("h", second, true)
		b.wantPosts("1", first)
		b.wantPosts("2", second)
		b.wantPosts("3", third)
	},
}
