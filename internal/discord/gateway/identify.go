package gateway

import (
	"context"
	"fmt"
	"sync"
	"time"

	"chess960bot/internal/sleep"
)

// Info is Discord's answer to GET /gateway/bot: the address of the gateway, and how
// often a bot may identify. Discord resets the token of a bot that identifies more
// often.
type Info struct {
	URL            string        // such as wss://gateway.discord.gg
	Shards         int           // the number that Discord recommends
	Remaining      int           // new sessions allowed until the reset
	ResetAfter     time.Duration // the time until the reset
	MaxConcurrency int           // shards that may identify within 5 s
}

const (
	identifySpacing = 5 * time.Second // between shards of the same bucket
	longestReset    = 24 * time.Hour  // Discord's period for the limit
	mostShards      = 10_000          // more than any bot has
)

// turns makes shards identify one after the other, as Discord's session start limit
// requires. Shards with the same id modulo max_concurrency share a bucket.
type turns struct {
	options Options // Identify is never nil

	mu      sync.Mutex // also held while waiting for the reset
	info    Info
	asked   time.Time              // when info was requested
	buckets map[int]chan time.Time // each holds the time of its last IDENTIFY; empty during a turn
}

func newTurns(o Options) *turns {
	if o.Identify == nil {
		o.Identify = func(context.Context, int) error { return nil }
	}
	return &turns{options: o, buckets: map[int]chan time.Time{}}
}

// A turn allows one shard to identify at an address. It must end with use or
// giveBack.
type turn struct {
	address string
	others  func(context.Context) error // waits for other clients
	bucket  chan time.Time
	last    time.Time
	once    sync.Once
}

// use ends the turn by identifying. It waits until other clients let the shard identify.
func (t *turn) use(ctx context.Context) error {
	if err := t.others(ctx); err != nil {
		return err
	}
	t.once.Do(func() { t.bucket <- time.Now() })
	return nil
}

// giveBack ends the turn. It does nothing after use.
func (t *turn) giveBack() { t.once.Do(func() { t.bucket <- t.last }) }

// acquire waits for a shard's turn.
func (t *turns) acquire(ctx context.Context, shard int) (*turn, error) {
	n, bucket, err := t.bucket(ctx, shard)
	if err != nil {
		return nil, err
	}
	acquired := &turn{bucket: bucket, others: func(ctx context.Context) error { return t.options.Identify(ctx, n) }}
	select {
	case acquired.last = <-bucket:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if !sleep.For(ctx, time.Until(acquired.last.Add(identifySpacing))) {
		acquired.giveBack()
		return nil, ctx.Err()
	}
	if acquired.address, err = t.acquireStart(ctx); err != nil {
		acquired.giveBack()
		return nil, err
	}
	return acquired, nil
}

// bucket returns the number of a shard's bucket, and the bucket.
func (t *turns) bucket(ctx context.Context, shard int) (int, chan time.Time, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.refresh(ctx); err != nil {
		return 0, nil, err
	}
	n := shard % t.info.MaxConcurrency
	if t.buckets[n] == nil {
		t.buckets[n] = make(chan time.Time, 1)
		t.buckets[n] <- time.Time{}
	}
	return n, t.buckets[n], nil
}

// acquireStart uses one of the remaining session starts and returns the address of the
// gateway. If no start is left, it waits for the reset.
func (t *turns) acquireStart(ctx context.Context) (address string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		if err := t.refresh(ctx); err != nil {
			return "", err
		}
		if t.info.Remaining > 0 {
			t.info.Remaining--
			return t.info.URL, nil
		}
		pause := min(max(t.info.ResetAfter, firstWait), longestReset)
		t.options.Log.Error("Discord allows no further session; waiting until it does", "again_in", rounded(pause))
		if !sleep.For(ctx, pause) {
			return "", ctx.Err()
		}
		t.asked = time.Time{}
	}
}

// recommended asks Discord how many shards the bot should have.
func (t *turns) recommended(ctx context.Context) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked = time.Time{}
	err := t.refresh(ctx)
	return t.info.Shards, err
}

// refresh requests the info again, unless it was requested a moment ago. Between two
// requests Remaining is decremented locally: Discord has not yet counted shards that
// are about to identify.
func (t *turns) refresh(ctx context.Context) error {
	if time.Since(t.asked) <= identifySpacing {
		return nil
	}
	info, err := t.options.Info(ctx)
	if err != nil {
		return err
	}
	if info.Shards < 1 || info.Shards > mostShards || info.MaxConcurrency < 1 {
		return fmt.Errorf("Discord's answer has an impossible number of shards: %d, of which %d may identify at a time",
			info.Shards, info.MaxConcurrency)
	}
	if err := checkAddress(info.URL); err != nil {
		return err
	}
	t.info, t.asked = info, time.Now()
	return nil
}
