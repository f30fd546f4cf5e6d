package store_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

func TestList(t *testing.T) { listCases.run(t, bothAndShared...) }

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
		posts := []outbox.Post{newPost(20001, noon), newPost(20000, noon.Add(time.Hour)), newPost(9, noon), newPost(-1, noon), newPost(-700000, noon)}
		b.insert("1", posts[3], posts[0], posts[4], posts[1], posts[2])
		b.insert("2", newPost(20002, noon))
		b.wantPosts("1", posts...)
		b.wantPosts("3")
		for limit := range len(posts) + 2 {
			got, err := b.Posts(b.Context(), "1", limit)
			if want := posts[:min(limit, len(posts))]; err != nil || !slices.EqualFunc(got, want, sameDaily) {
				b.Errorf("limit %d: got %+v, %v", limit, got, err)
			}
		}
	},
	"Count counts posts by state, and overdue posts": func(b *bench) {
		b.wantCount(noon, map[outbox.State]int{}, 0)
		var posts []outbox.Post
		for i, state := range []outbox.State{outbox.Posted, outbox.Posted, outbox.Missed, outbox.Failed, outbox.Unknown, outbox.Open, outbox.Open, outbox.Open} {
			p := newPost(today-when.Date(i), noon.Add(time.Duration(i)*time.Second))
			p.State = state
			posts = append(posts, p)
		}
		b.insert("1", posts...)
		want := map[outbox.State]int{outbox.Posted: 2, outbox.Missed: 1, outbox.Failed: 1, outbox.Unknown: 1, outbox.Open: 3}
		b.wantCount(noon.Add(5*time.Second), want, 0)
		b.wantCount(noon.Add(5*time.Second+time.Millisecond), want, 1)
		b.wantCount(noon.Add(time.Hour), want, 3)
		p := b.claim(noon.Add(time.Hour), "h") // a claimed post can be overdue
		b.wantCount(noon.Add(time.Hour), want, 3)
		p.FirstSent, p.NotBefore = time.Time{}, noon.Add(2*time.Hour) // Discord has refused it
		if held, err := b.Record(b.Context(), "h", p); err != nil || !held {
			b.Fatal(held, err)
		}
		b.wantCount(noon.Add(2*time.Hour), want, 2)
		b.wantCount(noon.Add(2*time.Hour+time.Millisecond), want, 3) // and nobody has tried again
	},
	"Close may be called twice": func(b *bench) {
		if err := b.Store.Close(); err != nil {
			b.Error(err)
		}
		_ = b.Store.Close()
		if err := b.Save(b.Context(), newSub("1", "g")); err == nil {
			b.Error("a closed store has saved")
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

// wantCount compares the counts. A state without posts may be there or not.
func (b *bench) wantCount(before time.Time, want map[outbox.State]int, wantOverdue int) {
	b.Helper()
	counts, overdue, err := b.Count(b.Context(), before)
	got := counts[schedule.Kind]
	maps.DeleteFunc(got, func(_ outbox.State, n int) bool { return n == 0 })
	if err != nil || !maps.Equal(got, want) || overdue != wantOverdue {
		b.Errorf("got %v, %d, %v; want %v, %d", got, overdue, err, want, wantOverdue)
	}
}
