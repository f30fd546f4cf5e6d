package store_test

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
)

// turns passes each call to the next of several stores, except those of events.
type turns struct {
	Store
	stores []Store
	calls  atomic.Int64
}

func (t *turns) next() Store { return t.stores[int(t.calls.Add(1))%len(t.stores)] }

func (t *turns) Save(ctx context.Context, s schedule.Sub) error { return t.next().Save(ctx, s) }

func (t *turns) Sub(ctx context.Context, channel string) (schedule.Sub, error) {
	return t.next().Sub(ctx, channel)
}

func (t *turns) Subs(ctx context.Context, guild string) ([]schedule.Sub, error) {
	return t.next().Subs(ctx, guild)
}

func (t *turns) Active(ctx context.Context) ([]schedule.Sub, error) { return t.next().Active(ctx) }

func (t *turns) Remove(ctx context.Context, channel string, at time.Time) error {
	return t.next().Remove(ctx, channel, at)
}

func (t *turns) Update(ctx context.Context, channel string, update func(*schedule.Sub)) error {
	return t.next().Update(ctx, channel, update)
}

func (t *turns) Plan(ctx context.Context, now time.Time, limit int, plan func(schedule.Sub, int) schedule.Planned) (int, error) {
	return t.next().Plan(ctx, now, limit, plan)
}

func (t *turns) Claim(ctx context.Context, now time.Time, holder string, lease time.Duration, kinds ...string) (outbox.Post, bool, error) {
	return t.next().Claim(ctx, now, holder, lease, kinds...)
}

func (t *turns) Renew(ctx context.Context, holder string, p outbox.Post, until time.Time) (bool, error) {
	return t.next().Renew(ctx, holder, p, until)
}

func (t *turns) Record(ctx context.Context, holder string, p outbox.Post) (bool, error) {
	return t.next().Record(ctx, holder, p)
}

func (t *turns) Posts(ctx context.Context, channel string, limit int) ([]schedule.Post, error) {
	return t.next().Posts(ctx, channel, limit)
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
