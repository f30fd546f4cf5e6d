// Package crashtest kills the bot, starts it again, and compares what people saw with what
// is recorded: nothing may be doubled, missing or lost.
//
// A [scene] is what is at stake: daily posts, seals, shared results, messages about trouble,
// races, and draws that people ask for. There are two ways to be killed. [TestEveryStep]
// ends the engine at each of its requests to the database or to Discord, before the request
// or before the answer. [TestRandomKills] kills whole processes at random times, with people
// who go on asking, while Discord loses requests and answers. [TestStoppedAtEveryStep] stops
// an engine for longer than its lease instead, and [TestDatabaseCrashes] crashes PostgreSQL.
// The controls show that these can fail: without looking, or without nonces, posts arrive twice.
package crashtest

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/app"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/render"
)

// A scene is one kind of thing that a kill may double or lose, in channels of its own.
type scene struct {
	name     string
	channels int // in each round of random kills; 0 for engines that are killed at a step alone

	noNonce bool // a process that was only stopped does no harm without nonces

	// stage prepares a channel at Discord, and unstage ends that. nil for nothing.
	stage, unstage func(discord *discordtest.Server, channel discordtest.Place)
	// plan stores, in the bot's process, what makes the posts of a channel due. The second
	// time it changes nothing. nil if only people act.
	plan func(ctx context.Context, kept *store.Store, channel string, now time.Time) error
	// final reports whether nothing is left to do in a channel. nil if only people act.
	final func(ctx context.Context, kept *store.Store, channel string, now time.Time) (bool, error)
	// people act in a channel while processes are killed, until everything is done. The
	// channel calm is closed when no process is killed any more. nil if nobody acts.
	people func(ctx context.Context, discord *discordtest.Server, channel discordtest.Place, calm <-chan struct{}, w *witness)
	// between lets people act between two ticks of an engine that is killed at a step, and
	// returns the time at which the engine goes on. nil if nobody acts.
	between func(ctx context.Context, discord *discordtest.Server, kept *store.Store, now time.Time, channel discordtest.Place, w *witness) (time.Time, error)
	// judge compares the messages with the store and with what people were told.
	judge func(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, w *witness) count
}

// A witness remembers what people were told. None of it may be lost.
type witness struct {
	mu       sync.Mutex
	features map[string]any // what those of a feature were told
}

// patience is how long people wait for an answer.
const patience = 500 * time.Millisecond

// racers is how many people act at the same time.
const racers = 3

// heardOf returns what people were told of a feature.
func heardOf[T any](w *witness, feature string) *T {
	if w.features == nil {
		w.features = map[string]any{}
	}
	if w.features[feature] == nil {
		w.features[feature] = new(T)
	}
	return w.features[feature].(*T)
}

// featureScenes are the scenes of features, by their names.
var featureScenes = map[string]func() []scene{}

// scenes are all scenes.
func scenes() []scene {
	all := postScenes()
	for _, feature := range slices.Sorted(maps.Keys(featureScenes)) {
		all = append(all, featureScenes[feature]()...)
	}
	return all
}

// storeOf returns the store of a process. Tests of a feature may put another one in its place.
var storeOf = func(kept hasty, o orders) app.Store { return kept }

func sceneNamed(name string) scene {
	for _, s := range scenes() {
		if s.name == name {
			return s
		}
	}
	panic("no scene " + name)
}

// A count says how often the posts of a scene arrived.
type count struct {
	posts, once, doubled, missing int
	results                       int      // lines in the logs of results
	unknown                       int      // perhaps not arrived, which people can see
	wrong                         []string // what else differs from the store
}

func (c *count) add(other count) {
	c.posts += other.posts
	c.results += other.results
	c.once += other.once
	c.doubled += other.doubled
	c.missing += other.missing
	c.unknown += other.unknown
	c.wrong = append(c.wrong, other.wrong...)
}

// bad reports whether a promise was broken.
func (c count) bad() bool { return c.doubled+c.missing+len(c.wrong) > 0 }

func (c count) String() string {
	return fmt.Sprintf("%d posts: %d once, %d doubled, %d unknown and said so, %d silently missing; %d results %s",
		c.posts, c.once, c.doubled, c.unknown, c.missing, c.results, strings.Join(c.wrong, "\n"))
}

// counted counts one post of which so many messages have arrived. saidSo is true if people
// can see that it may not have arrived.
func counted(messages int, saidSo bool) count {
	switch {
	case messages > 1:
		return count{posts: 1, doubled: 1}
	case messages == 1:
		return count{posts: 1, once: 1}
	case saidSo:
		return count{posts: 1, unknown: 1}
	}
	return count{posts: 1, missing: 1}
}

// The random kills run some 60 times as fast as the real bot: a minute becomes a second. As in
// reality, the stand-in remembers nonces several times as long as the engine trusts them.
var (
	fastTiming = outbox.Timing{
		Plan: 50 * time.Millisecond, Idle: 20 * time.Millisecond,
		Attempt: 1500 * time.Millisecond, Lease: 600 * time.Millisecond, Deadline: 300 * time.Millisecond, NonceTrust: time.Second,
		Retry: 50 * time.Millisecond, RefusedRetry: 200 * time.Millisecond, Pace: 1000,
	}
	fastNonces = 5 * time.Second
)

// lastTiming returns the timing of the last process, which nobody kills: a busy machine
// must not take longer than the deadlines each time.
func lastTiming() outbox.Timing {
	t := fastTiming
	t.Attempt, t.Lease, t.Deadline = 5*t.Attempt, 5*t.Lease, 5*t.Deadline
	return t
}

// orders tell a process what to do.
type orders struct {
	API, Database string
	Channels      map[string][]string // by scene
	Control       control
	Last          bool // has time: nobody kills the process
	DieAt         int  // the request to the database at which the process kills itself; 0 for none
	DieAfter      bool // after that request
}

// A control leaves out a part of what keeps posts from being doubled.
type control struct {
	Blind bool // never looks for an earlier attempt, and restarts are always slow
}

const workerOrders = "CHESS960BOT_TEST_WORKER"

func TestMain(m *testing.M) {
	flag.Parse()
	if text := os.Getenv(workerOrders); text != "" {
		var o orders
		if err := json.Unmarshal([]byte(text), &o); err != nil {
			panic(err)
		}
		if err := work(o); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// work is a whole bot in a process of its own. It plans the posts of all channels unless
// that was done already, and ends when its standard input is closed and everything is final.
func work(o orders) error {
	timing, limit := fastTiming, time.Minute
	if o.Last {
		timing, limit = lastTiming(), 3*time.Minute
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	kept, err := store.Open(ctx, o.Database, commands.Parts()...)
	if err != nil {
		return err
	}
	defer kept.Close()
	for name, channels := range o.Channels {
		s := sceneNamed(name)
		for _, channel := range channels {
			if s.plan == nil {
				continue
			}
			if err := s.plan(ctx, kept, channel, time.Now()); err != nil {
				return err
			}
		}
	}
	a := newApp(o.API, storeOf(hasty{kept}, o), timing, time.Now, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	idle := make(chan struct{}, 1)
	a.Outbox.Store = watchedStore{kept, idle}
	if o.Control.Blind {
		a.Outbox.Channels = blind{a.Outbox.Channels}
	}
	go a.Run(ctx)
	io.Copy(io.Discard, os.Stdin)
	return waitFinal(ctx, kept, o, idle)
}

// newApp returns a whole bot.
func newApp(api string, kept app.Store, timing outbox.Timing, now func() time.Time, log *slog.Logger) *app.App {
	address, err := url.Parse(api)
	if err != nil {
		panic(err)
	}
	return app.New(app.Options{
		Bot: bot.Options{Token: discordtest.Token, APIURL: address, Log: log}, Store: kept, Boards: boards(), Timing: timing, CatchUp: time.Hour, Now: now,
	})
}

var boards = sync.OnceValue(render.New)

// waitFinal waits until nothing is left to do. It looks whenever the engine finds no post.
func waitFinal(ctx context.Context, kept *store.Store, o orders, idle <-chan struct{}) error {
	for name, channels := range o.Channels {
		s := sceneNamed(name)
		for _, channel := range channels {
			for s.final != nil {
				if final, err := s.final(ctx, kept, channel, time.Now()); err != nil {
					return err
				} else if final {
					break
				}
				select {
				case <-idle:
				case <-ctx.Done():
					return fmt.Errorf("%s of channel %s is not final: %w", name, channel, ctx.Err())
				}
			}
		}
	}
	return nil
}

// A hasty store lets every process identify at once, as the stand-in does: otherwise most
// processes would be killed while they wait.
type hasty struct{ *store.Store }

func (hasty) ClaimSlot(context.Context, string, time.Duration) (wait time.Duration, err error) {
	return 0, nil
}

// A watchedStore reports when the engine has found nothing to claim: then this process or
// another one may have finished all posts.
type watchedStore struct {
	*store.Store
	idle chan<- struct{}
}

func (s watchedStore) Claim(ctx context.Context, now time.Time, holder string, lease time.Duration, kinds ...string) (outbox.Post, bool, error) {
	p, ok, err := s.Store.Claim(ctx, now, holder, lease, kinds...)
	if !ok {
		select {
		case s.idle <- struct{}{}:
		default:
		}
	}
	return p, ok, err
}

// blind hides all messages from the engine.
type blind struct{ outbox.Channels }

// Send makes an event of a server that no look finds.
func (b blind) Send(ctx context.Context, p outbox.Post, m outbox.Message) (string, error) {
	if e, ok := m.(*chat.ServerEvent); ok && e.ID == "" {
		other := *e
		other.Mark = fmt.Sprint(time.Now().UnixNano())
		m = &other
	}
	return b.Channels.Send(ctx, p, m)
}

func (blind) Find(context.Context, outbox.Post, string, string) (outbox.Page, error) {
	return outbox.Page{}, nil
}

// giveNumber presses a button and submits a number in the form. A bot that is killed does
// not answer.
func giveNumber(ctx context.Context, discord *discordtest.Server, who discordtest.User, m *discordtest.Message, label string, number int) (*discordtest.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	b, _ := m.Button(label)
	answer, err := discord.Press(ctx, who, m, b.CustomID)
	if err != nil || answer.Modal == nil {
		return answer, err
	}
	form, err := answer.Form()
	if err != nil {
		return nil, err
	}
	return discord.Submit(ctx, who, m, form, map[string]string{"number": fmt.Sprint(number)})
}

func racer(n int) discordtest.User {
	return discordtest.User{ID: fmt.Sprint(700_000_000_000_000_000 + n), Name: fmt.Sprint("Racer ", n)}
}
