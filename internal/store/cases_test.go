package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/commands/event/evening"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/metrics"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// A Store keeps subscriptions, events, posts, and what the quiz needs.
type Store interface {
	schedule.Store
	evening.Store
	outbox.Store
	metrics.Database
	outbox.Slots
	training.Store
	PruneSlots(ctx context.Context) error
	Close() error
}

// Cases say what every store must do, by sentences of the contract or the reasons behind
// them. Each runs on a store of its own.
type cases map[string]func(b *bench)

// run runs all cases on some kinds of database, all at the same time.
func (all cases) run(t *testing.T, kinds ...kind) {
	t.Parallel()
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for name, run := range all {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					run(&bench{T: t, Store: k.open(t)})
				})
			}
		})
	}
}

// A kind of database opens an empty store until the test ends.
type kind struct {
	name string
	open func(t *testing.T) Store
}

var both = []kind{
	{"SQLite", func(t *testing.T) Store { return wholeOf(open(t, storetest.SQLite(t))) }},
	{"PostgreSQL", func(t *testing.T) Store { return wholeOf(open(t, storetest.Postgres(t))) }},
}

// Several processes on one database behave like one: three stores take turns.
var bothAndShared = append(both, kind{"PostgreSQL shared", func(t *testing.T) Store {
	address := storetest.Postgres(t)
	first := wholeOf(open(t, address))
	return &turns{Store: first, stores: []Store{first, wholeOf(open(t, address)), wholeOf(open(t, address))}}
}})

// A bench is a store under test, with methods that end the test on an error.
type bench struct {
	*testing.T
	Store
}

// Close hides the ambiguous methods of T and Store. The caller who opened the store
// closes it.
func (b *bench) Close() {}

// noon is the instant at which most cases happen.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const today = when.Date(20777) // of noon

// newSub returns a subscription with something in every field, due at noon.
func newSub(channel, guild string) schedule.Sub {
	return schedule.Sub{
		Channel: channel, Guild: guild, Minute: 720, Zone: "Europe/Berlin",
		Theme: "green", View: "black", Role: "77", Thread: true, Board: schedule.CompactBoard,
		Status: schedule.Active, Trouble: outbox.Forbidden, Reason: "permission is missing", Missing: 1<<38 | 1<<15, FailingSince: noon.Add(-48 * time.Hour),
		SetBy: "5", SetAt: noon.Add(-1000 * time.Hour),
		NextDate: today, NextAt: noon,
	}
}

// newPost returns an open daily post, due at the given instant.
func newPost(d when.Date, due time.Time) outbox.Post {
	return outbox.Post{Kind: schedule.Kind, Number: int(d), DueAt: due, ExpiresAt: due.Add(6 * time.Hour), State: outbox.Open}
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
	s.NextAt = noon.Add(-1000 * time.Hour)
	s.SetAt = s.NextAt.Add(time.Hour) // so that Plan does not delete missed posts
	b.save(s)
	n := b.plan(s.NextAt, 1, func(schedule.Sub, int) schedule.Planned {
		return schedule.Planned{Posts: posts, NextDate: today + 1, NextAt: noon.Add(24 * time.Hour)}
	})
	if n != 1 {
		b.Fatalf("planned %d subscriptions, want 1", n)
	}
}

// claim claims a post. One must be free.
func (b *bench) claim(now time.Time, holder string) outbox.Post {
	b.Helper()
	p, ok, err := b.Claim(b.Context(), now, holder, lease)
	if err != nil || !ok {
		b.Fatalf("claim: ok %t, error %v", ok, err)
	}
	return p
}

const lease = 90 * time.Second

// wantNoClaim checks that no post can be claimed.
func (b *bench) wantNoClaim(now time.Time) {
	b.Helper()
	if p, ok, err := b.Claim(b.Context(), now, "somebody", lease); err != nil || ok {
		b.Errorf("claim: %+v, ok %t, error %v; want none", p, ok, err)
	}
}

// wantRecord records a post and checks whether the lease was held.
func (b *bench) wantRecord(holder string, p outbox.Post, want bool) {
	b.Helper()
	held, err := b.Record(b.Context(), holder, p)
	if err != nil || held != want {
		b.Errorf("record by %s: held %t, error %v; want held %t", holder, held, err, want)
	}
}

// plainSub and plainPost convert instants to UTC, so that equal values are equal
// with ==.
func plainSub(s schedule.Sub) schedule.Sub {
	s.FailingSince, s.SetAt, s.NextAt = s.FailingSince.UTC(), s.SetAt.UTC(), s.NextAt.UTC()
	return s
}

func plainPost(p outbox.Post) outbox.Post {
	p.DueAt, p.ExpiresAt, p.FirstSent, p.NotBefore = p.DueAt.UTC(), p.ExpiresAt.UTC(), p.FirstSent.UTC(), p.NotBefore.UTC()
	return p
}

// sameDaily compares the posts of a channel.
func sameDaily(got schedule.Post, want outbox.Post) bool { return samePost(got.Post, want) }

// samePost compares posts. An empty channel in want matches every channel. The subject is
// the channel.
func samePost(got, want outbox.Post) bool {
	if want.Channel == "" {
		want.Channel = got.Channel
	}
	want.Subject = want.Channel
	return plainPost(got) == plainPost(want)
}

// together calls f in n goroutines with 0 to n-1, and returns when all are done.
func together(n int, f func(i int)) {
	done := make(chan bool)
	for i := range n {
		go func() {
			defer func() { done <- true }()
			f(i)
		}()
	}
	for range n {
		<-done
	}
}

// rowCount returns a large number of rows: n in long runs, a tenth of n in others.
func rowCount(n int) int { return testrun.Choose(n/10, n) }

// channel returns a channel's id. Ids sort by n.
func channel(n int) string { return fmt.Sprintf("10%06d", n) }

// cancelled returns a context that has ended.
func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
