package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/internal/metrics"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
)

// Noon is the instant at which most cases happen, and Lease how long they lease a post.
var Noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const Lease = 90 * time.Second

// A Store is a database under test: that of one process, or of several that take turns.
type Store interface {
	store.DB
	outbox.Store
	outbox.Slots
	metrics.Database
	PruneSlots(ctx context.Context) error
	Close() error
}

// A Bench is a database under test, with methods that end or fail the test. Its posts are of the kind of
// [Bench.Insert].
type Bench struct {
	*testing.T
	Store
}

// Close hides the ambiguous methods of T and Store. The caller who opened the store closes it.
func (b *Bench) Close() {}

// Run runs cases on both kinds of database, all at the same time, each on one of its own: bench returns
// what a case uses of it. With shared, three processes also take turns on one PostgreSQL database.
func Run[B any](t *testing.T, shared bool, parts []store.Part, bench func(*Bench) B, cases map[string]func(B)) {
	t.Parallel()
	kinds := map[string]func(t *testing.T) Store{
		"SQLite":     func(t *testing.T) Store { return Open(t, SQLite(t), parts...) },
		"PostgreSQL": func(t *testing.T) Store { return Open(t, Postgres(t), parts...) },
	}
	if shared {
		kinds["PostgreSQL shared"] = func(t *testing.T) Store {
			address := Postgres(t)
			first := Open(t, address, parts...)
			return &turns{Store: first, stores: []Store{first, Open(t, address, parts...), Open(t, address, parts...)}}
		}
	}
	for kind, open := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for name, run := range cases {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					run(bench(&Bench{t, open(t)}))
				})
			}
		})
	}
}

// turns passes each call to the next of several stores of one database.
type turns struct {
	Store
	stores []Store
	calls  atomic.Int64
}

func (t *turns) next() Store { return t.stores[int(t.calls.Add(1))%len(t.stores)] }

func (t *turns) Transaction(ctx context.Context, f func(*store.Tx)) error {
	return t.next().Transaction(ctx, f)
}

func (t *turns) Execute(ctx context.Context, statement string, args ...any) error {
	return t.next().Execute(ctx, statement, args...)
}

func (t *turns) Reader() store.Querier { return t.next().Reader() }

func (t *turns) Claim(ctx context.Context, now time.Time, holder string, lease time.Duration, kinds ...string) (outbox.Post, bool, error) {
	return t.next().Claim(ctx, now, holder, lease, kinds...)
}

func (t *turns) Renew(ctx context.Context, holder string, p outbox.Post, until time.Time) (bool, error) {
	return t.next().Renew(ctx, holder, p, until)
}

func (t *turns) Record(ctx context.Context, holder string, p outbox.Post) (bool, error) {
	return t.next().Record(ctx, holder, p)
}

func (t *turns) Count(ctx context.Context, before time.Time) (map[string]map[outbox.State]int, int, error) {
	return t.next().Count(ctx, before)
}

func (t *turns) Prune(ctx context.Context, before time.Time) (int, error) {
	return t.next().Prune(ctx, before)
}

func (t *turns) Probe(ctx context.Context) error { return t.next().Probe(ctx) }

func (t *turns) Now(ctx context.Context) (time.Time, bool, error) { return t.next().Now(ctx) }

func (t *turns) ReserveSlots(ctx context.Context, purpose string, n int, apart time.Duration) (wait, limit time.Duration, err error) {
	return t.next().ReserveSlots(ctx, purpose, n, apart)
}

func (t *turns) ClaimSlot(ctx context.Context, purpose string, apart time.Duration) (wait time.Duration, err error) {
	return t.next().ClaimSlot(ctx, purpose, apart)
}

func (t *turns) LimitSlots(ctx context.Context, purpose string, limit time.Duration) error {
	return t.next().LimitSlots(ctx, purpose, limit)
}

func (t *turns) PruneSlots(ctx context.Context) error { return t.next().PruneSlots(ctx) }

func (t *turns) Close() error {
	var all []error
	for _, s := range t.stores {
		all = append(all, s.Close())
	}
	return errors.Join(all...)
}

// Kind is the kind of the posts of a [Bench].
const Kind = "daily"

// NewPost returns an open post, which is due at an instant.
func NewPost(number int, due time.Time) outbox.Post {
	return outbox.Post{Kind: Kind, Number: number, DueAt: due, ExpiresAt: due.Add(6 * time.Hour), State: outbox.Open}
}

// Insert plans posts of a channel, which is their subject, as a kind of posts does.
func Insert(ctx context.Context, db store.DB, channel string, posts ...outbox.Post) error {
	return db.Transaction(ctx, func(tx *store.Tx) {
		changes := store.Counts{}
		for _, p := range posts {
			p.Subject, p.Channel = channel, channel
			for _, state := range store.InsertAll(tx, p) {
				changes[store.Counted{Kind: p.Kind, State: state}]++
			}
		}
		store.AddCounts(tx, changes)
	})
}

// PostsOf returns the posts of a channel, the last one first.
func PostsOf(ctx context.Context, db store.DB, channel string) ([]outbox.Post, error) {
	return store.PostTable.Query(ctx, db.Reader(), store.PostTable.SelectSQL(`WHERE kind = $1 AND subject = $2 ORDER BY number DESC`), Kind, store.Text(channel))
}

// Insert is [Insert], which must succeed.
func (b *Bench) Insert(channel string, posts ...outbox.Post) {
	b.Helper()
	if err := Insert(b.Context(), b.Store, channel, posts...); err != nil {
		b.Fatal(err)
	}
}

// WantPosts compares a channel's posts, the last one first.
func (b *Bench) WantPosts(channel string, want ...outbox.Post) {
	b.Helper()
	got, err := PostsOf(b.Context(), b.Store, channel)
	if err != nil {
		b.Fatal(err)
	}
	if !slices.EqualFunc(got, want, SamePost) {
		b.Errorf("channel %s\ngot  %+v\nwant %+v", channel, got, want)
	}
}

// MustClaim claims a post. One must be free.
func (b *Bench) MustClaim(now time.Time, holder string) outbox.Post {
	b.Helper()
	p, ok, err := b.Claim(b.Context(), now, holder, Lease)
	if err != nil || !ok {
		b.Fatalf("claim: ok %t, error %v", ok, err)
	}
	return p
}

// WantNoClaim checks that no post can be claimed.
func (b *Bench) WantNoClaim(now time.Time) {
	b.Helper()
	if p, ok, err := b.Claim(b.Context(), now, "somebody", Lease); err != nil || ok {
		b.Errorf("claim: %+v, ok %t, error %v; want none", p, ok, err)
	}
}

// WantRecord records a post, and checks whether the lease was held.
func (b *Bench) WantRecord(holder string, p outbox.Post, want bool) {
	b.Helper()
	held, err := b.Record(b.Context(), holder, p)
	if err != nil || held != want {
		b.Errorf("record by %s: held %t, error %v; want held %t", holder, held, err, want)
	}
}

// WantCount compares the counts. A state without posts may be there or not.
func (b *Bench) WantCount(before time.Time, want map[outbox.State]int, wantOverdue int) {
	b.Helper()
	counts, overdue, err := b.Count(b.Context(), before)
	got := counts[Kind]
	maps.DeleteFunc(got, func(_ outbox.State, n int) bool { return n == 0 })
	if err != nil || !maps.Equal(got, want) || overdue != wantOverdue {
		b.Errorf("got %v, %d, %v; want %v, %d", got, overdue, err, want, wantOverdue)
	}
}

// WantPruned prunes, and compares how many posts were deleted.
func (b *Bench) WantPruned(before time.Time, want int) {
	b.Helper()
	if n, err := b.Prune(b.Context(), before); err != nil || n != want {
		b.Errorf("pruned %d, %v; want %d", n, err, want)
	}
}

// WantRecount compares the counts with the posts of all channels.
func (b *Bench) WantRecount() {
	b.Helper()
	posts, err := store.PostTable.Query(b.Context(), b.Reader(), store.PostTable.SelectSQL(`WHERE kind = $1`), Kind)
	if err != nil {
		b.Fatal(err)
	}
	want := map[outbox.State]int{}
	for _, p := range posts {
		want[p.State]++
	}
	counts, _, err := b.Count(b.Context(), Noon)
	got := counts[Kind]
	maps.DeleteFunc(got, func(_ outbox.State, n int) bool { return n == 0 })
	if err != nil || !maps.Equal(got, want) || len(want) == 0 {
		b.Errorf("counts %v, %v; want %v", got, err, want)
	}
}

// PlainPost converts instants to UTC, so that equal posts are equal with ==.
func PlainPost(p outbox.Post) outbox.Post {
	p.DueAt, p.ExpiresAt, p.FirstSent, p.NotBefore = p.DueAt.UTC(), p.ExpiresAt.UTC(), p.FirstSent.UTC(), p.NotBefore.UTC()
	return p
}

// SamePost compares posts. An empty channel in want matches every channel. The subject is the channel.
func SamePost(got, want outbox.Post) bool {
	if want.Channel == "" {
		want.Channel = got.Channel
	}
	want.Subject = want.Channel
	return PlainPost(got) == PlainPost(want)
}

// Together calls f in n goroutines with 0 to n-1, and returns when all are done.
func Together(n int, f func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

// Channel returns a channel's id. Ids sort by n.
func Channel(n int) string { return fmt.Sprintf("10%06d", n) }

// Hostile are texts that must be stored unchanged.
var Hostile = []string{
	"", " ", `'; DROP TABLE daily_sub; --`, `"quoted" 'twice''' \ \\ \x00 %s %d $1 ?1 :a @b`,
	"line\nline\r\ttab\x1b[31m", "♔ 棋 шахматы \U0001F3F3\uFE0F\u200D\U0001F308", "\u202Eright to left\u202C \u200Bnothing",
	"e\u0301 or é", "@everyone <@&1> <#2>", "NULL", "\uFFFD\uFEFF", strings.Repeat("long ♞ ", 20000),
}

// Broken are stored as the text beside them. No database may refuse them.
var Broken = map[string]string{
	"a\x00b\x00":        "a\uFFFDb\uFFFD",
	"x\xffy\xc3":        "x\uFFFDy\uFFFD",
	"\xed\xa0\x80 \x00": "\uFFFD \uFFFD",
}
