// Package gateway is a client for Discord's gateway: the WebSocket over which Discord
// sends events to a bot. The client identifies without intents, so it gets
// interactions and hardly anything else.
//
//	client := gateway.New(gateway.Options{
//		Token: token,
//		Info:  info, // asks GET /gateway/bot
//		Log:   slog.Default(),
//		Event: func(name string, data []byte) { … },
//		…
//	})
//	err := client.Run(ctx) // until ctx ends, or Discord refuses the bot
//
// The client splits the connection into shards and keeps each shard connected. When
// its connection ends, a shard resumes its session at READY's resume_gateway_url.
// If the session cannot be resumed, the shard waits for its turn and identifies
// again. Between attempts it waits with jitter, longer each time.
//
// Nothing that Discord sends, or fails to send, ends or blocks the client: invalid
// packets are ignored, and sizes and times are limited. After some close codes
// connecting again cannot help; then Run returns a [CloseError].
//
// The dialer obeys HTTPS_PROXY, HTTP_PROXY and NO_PROXY, for http:// and socks5://
// proxies. The protocol is described at
// https://docs.discord.com/developers/events/gateway.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"chess960bot/internal/sleep"
)

// Options describe a client. All fields but Shards, IDs and Identify are required.
type Options struct {
	Token  string // the bot's token, without "Bot "
	Shards int    // total number of shards; 0 for Discord's recommendation
	IDs    []int  // the shards that this client connects, from 0; all if empty
	Log    *slog.Logger

	// Info asks Discord for GET /gateway/bot. An error is logged, and Info is called
	// again later: after a [RetryError] when its time has passed. After an error
	// that wraps [ErrTokenRejected] Info is not called again.
	Info func(context.Context) (Info, error)

	// Identify waits until a shard of a bucket may identify, after HELLO. A bucket has the
	// shards with the same id modulo max_concurrency. nil if no other client uses the
	// token: this client's own shards of a bucket identify one after the other anyway.
	Identify func(ctx context.Context, bucket int) error

	// Connected is called with true when a shard begins to receive events, and with
	// false when it stops, and before it connects for the first time.
	Connected func(shard int, up bool)
	// Ready is called when Discord has begun a session, with the ids of the bot's
	// user and of its application.
	Ready func(shard int, user, application string)
	// Resumed is called when Discord has resumed a session.
	Resumed func(shard int)
	// Event is called with the name of every other event, such as
	// INTERACTION_CREATE, and its data as JSON.
	//
	// The shard reads nothing while a callback runs, so callbacks must return at
	// once. Several shards may call at the same time.
	Event func(name string, data []byte)
}

// ErrTokenRejected is wrapped by errors that mean that Discord rejects the token.
var ErrTokenRejected = errors.New("Discord rejected the token")

// ErrTooFewShards is wrapped by the error of Run when the bot is in too many
// servers for its number of shards.
var ErrTooFewShards = errors.New("sharding required")

// A RetryError says when a failed request may be made again.
type RetryError struct {
	Err   error
	After time.Duration
}

// Error implements error.
func (e *RetryError) Error() string { return e.Err.Error() }

// Unwrap returns the request's error.
func (e *RetryError) Unwrap() error { return e.Err }

// A Client connects a bot to the gateway. [New] makes one.
type Client struct {
	options Options
	turns   *turns
	netDial func(ctx context.Context, network, address string) (net.Conn, error)

	mu     sync.Mutex
	shards []*shard // nil before their number is known
}

// New makes a client that is not yet connected.
func New(o Options) *Client {
	return &Client{options: o, turns: newTurns(o), netDial: http.DefaultTransport.(*http.Transport).DialContext}
}

// Run keeps the shards connected until the context ends. Then it closes the
// connections, which ends the sessions, and returns nil. It returns an error early
// only if trying again cannot help. Call Run once.
func (c *Client) Run(ctx context.Context) error {
	count, err := c.countShards(ctx)
	for err == nil && ctx.Err() == nil {
		err = c.connect(ctx, count)
		if !errors.Is(err, ErrTooFewShards) {
			return err
		}
		more, countErr := c.countShards(ctx)
		if countErr != nil {
			return countErr
		}
		if more <= count {
			return err
		}
		c.options.Log.Warn("the bot is in too many servers for its shards", "shards", count, "now", more)
		count, err = more, nil
	}
	return err
}

// countShards returns the total number of shards, or 0 if the context ended.
func (c *Client) countShards(ctx context.Context) (int, error) {
	if c.options.Shards != 0 {
		return c.options.Shards, nil
	}
	for retry := (backoff{}); ; {
		count, err := c.turns.recommended(ctx)
		if err == nil {
			return count, nil
		}
		if ctx.Err() != nil {
			return 0, nil
		}
		if IsFinal(err) {
			return 0, err
		}
		pause := retry.pause(ending{err: err})
		c.options.Log.Error("not connected to Discord", "reason", err, "again_in", rounded(pause))
		if !sleep.For(ctx, pause) {
			return 0, nil
		}
	}
}

// connect keeps this client's shards, out of count shards, connected until the
// context ends or Discord refuses one of them.
func (c *Client) connect(ctx context.Context, count int) error {
	ids := c.options.IDs
	if len(ids) == 0 {
		for id := range count {
			ids = append(ids, id)
		}
	}
	shards := make([]*shard, len(ids))
	for i, id := range ids {
		shards[i] = &shard{client: c, id: id, count: count, log: c.options.Log.With("shard", id)}
	}
	c.mu.Lock()
	c.shards = shards
	c.mu.Unlock()
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range shards {
		group.Go(func() error { return s.stayConnected(ctx) })
	}
	return group.Wait()
}

// Healthy returns nil if all shards receive events. Otherwise the error names those
// that do not.
func (c *Client) Healthy() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shards == nil {
		return errors.New("Discord has not told the bot yet how to connect")
	}
	var down []error
	for _, s := range c.shards {
		if !s.up.Load() {
			down = append(down, fmt.Errorf("shard %d of %d is not connected to Discord", s.id, s.count))
		}
	}
	return errors.Join(down...)
}

// Reconnect ends the connections, as if the network had lost them. The shards resume their
// sessions.
func (c *Client) Reconnect() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.shards {
		if conn := s.conn.Load(); conn != nil {
			conn.end(errDropped)
		}
	}
}

// rounded returns a duration for the log, in whole milliseconds.
func rounded(d time.Duration) string { return d.Round(time.Millisecond).String() }
