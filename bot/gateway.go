package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discord/gateway"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/metrics"
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
		limited, cancel := context.WithTimeout(ctx, identifyApart)
		pause, err := i.slots.ClaimSlot(limited, fmt.Sprint("identify ", bucket), identifyApart)
		cancel()
		if err != nil {
			i.log.Warn("connecting to Discord without waiting for other processes", "error", err)
		}
		if err != nil || pause == 0 || !sleep.For(ctx, pause) {
			return ctx.Err()
		}
	}
}

// stayConnected stays connected to the gateway until the context ends. Its error
// says what the operator can do.
func (b *Bot) stayConnected(ctx context.Context) error {
	b.log.Info("connecting", "api", b.api.URL())
	err := b.gateway.Run(ctx)
	switch {
	case errors.Is(err, gateway.ErrTokenRejected):
		return rest.ErrTokenRejected
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

// An application is the bot's application as Discord describes it. Discord updates the
// counts about once a day.
type application struct {
	ID  string `json:"id"`
	Bot struct {
		ID string `json:"id"`
	} `json:"bot"`
	Servers      *int `json:"approximate_guild_count"`
	UserInstalls *int `json:"approximate_user_install_count"`
}

// askApplication asks Discord for the bot's application.
func (b *Bot) askApplication(ctx context.Context) (a application, err error) {
	err = b.api.Get(ctx, discordgo.EndpointApplication("@me"), &a)
	return a, err
}

// countInstalls counts for the metrics once the bot's ids are known.
func (b *Bot) countInstalls(ctx context.Context) {
	if b.metrics == nil {
		return
	}
	select {
	case <-ctx.Done():
	case <-b.identified:
		i := installs{ask: b.askApplication, metrics: b.metrics, log: b.log}
		i.keepCounting(ctx)
	}
}

const (
	installsEvery = time.Hour
	installsRetry = 10 * time.Minute // after a failure
)

// installs counts for the metrics how many servers and people have installed the bot.
type installs struct {
	ask     func(context.Context) (application, error)
	metrics *metrics.Metrics
	log     *slog.Logger
	failed  bool // the last attempt failed, and the log says so
}

// keepCounting counts until the context ends. After a failure the metrics keep their last
// values.
func (i *installs) keepCounting(ctx context.Context) {
	for {
		pause := installsEvery
		if err := i.count(ctx); err != nil && ctx.Err() == nil {
			pause = max(installsRetry, rest.RetryAfter(err))
			if !i.failed {
				i.log.Warn("the number of servers is not known, so its metric is old", "reason", err)
			}
			i.failed = true
		} else {
			i.failed = false
		}
		if !sleep.For(ctx, pause) {
			return
		}
	}
}

func (i *installs) count(ctx context.Context) error {
	a, err := i.ask(ctx)
	if err != nil {
		return fmt.Errorf("ask how many servers there are: %w", err)
	}
	if a.Servers == nil || a.UserInstalls == nil {
		return errors.New("ask how many servers there are: Discord's answer has no number")
	}
	i.metrics.Installed(*a.Servers, *a.UserInstalls)
	return nil
}

const (
	overlapTime = 30 * time.Minute       // by then the processes that were to be replaced have stopped
	overlapPoll = time.Second            // how often a process looks whether another one has started
	pollLimit   = 5 * time.Second        // for one such look
	claimLimit  = 500 * time.Millisecond // of the three seconds for an answer
	claimTime   = time.Second            // a process that was killed keeps no interaction for longer
	claimBeat   = 400 * time.Millisecond // how often the claim is prolonged until the answer is there
	answered    = time.Minute            // much longer than an interaction can be answered
)

// An overlap is the time after the start of a process. The processes that it replaces may
// still be connected, with another number of shards, and Discord sends each interaction to
// both. Discord accepts only one answer, but both would run the command, and people would
// read “this channel already has an open event” after they opened it. So during an overlap
// a process claims each interaction in the database before it runs the command. A claim is
// short: if the process is killed, another one claims the interaction and answers in time.
type overlap struct {
	slots outbox.Slots
	log   *slog.Logger
	until atomic.Int64  // milliseconds since 1970, by this machine's clock
	known chan struct{} // closed when the other processes know that this one has started
}

// newOverlap returns nil, which claims nothing, for a process without a set number of
// shards: that process connects all shards.
func newOverlap(o Options) *overlap {
	if o.Slots == nil || o.Shards == 0 || o.NoGateway {
		return nil
	}
	return &overlap{slots: o.Slots, log: o.Log, known: make(chan struct{})}
}

// overlapping is a purpose of slots. Its limit lasts as long as an overlap.
const overlapping = "overlap"

// watch begins an overlap, and notices those that other processes begin.
func (o *overlap) watch(ctx context.Context) {
	if o == nil {
		return
	}
	const enough = 2 // polls, after which the others have seen it
	told := false
	for polls := 0; ; polls++ {
		err := o.poll(ctx, !told)
		if err == nil {
			told = true
		} else if polls == 0 {
			o.log.Warn("cannot tell other processes yet that this one has started", "error", err)
		}
		if polls == enough {
			close(o.known)
		}
		if !sleep.For(ctx, overlapPoll) {
			return
		}
	}
}

// poll tells the other processes that this one has started, and looks how long the overlap
// lasts. A database that hangs does not keep the shards from connecting.
func (o *overlap) poll(ctx context.Context, tell bool) error {
	ctx, cancel := context.WithTimeout(ctx, pollLimit)
	defer cancel()
	if tell {
		if err := o.slots.LimitSlots(ctx, overlapping, overlapTime); err != nil {
			return err
		}
	}
	_, left, err := o.slots.ReserveSlots(ctx, overlapping, 0, 0)
	if err == nil {
		o.until.Store(time.Now().Add(left).UnixMilli())
	}
	return err
}

// wait waits until the other processes claim their interactions.
func (o *overlap) wait(ctx context.Context) error {
	if o == nil {
		return nil
	}
	select {
	case <-o.known:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// lasts reports whether another process may get the interactions of this one.
func (o *overlap) lasts() bool { return o != nil && time.Now().UnixMilli() < o.until.Load() }

// claim claims an interaction. wait is 0 if this process is to answer. Otherwise another one
// is, and wait is how long its claim lasts. Without an answer of the database this process
// answers: Discord accepts only one answer anyway.
func (o *overlap) claim(ctx context.Context, interaction string) (wait time.Duration) {
	if !o.lasts() {
		return 0
	}
	limited, cancel := context.WithTimeout(ctx, claimLimit)
	defer cancel()
	wait, err := o.slots.ClaimSlot(limited, claimOn(interaction), claimTime)
	if err != nil {
		o.log.Warn("answering without a claim on the interaction", "interaction", interaction, "error", err)
		return 0
	}
	return wait
}

// hold prolongs the claim on an interaction until end is called, which says whether Discord
// has accepted an answer. Then nobody claims the interaction any more.
func (o *overlap) hold(interaction string) (end func(accepted bool)) {
	if !o.lasts() {
		return func(bool) {}
	}
	ended := make(chan struct{})
	go func() {
		beat := time.NewTicker(claimBeat)
		defer beat.Stop()
		for {
			select {
			case <-beat.C:
				o.prolong(interaction, claimBeat)
			case <-ended:
				return
			}
		}
	}()
	return func(accepted bool) {
		close(ended)
		if accepted {
			o.prolong(interaction, answered)
		}
	}
}

// prolong prolongs the claim on an interaction. If that fails, another process may answer too,
// and Discord accepts one of the answers.
func (o *overlap) prolong(interaction string, by time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), claimLimit)
	defer cancel()
	if _, _, err := o.slots.ReserveSlots(ctx, claimOn(interaction), 1, by); err != nil {
		o.log.Debug("cannot prolong the claim on an interaction", "interaction", interaction, "error", err)
	}
}

// claimOn is the purpose of the slot for an interaction.
func claimOn(interaction string) string { return "interaction " + interaction }
