package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"chess960bot/internal/discord/gateway"
	"chess960bot/internal/outbox"
	"chess960bot/internal/sleep"
)

// newGateway makes the gateway client. It passes interactions to receive.
func (b *Bot) newGateway(o Options) *gateway.Client {
	return gateway.New(gateway.Options{
		Token: o.Token, Shards: o.Shards, IDs: o.ShardIDs, Log: o.Log,
		Info:      b.api.Gateway,
		Identify:  identifySlots{o.Slots, b.overlap, o.Log}.wait,
		Connected: o.Metrics.Connected,
		Ready: func(_ int, user, application string) {
			o.Metrics.Identified()
			b.setIdentity(user, application)
		},
		Resumed: func(int) { o.Metrics.Resumed() },
		Event: func(name string, data []byte) {
			if name == "INTERACTION_CREATE" {
				b.receive(data)
			}
		},
	})
}

// identifySlots lets the processes that share a database identify one after the other.
type identifySlots struct {
	slots   outbox.Slots // nil for a process that shares none
	overlap *overlap
	log     *slog.Logger
}

// identifyApart is the time between two shards of a bucket that identify. Discord asks for
// 5 s. The rest is for packets that travel for different times.
const identifyApart = 5500 * time.Millisecond

// wait waits until a shard of a bucket may identify. A process that is killed while it waits
// keeps no turn from the others. Without an answer of the database the shard identifies at
// once: if that is too early, Discord refuses and the shard tries again.
func (i identifySlots) wait(ctx context.Context, bucket int) error {
	if i.slots == nil {
		return nil
	}
	if err := i.overlap.wait(ctx); err != nil {
		return err
	}
	for {
		pause, err := i.claim(ctx, bucket)
		if err != nil {
			i.log.Warn("connecting to Discord without waiting for other processes", "error", err)
		}
		if err != nil || pause == 0 {
			return ctx.Err()
		}
		if !sleep.For(ctx, pause) {
			return ctx.Err()
		}
	}
}

func (i identifySlots) claim(ctx context.Context, bucket int) (pause time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, identifyApart)
	defer cancel()
	return i.slots.ClaimSlot(ctx, fmt.Sprint("identify ", bucket), identifyApart)
}

// stayConnected stays connected to the gateway until the context ends. Its error
// says what the operator can do.
func (b *Bot) stayConnected(ctx context.Context) error {
	b.log.Info("connecting", "api", b.api.URL())
	err := b.gateway.Run(ctx)
	switch {
	case errors.Is(err, gateway.ErrTokenRejected):
		return errTokenRejected
	case errors.Is(err, gateway.ErrTooFewShards):
		return fmt.Errorf("the bot is in too many servers for its shards; set DISCORD_SHARDS to auto, or to a larger number: %w", err)
	}
	return err
}

// Check returns nil if people can use the bot. Otherwise the error says why they
// cannot: no connection to Discord, or commands that are not registered.
func (b *Bot) Check(context.Context) error {
	select {
	case <-b.identified:
	default:
		return errors.New("Discord has not told the bot its ids yet")
	}
	var problems []error
	if b.gateway != nil {
		problems = append(problems, b.gateway.Healthy())
	}
	if err := b.registration.Load(); err != nil && *err != nil {
		problems = append(problems, fmt.Errorf("the commands are not registered: %w", *err))
	}
	return errors.Join(problems...)
}
