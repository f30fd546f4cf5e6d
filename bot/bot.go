// Package bot connects the commands to Discord. It is the only package that
// knows a session: interactions come in over the gateway, are turned into
// [commands.Request] values and answered in a bounded number of goroutines;
// replies go out as requests of our own making, because discordgo's structs
// lack fields that Discord has (an attachment's description, the flags of an
// edit). Instead of over the gateway, interactions may come as HTTP requests of
// Discord's to [Bot.Interactions]; the replies are the responses then.
//
// [New] makes a Bot, [Bot.Run] runs it until its context ends. Call
// [BridgeLogs] once before, so that discordgo logs where everything else does.
package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"chess960bot/commands"
	"chess960bot/internal/metrics"
)

// Options say whom to connect as, where to, and what to answer with.
type Options struct {
	Token    string   // the bot's token, without "Bot "
	APIURL   *url.URL // where Discord's API is, normally https://discord.com
	GuildID  string   // register the commands in this server alone; "" for everywhere
	Shards   int      // into how many the connection is split; 0 for as many as Discord recommends
	ShardIDs []int    // those of the shards that this process connects; all if there are none
	Commands []commands.Command
	Log      *slog.Logger
	Metrics  *metrics.Metrics // nil counts nothing

	RateUser, RateGuild Rate // how often each person and each server is answered

	// NoGateway is for a bot that gets its interactions by Bot.Interactions
	// alone.
	NoGateway bool
}

const (
	workers   = 64              // interactions answered at the same time
	queueSize = 1024            // interactions that may wait for a worker
	farewell  = 5 * time.Second // for what is in flight when the bot stops
)

// A Bot answers interactions. Make it with New.
type Bot struct {
	log      *slog.Logger
	api      string // where it connects to, for the log
	token    string
	guildID  string
	commands map[string]commands.Command
	defs     []commands.Definition
	metrics  *metrics.Metrics
	meet     func(context.Context) error // finds out who the bot is, and stays in touch

	http       *http.Client
	rest       *discordgo.Session // for requests alone
	identifies *identifies
	gateway    gateway

	limits   *limits
	seen     recent[struct{}] // ids of interactions
	shed     atomic.Int64     // interactions dropped since the last warning
	queue    chan *interaction
	stopping chan struct{} // closed when the workers are to finish
	rejected chan error    // that Discord takes no request any more

	introduced  sync.Once
	known       chan struct{} // closed when application and self are known
	application string        // id of the application
	self        string        // id of the bot's user
}

// New makes a bot that is not yet connected.
func New(o Options) (*Bot, error) {
	client := newHTTPClient(o)
	rest, err := newSession(o.Token, client)
	if err != nil {
		return nil, err
	}
	b := &Bot{
		log:      o.Log,
		api:      o.APIURL.String(),
		token:    o.Token,
		guildID:  o.GuildID,
		commands: make(map[string]commands.Command),
		http:     client,
		rest:     rest,
		metrics:  o.Metrics,
		gateway:  gateway{count: o.Shards, ids: o.ShardIDs},
		limits:   newLimits(o.RateUser, o.RateGuild),
		queue:    make(chan *interaction, queueSize),
		stopping: make(chan struct{}),
		rejected: make(chan error, 1),
		known:    make(chan struct{}),
	}
	b.seen.size = queueSize
	b.identifies = &identifies{ask: b.gatewayInfo, log: o.Log}
	b.meet = b.stayConnected
	if o.NoGateway {
		b.meet = b.askIdentity
	}
	for _, c := range o.Commands {
		b.commands[c.Def.Name] = c
		b.defs = append(b.defs, c.Def)
		b.metrics.Expect(c.Def.Name)
	}
	b.metrics.Expect(metrics.Other)
	return b, nil
}

// Run connects and answers until the context ends; then it finishes what is in
// flight, for at most five seconds, and returns nil. It returns an error early
// only where trying again cannot help, such as a rejected token.
func (b *Bot) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	var answering, background sync.WaitGroup
	for range workers {
		answering.Go(b.work)
	}
	background.Go(func() {
		if err := b.meet(ctx); err != nil {
			cancel(err)
		}
	})
	background.Go(func() {
		if err := b.keepRegistered(ctx); err != nil {
			cancel(err)
		}
	})

	background.Go(func() { b.confess(ctx) })
	background.Go(func() {
		select {
		case err := <-b.rejected:
			cancel(err)
		case <-ctx.Done():
		}
	})

	<-ctx.Done()
	until := time.Now().Add(farewell)
	waitFor(&background, time.Until(until)) // the connection is closed
	close(b.stopping)
	if !waitFor(&answering, time.Until(until)) {
		b.log.Warn("stopped with answers unfinished")
	}
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

func waitFor(group *sync.WaitGroup, limit time.Duration) bool {
	done := make(chan struct{})
	go func() {
		group.Wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}

// introduce notes the ids of the bot's user and of its application, the first
// time that Discord says them.
func (b *Bot) introduce(self, application string) {
	b.introduced.Do(func() {
		b.self, b.application = self, application
		close(b.known)
	})
}

// reject ends the bot if an error says that Discord takes its token no more. With
// a code of Discord's, a 401 is about an interaction's token instead.
func (b *Bot) reject(err error) {
	if end := fatal(err); end != nil && code(err) == 0 {
		select {
		case b.rejected <- end:
		default: // said already
		}
	}
}

// fatalCloses are the gateway's close codes after which connecting again is no
// use, with the reasons that Discord's documentation gives.
var fatalCloses = map[int]error{
	4010: errors.New("invalid shard"),
	4011: errMoreShards,
	4012: errors.New("invalid API version"),
	4013: errors.New("invalid intents"),
	4014: errors.New("disallowed intents"),
}

// errMoreShards is why Discord refuses the connections of a bot that has come into
// too many servers for them.
var errMoreShards = errors.New("sharding required: the bot is in too many servers for its shards; set DISCORD_SHARDS to auto, or to a larger number")

// fatal returns an error worth stopping for where err is one that trying again
// cannot mend, and nil where it can.
func fatal(err error) error {
	const authenticationFailed = 4004
	closed, _ := errors.AsType[*websocket.CloseError](err)
	refused, _ := errors.AsType[*discordgo.RESTError](err)
	switch {
	case closed != nil && closed.Code == authenticationFailed,
		refused != nil && refused.Response.StatusCode == http.StatusUnauthorized:
		return errors.New("Discord rejected the token: reset it at https://discord.com/developers/applications under “Bot” and put the new one into DISCORD_TOKEN")
	case closed != nil && fatalCloses[closed.Code] != nil:
		return fmt.Errorf("Discord refuses the connection for good: %w (close code %d)", fatalCloses[closed.Code], closed.Code)
	}
	return nil
}
