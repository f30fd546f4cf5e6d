package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

func TestCutOff(t *testing.T) { cutOffCases.run(t) }

var cutOffCases = cases{
	"A cancelled context changes nothing": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		p := b.MustClaim(noon, "h")
		b.Insert("3", newPost(today, noon))
		ctx, cancel := context.WithCancel(b.Context())
		cancel()
		done := p
		done.State = outbox.Posted
		for name, call := range map[string]func() error{
			"Transaction": func() error { return b.Transaction(ctx, func(*store.Tx) {}) },
			"Execute":     func() error { return b.Execute(ctx, "DELETE FROM post") },
			"Insert":      func() error { return storetest.Insert(ctx, b.Store, "2", newPost(today, noon)) },
			"Claim":       func() error { _, _, err := b.Claim(ctx, noon, "h", storetest.Lease); return err },
			"Renew":       func() error { _, err := b.Renew(ctx, "h", done, noon); return err },
			"Record":      func() error { _, err := b.Record(ctx, "h", done); return err },
			"Count":       func() error { _, _, err := b.Count(ctx, noon); return err },
			"Prune":       func() error { _, err := b.Prune(ctx, noon); return err },
			"Probe":       func() error { return b.Probe(ctx) },
		} {
			if err := call(); !errors.Is(err, context.Canceled) {
				b.Errorf("%s: %v, want that the context was cancelled", name, err)
			}
		}
		b.WantPosts("1", p)
		b.WantPosts("2")
		b.WantPosts("3", newPost(today, noon))
	},
	"An unknown state or trouble is refused": func(b *bench) {
		b.Insert("1", newPost(today, noon))
		p := b.MustClaim(noon, "h")
		for _, spoil := range []func(p *outbox.Post){func(p *outbox.Post) { p.State = "" }, func(p *outbox.Post) { p.Trouble = "hunger" }} {
			wrong := p
			spoil(&wrong)
			if held, err := b.Record(b.Context(), "h", wrong); held || err == nil {
				b.Errorf("recorded: held %t, error %v", held, err)
			}
		}
		p.State = outbox.Posted
		b.WantRecord("h", p, true)
	},
	"A cancelled Claim is complete or did not happen": func(b *bench) {
		posts := testrun.Choose(100/10, 100)
		for i := range posts {
			b.Insert(channel(i), newPost(today, noon))
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
			got, err := storetest.PostsOf(b.Context(), b.Store, channel(i))
			if err != nil || len(got) != 1 || (got[0].Attempts == 1) != got[0].FirstSent.Equal(noon) {
				b.Errorf("got %+v, %v", got, err)
			}
		}
	},
}
