// Package bot connects the commands to Discord. Interactions arrive over the gateway,
// or over HTTP through [Bot.Answer]. A fixed number of goroutines turn them into
// [chat.Request] values, run the commands, and send the replies. [Channels] sends
// the daily posts.
//
// [New] makes a Bot. [Bot.Run] runs the bot until its context ends.
package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/gateway"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/languages"
	"chess960bot/internal/metrics"
	"chess960bot/internal/outbox"
	"chess960bot/internal/recent"
)

// Options configure a Bot.
type Options struct {
	Token  string   // the bot's token, without "Bot "
	APIURL *url.URL // where Discord's API is, normally https://discord.com
	// UserAgent names this program in its requests: see [rest.Options].
	UserAgent string
	GuildID   string       // register the commands only in this server; "" for everywhere
	Shards    int          // number of shards of the gateway connection; 0 for Discord's recommendation
	ShardIDs  []int        // the shards that this process connects; empty for all of them
	Slots     outbox.Slots // when shards may identify; nil if no other process connects some
	Commands  []chat.Command
	Log       *slog.Logger
	Metrics   *metrics.Metrics // nil counts nothing
	// Languages are those that servers have set; nil if all read in their own.
	Languages *languages.Servers

	RateUser, RateGuild Rate // how often each person and each server is answered

	NoGateway bool // do not connect to the gateway: interactions arrive only through Bot.Answer

	AnswerTime time.Duration // from an interaction to its answer; 0 for the three seconds that Discord allows
	StopTime   time.Duration // how long a stopping bot may still answer
}

// A Bot answers interactions. New makes one.
type Bot struct {
	log                  *slog.Logger
	api                  *rest.Client
	guildID              string
	answerTime, stopTime time.Duration
	commands             map[string]chat.Command
	buttons              map[string]chat.Command          // by the first field of a custom id
	mentions             atomic.Pointer[strings.Replacer] // turns names of commands into mentions
	offered              []chat.Command                   // to be registered, without the hidden ones
	metrics              *metrics.Metrics
	languages            *languages.Servers          // nil for none
	identify             func(context.Context) error // learns the bot's ids; with a gateway, also stays connected

	gateway *gateway.Client // nil if interactions come over HTTP
	late    sync.WaitGroup  // replies that people wait for
	overlap *overlap        // nil if no other process gets this one's interactions

	limits *limits
	shown  shown
	seen   recent.Set // ids of interactions
	queue  *queue
	stop   context.CancelCauseFunc // ends Run with an error; Run sets it

	registration        atomic.Pointer[error] // result of the last attempt; nil before
	overload, overLimit atomic.Int64          // interactions dropped since the last warning
	answeredElsewhere   atomic.Int64          // interactions that another program answered since the last warning

	identifyOnce  sync.Once
	identified    chan struct{} // closed once the ids are known
	applicationID string
	userID        string // of the bot
}

// New makes a bot that is not yet connected.
func New(o Options) *Bot {
	b := &Bot{
		log: o.Log,
		api: rest.New(rest.Options{
			Token: o.Token, UserAgent: o.UserAgent, URL: o.APIURL, Log: o.Log,
			Observe: o.Metrics.Requested, Share: shareRefusals(o.Slots),
		}),
		guildID:    o.GuildID,
		answerTime: cmp.Or(o.AnswerTime, discordgo.InteractionDeadline),
		stopTime:   o.StopTime,
		commands:   make(map[string]chat.Command),
		buttons:    make(map[string]chat.Command),
		metrics:    o.Metrics,
		languages:  o.Languages,
		limits:     newLimits(o.RateUser, o.RateGuild),
		queue:      newQueue(),
		identified: make(chan struct{}),
	}
	b.seen.Size = queueSize
	b.overlap = newOverlap(o)
	b.identify = b.askIdentity
	if !o.NoGateway {
		b.gateway = b.newGateway(o)
		b.identify = b.stayConnected
	}
	for _, c := range o.Commands {
		b.commands[c.Name] = c
		if !c.Hidden {
			b.offered = append(b.offered, c)
			b.metrics.Expect(c.Name)
		}
		for _, p := range c.Presses {
			b.buttons[p.Name] = c
			b.metrics.Expect(p.Name)
			b.limits.crowd[p.Name] = p.Crowd
		}
	}
	b.metrics.Expect(metrics.Other)
	b.mentions.Store(chat.Mentions(b.offered, nil))
	return b
}

// Run connects and answers until the context ends. Then it finishes interactions in
// progress, for at most StopTime, and returns nil. It returns an error early only if
// trying again cannot help, such as after a rejected token.
func (b *Bot) Run(ctx context.Context) error {
	ctx, b.stop = context.WithCancelCause(ctx)
	defer b.stop(nil)

	var answering, background sync.WaitGroup
	sending := make(chan struct{}, sentAtOnce)
	for range workers {
		answering.Go(func() {
			for i, ok := b.queue.next(); ok; i, ok = b.queue.next() {
				send := b.process(i)
				sending <- struct{}{}
				answering.Go(func() {
					send()
					b.queue.done(i)
					<-sending
				})
			}
		})
	}
	for _, task := range []func(context.Context) error{b.identify, b.keepRegistered} {
		background.Go(func() {
			if err := task(ctx); err != nil {
				b.stop(err)
			}
		})
	}
	background.Go(func() { b.reportDropped(ctx) })
	background.Go(func() { b.overlap.watch(ctx) })
	background.Go(func() { b.countInstalls(ctx) })

	<-ctx.Done()
	until := time.Now().Add(b.stopTime)
	waitFor(&background, time.Until(until)) // until the connection is closed
	b.queue.close()
	if !waitFor(&answering, time.Until(until)) || !waitFor(&b.late, time.Until(until)) {
		b.log.Warn("stopped with answers unfinished")
	}
	err := context.Cause(ctx)
	switch {
	case rest.TokenRejected(err):
		return rest.ErrTokenRejected
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return nil
	}
	return err
}

// waitFor waits for the group, for at most limit. It reports whether the group ended.
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

// Identified returns a channel that is closed once the ids of the bot and of its
// application are known.
func (b *Bot) Identified() <-chan struct{} { return b.identified }

// setIdentity stores the ids of the bot's user and of its application. Only the
// first call has an effect.
func (b *Bot) setIdentity(user, application string) {
	b.identifyOnce.Do(func() {
		b.userID, b.applicationID = user, application
		close(b.identified)
	})
}

// askIdentity asks Discord for the ids of the bot and its application. With a
// gateway, READY has them.
func (b *Bot) askIdentity(ctx context.Context) error {
	b.log.Info("taking interactions over HTTP, without a gateway", "api", b.api.URL())
	return rest.KeepTrying(ctx, b.log, func(ctx context.Context) error {
		application, err := b.askApplication(ctx)
		if err != nil {
			return fmt.Errorf("ask who the bot is: %w", err)
		}
		if application.ID == "" {
			return errors.New("ask who the bot is: Discord names no application")
		}
		b.setIdentity(cmp.Or(application.Bot.ID, application.ID), application.ID)
		return nil
	})
}

// Refused reports whether an error says that Discord refuses this bot, whenever it connects:
// its token, its shards, or what it asks for.
func Refused(err error) bool {
	return errors.Is(err, rest.ErrTokenRejected) || gateway.IsFinal(err)
}
