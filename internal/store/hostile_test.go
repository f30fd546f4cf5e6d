package store_test

import (
	"testing"

	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/storetest"
)

func TestHostile(t *testing.T) { hostileCases.run(t) }

var hostileCases = cases{
	"A post keeps any text": func(b *bench) {
		for i, text := range storetest.Hostile {
			holder := "h" + text
			b.Insert(channel(i), newPost(today, noon))
			p := b.MustClaim(noon, holder)
			p.State, p.MessageID, p.Reason = outbox.Posted, text, text
			b.WantRecord(holder, p, true)
			b.WantPosts(channel(i), p)
		}
	},
	"NUL and invalid UTF-8 are replaced": func(b *bench) {
		for broken, mended := range storetest.Broken {
			b.Insert(broken, newPost(today, noon))
			p := b.MustClaim(noon, broken)
			p.Subject, p.State, p.MessageID, p.Reason = broken, outbox.Posted, broken, broken
			b.WantRecord(broken, p, true)
			p.Channel, p.MessageID, p.Reason = mended, mended, mended
			b.WantPosts(broken, p)
		}
	},
}
