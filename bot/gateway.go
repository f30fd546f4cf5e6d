package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"
)

// gateway is the bot's connection to Discord's gateway, split into shards.
type gateway struct {
	count int   // of all shards, 0 for as many as Discord recommends
	ids   []int // of the shards of this process, all if there are none

	mu     sync.Mutex
	shards []*shard // nil before Discord has said how many
}

// stayConnected connects all shards of this process, and again whenever one is
// lost, until the context ends. An error says that trying again is of no use.
func (b *Bot) stayConnected(ctx context.Context) error {
	b.log.Info("connecting", "api", b.api)
	var shards []*shard
	err := b.insist(ctx, func(ctx context.Context) (err error) {
		shards, err = b.split(ctx)
		return err
	})
	if err != nil {
		return err
	}
	b.gateway.mu.Lock()
	b.gateway.shards = shards
	b.gateway.mu.Unlock()
	connected, ctx := errgroup.WithContext(ctx)
	for _, s := range shards {
		connected.Go(func() error { return s.stayConnected(ctx) })
	}
	return connected.Wait()
}

// split makes the shards of this process.
func (b *Bot) split(ctx context.Context) ([]*shard, error) {
	count, ids := b.gateway.count, b.gateway.ids
	if count == 0 {
		info, err := b.gatewayInfo(ctx)
		if err != nil {
			return nil, err
		}
		count = info.Shards
	}
	if len(ids) == 0 {
		for id := range count {
			ids = append(ids, id)
		}
	}
	shards := make([]*shard, len(ids))
	for i, id := range ids {
		shards[i] = &shard{bot: b, id: id, count: count}
	}
	return shards, nil
}

// Alive returns an error that says what keeps interactions from coming, such as
// shards that are not connected; nil if nothing does.
func (b *Bot) Alive() error {
	select {
	case <-b.known:
	default:
		return errors.New("Discord has not said yet who the bot is")
	}
	b.gateway.mu.Lock()
	defer b.gateway.mu.Unlock()
	var dead []error
	for _, s := range b.gateway.shards {
		if !s.living() {
			dead = append(dead, fmt.Errorf("shard %d of %d is not connected to Discord", s.id, s.count))
		}
	}
	return errors.Join(dead...)
}
