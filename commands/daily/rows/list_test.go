package rows_test

import (
	"slices"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/storetest"
)

func TestList(t *testing.T) { listCases.run(t) }

var listCases = cases{
	"Subs lists a server's subscriptions by channel": func(b *bench) {
		for _, c := range []string{"300", "100", "b", "B", "200"} {
			b.save(newSub(c, "g"))
		}
		b.save(newSub("150", "h"))
		b.wantChannels([]string{"100", "200", "300", "B", "b"})(b.Subs(b.Context(), "g"))
		b.wantChannels([]string{"150"})(b.Subs(b.Context(), "h"))
		b.wantChannels(nil)(b.Subs(b.Context(), "i"))
	},
	"Active lists the active subscriptions of all servers by channel": func(b *bench) {
		b.wantChannels(nil)(b.Active(b.Context()))
		paused, disabled, never := newSub("120", "g"), newSub("130", "g"), newSub("140", "g")
		paused.Status, disabled.Status = schedule.Paused, schedule.Disabled
		never.NextAt = time.Time{}
		b.save(newSub("300", "g"), newSub("100", "h"), newSub("a", "g"), newSub("B", "g"), paused, disabled, never)
		b.wantChannels([]string{"100", "140", "300", "B", "a"})(b.Active(b.Context()))
		subs, err := b.Active(b.Context())
		if err != nil || plainSub(subs[0]) != plainSub(newSub("100", "h")) {
			b.Errorf("got %+v, %v", subs, err)
		}
	},
	"Posts lists a channel's last posts, the newest first": func(b *bench) {
		posts := []outbox.Post{newPost(20001, storetest.Noon), newPost(20000, storetest.Noon.Add(time.Hour)), newPost(9, storetest.Noon), newPost(-1, storetest.Noon), newPost(-700000, storetest.Noon)}
		b.insert("1", posts[3], posts[0], posts[4], posts[1], posts[2])
		b.insert("2", newPost(20002, storetest.Noon))
		b.wantPosts("1", posts...)
		b.wantPosts("3")
		for limit := range len(posts) + 2 {
			got, err := b.Posts(b.Context(), "1", limit)
			if want := posts[:min(limit, len(posts))]; err != nil || !slices.EqualFunc(got, want, sameDaily) {
				b.Errorf("limit %d: got %+v, %v", limit, got, err)
			}
		}
	},
}

// wantChannels returns a check of a list of subscriptions.
func (b *bench) wantChannels(want []string) func([]schedule.Sub, error) {
	return func(subs []schedule.Sub, err error) {
		b.Helper()
		var got []string
		for _, s := range subs {
			got = append(got, s.Channel)
		}
		if err != nil || !slices.Equal(got, want) {
			b.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
}
