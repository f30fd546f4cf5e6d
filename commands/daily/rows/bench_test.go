package rows_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/storetest"
)

var ctx = context.Background()

const today = when.Date(20777) // of storetest.Noon

// A bench keeps daily posts in a database under test.
type bench struct {
	*storetest.Bench
	rows.Store
}

// cases run on databases of their own.
type cases map[string]func(*bench)

func (all cases) run(t *testing.T) {
	storetest.Run(t, true, []store.Part{rows.Part}, func(b *storetest.Bench) *bench { return &bench{b, rows.Of(b.Store)} }, all)
}

// open opens a database with the part of daily posts.
func open(t testing.TB, address string) *store.Store {
	return storetest.Open(t, address, rows.Part)
}

// newSub returns a subscription with something in every field, due at noon.
func newSub(channel, guild string) schedule.Sub {
	return schedule.Sub{
		Channel: channel, Guild: guild, Minute: 720, Zone: "Europe/Berlin",
		Theme: "green", View: "black", Role: "77", Thread: true, Board: schedule.CompactBoard,
		Status: schedule.Active, Trouble: outbox.Forbidden, Reason: "permission is missing", Missing: 1<<38 | 1<<15, FailingSince: storetest.Noon.Add(-48 * time.Hour),
		SetBy: "5", SetAt: storetest.Noon.Add(-1000 * time.Hour),
		NextDate: today, NextAt: storetest.Noon,
	}
}

// tomorrow is the usual plan: one post, of NextDate, and then the next day.
func tomorrow(s schedule.Sub, _ int) schedule.Planned {
	return schedule.Planned{
		Posts:    []outbox.Post{newPost(s.NextDate, s.NextAt)},
		NextDate: s.NextDate + 1, NextAt: s.NextAt.Add(24 * time.Hour),
	}
}

// save saves subscriptions.
func (b *bench) save(subs ...schedule.Sub) {
	b.Helper()
	for _, s := range subs {
		if err := b.Save(b.Context(), s); err != nil {
			b.Fatal(err)
		}
	}
}

// wantSub compares a channel's subscription.
func (b *bench) wantSub(want schedule.Sub) {
	b.Helper()
	got, err := b.Sub(b.Context(), want.Channel)
	if err != nil {
		b.Fatal(err)
	}
	if plainSub(got) != plainSub(want) {
		b.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// wantNone checks that a channel has no subscription.
func (b *bench) wantNone(channel string) {
	b.Helper()
	if got, err := b.Sub(b.Context(), channel); !errors.Is(err, schedule.ErrNotFound) {
		b.Errorf("got %+v, %v; want ErrNotFound", got, err)
	}
}

// wantPosts compares a channel's posts, the newest first.
func (b *bench) wantPosts(channel string, want ...outbox.Post) {
	b.Helper()
	got, err := b.Posts(b.Context(), channel, 100)
	if err != nil {
		b.Fatal(err)
	}
	if !slices.EqualFunc(got, want, sameDaily) {
		b.Errorf("channel %s\ngot  %+v\nwant %+v", channel, got, want)
	}
}

// plan calls Plan, which must succeed.
func (b *bench) plan(now time.Time, limit int, plan func(s schedule.Sub, crowd int) schedule.Planned) int {
	b.Helper()
	n, err := b.Plan(b.Context(), now, limit, plan)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// planAll calls Plan until n subscriptions are planned. One Plan may skip some, while
// another transaction holds their rows.
func (b *bench) planAll(now time.Time, n int, plan func(s schedule.Sub, crowd int) schedule.Planned) {
	b.Helper()
	planned := 0
	for deadline := time.Now().Add(10 * time.Second); planned < n && time.Now().Before(deadline); {
		planned += b.plan(now, n, plan)
	}
	if planned != n {
		b.Errorf("planned %d subscriptions, want %d", planned, n)
	}
}

// insert saves a subscription for the channel and plans exactly these posts.
func (b *bench) insert(channel string, posts ...outbox.Post) {
	b.Helper()
	s := newSub(channel, "guild of "+channel)
	s.NextAt = storetest.Noon.Add(-1000 * time.Hour)
	s.SetAt = s.NextAt.Add(time.Hour) // so that Plan does not delete missed posts
	b.save(s)
	n := b.plan(s.NextAt, 1, func(schedule.Sub, int) schedule.Planned {
		return schedule.Planned{Posts: posts, NextDate: today + 1, NextAt: storetest.Noon.Add(24 * time.Hour)}
	})
	if n != 1 {
		b.Fatalf("planned %d subscriptions, want 1", n)
	}
}

// plainSub and plainPost convert instants to UTC, so that equal values are equal
// with ==.
func plainSub(s schedule.Sub) schedule.Sub {
	s.FailingSince, s.SetAt, s.NextAt = s.FailingSince.UTC(), s.SetAt.UTC(), s.NextAt.UTC()
	return s
}

// sameDaily compares the posts of a channel.
func sameDaily(got schedule.Post, want outbox.Post) bool { return storetest.SamePost(got.Post, want) }

// subOf returns a plain subscription, of a channel in a server of its own.
func subOf(channel string) schedule.Sub {
	return schedule.Sub{Channel: channel, Guild: "guild of " + channel, Status: schedule.Active, SetAt: storetest.Noon, NextDate: today, NextAt: storetest.Noon}
}

// newPost returns an open daily post, due at the given instant.
func newPost(d when.Date, due time.Time) outbox.Post { return storetest.NewPost(int(d), due) }
