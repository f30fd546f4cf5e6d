package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"chess960bot/internal/discordapi"
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
	b.log.Info("connecting", "api", b.api.URL())
	shards, err := b.split(ctx)
	for err == nil && ctx.Err() == nil {
		err = b.connectAll(ctx, shards)
		if !errors.Is(err, errMoreShards) || b.gateway.count != 0 {
			return err
		}
		more, splitErr := b.split(ctx)
		if splitErr != nil || len(more) <= len(shards) {
			return cmp.Or(splitErr, err)
		}
		b.log.Warn("the bot has come into too many servers for its shards", "shards", len(shards), "now", len(more))
		shards, err = more, nil
	}
	return err
}

// connectAll keeps shards connected until the context ends or one of them cannot
// be.
func (b *Bot) connectAll(ctx context.Context, shards []*shard) error {
	b.gateway.mu.Lock()
	b.gateway.shards = shards
	b.gateway.mu.Unlock()
	connected, ctx := errgroup.WithContext(ctx)
	for _, s := range shards {
		connected.Go(func() error { return s.stayConnected(ctx) })
	}
	return connected.Wait()
}

// split makes the shards of this process, none if the context ends first.
func (b *Bot) split(ctx context.Context) ([]*shard, error) {
	count, ids := b.gateway.count, b.gateway.ids
	err := discordapi.Insist(ctx, b.log, func(ctx context.Context) error {
		if count != 0 {
			return nil
		}
		info, err := b.api.Gateway(ctx)
		if err == nil {
			count = info.Shards
		}
		return err
	})
	if err != nil || ctx.Err() != nil {
		return nil, err
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
	case <-b.identified:
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
