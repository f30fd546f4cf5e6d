package store_test

import (
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/storetest"
)

func TestRecord(t *testing.T) { recordCases.run(t) }

var recordCases = cases{
	"Record writes the outcome of a post, and nothing else": func(b *bench) {
		for i, state := range []outbox.State{outbox.Posted, outbox.Missed, outbox.Failed, outbox.Unknown} {
			c := channel(i)
			b.Insert(c, newPost(today, noon))
			p := b.MustClaim(noon, "h")
			p.State, p.NotBefore, p.MessageID, p.Trouble, p.Reason = state, noon.Add(time.Minute), "900", outbox.Forbidden, "50013"
			want := p
			p.DueAt, p.ExpiresAt = noon.Add(time.Hour), noon
			b.WantRecord("h", p, true)
			b.WantPosts(c, want)
			b.WantNoClaim(noon.Add(1000 * time.Hour))
		}
	},
	"Renew prolongs the lease of its holder alone": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		p := b.MustClaim(noon, "h")
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
		b.WantNoClaim(noon.Add(3*lease - time.Millisecond))
		b.MustClaim(noon.Add(3*lease), "i")
		if held, err := b.Renew(b.Context(), "h", p, noon.Add(9*lease)); held || err != nil {
			b.Errorf("renewed after another has claimed: %v, %v", held, err)
		}
	},
	"Record of an open post ends the lease": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		p := b.MustClaim(noon, "h")
		p.NotBefore, p.Trouble, p.Reason = noon.Add(5*time.Second), outbox.NoAnswer, "502"
		b.WantRecord("h", p, true)
		b.WantPosts("1", p)
		b.WantNoClaim(noon.Add(4 * time.Second))
		p.Attempts = 2
		if got := b.MustClaim(noon.Add(5*time.Second), "i"); !storetest.SamePost(got, p) {
			b.Errorf("got  %+v\nwant %+v", got, p)
		}
	},
	"Record clears NotBefore, MessageID, Trouble and Error": func(b *bench) {
		p := newPost(today, noon)
		p.NotBefore, p.MessageID, p.Trouble, p.Reason = noon, "900", outbox.NoAnswer, "502"
		b.Insert("1", p)
		p = b.MustClaim(noon, "h")
		p.State, p.NotBefore, p.MessageID, p.Trouble, p.Reason = outbox.Posted, time.Time{}, "", outbox.NoTrouble, ""
		b.WantRecord("h", p, true)
		b.WantPosts("1", p)
	},
	"Record can clear FirstSent, and the next claim sets it again": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		p := b.MustClaim(noon, "h")
		p.FirstSent = time.Time{}
		b.WantRecord("h", p, true)
		b.WantPosts("1", p)
		if got := b.MustClaim(noon.Add(time.Hour), "h"); !got.FirstSent.Equal(noon.Add(time.Hour)) {
			b.Errorf("first sent at %v", got.FirstSent)
		}
	},
	"Record is accepted after the lease if nobody else has claimed": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		p := b.MustClaim(noon, "h")
		b.WantNoClaim(noon.Add(lease - time.Millisecond))
		p.State = outbox.Posted
		b.WantRecord("h", p, true)
		b.WantPosts("1", p)
	},
	"Record is refused after another's claim": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		first := b.MustClaim(noon, "h")
		second := b.MustClaim(noon.Add(lease), "i")
		first.State, first.MessageID = outbox.Failed, "1"
		b.WantRecord("h", first, false)
		b.WantPosts("1", second)
		b.WantNoClaim(noon.Add(lease)) // the second lease goes on
		second.State, second.MessageID = outbox.Posted, "2"
		b.WantRecord("i", second, true)
		b.WantRecord("h", first, false)
		b.WantPosts("1", second)
	},
	"Record is refused after the holder's own later claim": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		first := b.MustClaim(noon, "h")
		second := b.MustClaim(noon.Add(lease), "h")
		first.NotBefore = noon.Add(time.Hour)
		b.WantRecord("h", first, false)
		b.WantPosts("1", second)
		second.State = outbox.Posted
		b.WantRecord("h", second, true)
	},
	"Record is refused when the post is final": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		p := b.MustClaim(noon, "h")
		p.State = outbox.Posted
		b.WantRecord("h", p, true)
		again := p
		again.State, again.Reason = outbox.Open, "x"
		b.WantRecord("h", again, false)
		b.WantPosts("1", p)
	},
	"Record is refused without a lease": func(b *bench) {
		p := newPost(today, noon)
		b.Insert("1", p)
		p.Subject, p.Channel, p.State = "1", "1", outbox.Posted
		b.WantRecord("", p, false)
		b.WantRecord("h", p, false)
		p.Attempts = 1
		b.WantRecord("", p, false)
		b.WantPosts("1", newPost(today, noon))
		claimed := b.MustClaim(noon, "h")
		b.WantRecord("i", p, false)
		b.WantRecord("", p, false)
		elsewhere, earlier, other := claimed, claimed, claimed
		elsewhere.Subject = "2"
		other.Kind = "seal"
		earlier.Number--
		b.WantRecord("h", elsewhere, false)
		b.WantRecord("h", earlier, false)
		b.WantRecord("h", other, false)
		b.WantPosts("1", claimed)
	},
	"Record of one post leaves the holder's others": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		b.Insert("2", newPost(today, noon.Add(time.Second)))
		b.Insert("3", newPost(today, noon.Add(2*time.Second)))
		first, second, third := b.MustClaim(noon.Add(time.Minute), "h"), b.MustClaim(noon.Add(time.Minute), "h"), b.MustClaim(noon.Add(time.Minute), "h")
		second.State = outbox.Posted
		b.WantRecord("h", second, true)
		b.WantPosts("1", first)
		b.WantPosts("2", second)
		b.WantPosts("3", third)
	},
}
