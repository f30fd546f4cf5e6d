package crashtest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"testing"
	"time"

	"chess960bot/commands"
	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// A killing ends a process at one of its steps: after that, none of its requests to the
// database or to Discord has an effect.
type killing struct {
	step  int  // the step at which the process is killed, from 1; 0 for never
	after bool // after the step has had its effect, but before the process knows that
	steps int  // so far
	dead  bool

	// meanwhile is called at the step if the process is not killed but stopped: it goes on
	// afterwards. nil if it is killed.
	meanwhile func()
}

var errKilled = errors.New("killed")

// step makes a request of a process. A killed process does not go on after it.
func step[T any](k *killing, request func() (T, error)) (T, error) {
	if k.dead {
		panic(errKilled)
	}
	k.steps++
	if k.steps == k.step && k.meanwhile != nil {
		return stopped(k, request)
	}
	k.dead = k.steps == k.step
	if k.dead && !k.after {
		panic(errKilled)
	}
	result, err := request()
	if k.dead {
		panic(errKilled)
	}
	return result, err
}

// stopped makes a request of a process that is stopped before it or after it.
func stopped[T any](k *killing, request func() (T, error)) (T, error) {
	if !k.after {
		k.meanwhile()
	}
	result, err := request()
	if k.after {
		k.meanwhile()
	}
	return result, err
}

func (k *killing) do(request func() error) error {
	_, err := step(k, func() (struct{}, error) { return struct{}{}, request() })
	return err
}

// A mortalStore is the store of a process that is killed.
type mortalStore struct {
	*store.Store
	*killing
}

// Now hides the clock of PostgreSQL: the test has its own.
func (s mortalStore) Now(context.Context) (time.Time, bool, error) { return time.Time{}, false, nil }

func (s mortalStore) Claim(ctx context.Context, now time.Time, holder string, lease time.Duration, kinds ...string) (p outbox.Post, ok bool, err error) {
	err = s.do(func() error { p, ok, err = s.Store.Claim(ctx, now, holder, lease, kinds...); return err })
	return p, ok, err
}

func (s mortalStore) Record(ctx context.Context, holder string, p outbox.Post) (bool, error) {
	return step(s.killing, func() (bool, error) { return s.Store.Record(ctx, holder, p) })
}

func (s mortalStore) Renew(ctx context.Context, holder string, p outbox.Post, until time.Time) (bool, error) {
	return step(s.killing, func() (bool, error) { return s.Store.Renew(ctx, holder, p, until) })
}

func (s mortalStore) Sub(ctx context.Context, channel string) (schedule.Sub, error) {
	return step(s.killing, func() (schedule.Sub, error) { return dailyrows.Of(s.Store).Sub(ctx, channel) })
}

func (s mortalStore) Transaction(ctx context.Context, f func(*store.Tx)) error {
	return s.do(func() error { return s.Store.Transaction(ctx, f) })
}

// mortalChannels are the channels of a process that is killed.
type mortalChannels struct {
	outbox.Channels
	*killing
}

func (c mortalChannels) Send(ctx context.Context, p outbox.Post, m outbox.Message) (string, error) {
	return step(c.killing, func() (string, error) { return c.Channels.Send(ctx, p, m) })
}

func (c mortalChannels) Find(ctx context.Context, p outbox.Post, mark, before string) (outbox.Page, error) {
	return step(c.killing, func() (outbox.Page, error) { return c.Channels.Find(ctx, p, mark, before) })
}

// A stepTest is a scene in one channel, with engines that are killed at a step.
type stepTest struct {
	*testing.T
	scene    scene
	control  control
	fails    bool // as a control, which shows that the test can fail
	stops    bool // processes are stopped instead of killed
	discord  *discordtest.Server
	channels outbox.Channels // of a bot that Discord knows
	kept     *store.Store
	channel  discordtest.Place
	now      time.Time
	seen     *witness
}

// How long Discord knows a nonce: it has forgotten all when the second process begins, or still
// knows those of a process that was only stopped.
const (
	forgotten  = time.Nanosecond
	remembered = 5 * time.Minute
)

// newStepTest starts the stand-in, and a bot that sends the posts.
func newStepTest(t *testing.T, s scene, c control, nonces time.Duration) *stepTest {
	t.Helper()
	st := &stepTest{T: t, scene: s, control: c}
	st.discord, _ = startDiscord(t, nonces, discordtest.Clock(func() time.Time { return st.now }))
	st.now = time.Now()
	a := newApp(st.discord.URL(), nil, fastTiming, time.Now, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); a.Bot.Run(ctx) }()
	<-a.Bot.Identified()
	cancel()
	<-ended
	st.channels = a.Outbox.Channels
	return st
}

// engine returns the engine of a new process.
func (st *stepTest) engine(life *killing) *outbox.Engine {
	timing := outbox.StandardTiming()
	timing.Pace = 1000
	mortal := mortalStore{st.kept, life}
	e := newApp(st.discord.URL(), mortal, timing, func() time.Time { return st.now }, slog.New(slog.DiscardHandler)).Outbox
	e.Channels = mortalChannels{st.channels, life}
	if st.control.Blind {
		e.Channels = blind{e.Channels}
	}
	return e
}

// live lets a process work until everything is final, or until it is killed.
func (st *stepTest) live(life *killing) {
	e := st.engine(life)
	for range 100 {
		final, err := st.scene.final(st.Context(), st.kept, st.channel.ChannelID, st.now)
		if err != nil {
			st.Fatal(err)
		}
		if final && life.steps > 0 {
			return
		}
		st.tick(e, life)
		st.act()
		if life.dead {
			return
		}
		st.now = st.now.Add(time.Second)
	}
	st.Fatal("the posts do not become final")
}

// act lets people act.
func (st *stepTest) act() {
	if st.scene.between == nil {
		return
	}
	var err error
	if st.now, err = st.scene.between(st.Context(), st.discord, st.kept, st.now, st.channel, st.seen); err != nil {
		st.Fatal(err)
	}
}

// tick lets the engine work until nothing is left to do now, or until it is killed.
func (st *stepTest) tick(e *outbox.Engine, life *killing) {
	defer func() {
		if r := recover(); r != nil && r != errKilled {
			panic(r)
		}
	}()
	if err := e.Tick(st.Context()); err != nil && !life.dead && life.meanwhile == nil { // one that was stopped loses its post
		st.Fatal(err)
	}
}

// run kills the first process at a step, or only stops it, and returns how many steps that
// process made. The second process begins when the lease of the first has ended. One that was
// stopped goes on when the second is done.
func (st *stepTest) run(number, step int, after bool) (steps int, got count) {
	st.seen = &witness{}
	st.channel = addChannel(st.T, st.discord, st.scene, number)
	if err := st.scene.plan(st.Context(), st.kept, st.channel.ChannelID, st.now); err != nil {
		st.Fatal(err)
	}
	first := &killing{step: step, after: after}
	second := func() {
		st.now = st.now.Add(outbox.StandardTiming().Lease)
		st.live(&killing{})
	}
	if st.stops {
		first.meanwhile = func() { st.act(); second() }
	}
	st.live(first)
	second()
	return first.steps, st.scene.judge(st.T, st.discord, st.kept, st.channel, st.seen)
}

// everyStep kills a process at each of its steps, or at about so many of them, until a post
// is doubled.
func (st *stepTest) everyStep(address string, samples int) (sum count, kills int) {
	st.kept = storetest.Open(st.T, address, commands.Parts()...)
	steps, got := st.run(0, 0, false)
	if got.bad() {
		st.Errorf("not killed: %v", got)
	}
	for _, after := range []bool{false, true} {
		for step := 1; step <= steps; step += 1 + steps/samples {
			kills++
			_, got := st.run(kills, step, after)
			if got.bad() && !st.fails {
				st.Errorf("killed at step %d of %d (after it: %t): %v", step, steps, after, got)
			}
			if sum.add(got); sum.doubled > 0 {
				return sum, kills
			}
		}
	}
	return sum, kills
}

// stepped are the scenes of which a test plans the posts.
func stepped() []scene {
	return slices.DeleteFunc(scenes(), func(s scene) bool { return s.plan == nil })
}

// controlled are the scenes of the controls: one of them outside long runs.
func controlled() []scene { return stepped()[:testrun.Choose(1, len(stepped()))] }

// Whatever the step before or after which the engine is killed, each post arrives once, and
// a race has each round once and in order.
func TestEveryStep(t *testing.T) {
	for name, address := range storetest.Both {
		for _, s := range stepped() {
			t.Run(fmt.Sprint(name, ", ", s.name), func(t *testing.T) {
				t.Parallel()
				if name == "PostgreSQL" {
					testrun.LongOnly(t, "makes a database for each step")
				}
				sum, kills := newStepTest(t, s, control{}, forgotten).everyStep(address(t), testrun.Choose(2, math.MaxInt))
				t.Logf("%d kills, %v", kills, sum)
			})
		}
	}
}

// The control shows that the test can fail: an engine that does not look doubles every kind
// of post.
func TestEveryStepWithoutLooks(t *testing.T) {
	for _, s := range controlled() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			st := newStepTest(t, s, control{Blind: true}, forgotten)
			st.fails = true
			sum, kills := st.everyStep(storetest.SQLite(t), math.MaxInt)
			if sum.doubled == 0 {
				t.Errorf("%d kills double nothing: %v", kills, sum)
			}
		})
	}
}

// Whatever the step before or after which a process is stopped for longer than its lease, each
// post arrives once, and a race has each round once and in order: another process goes on, and
// the first one does no harm when it wakes. Only the nonce prevents a second message then, so
// the control without nonces doubles every kind of post.
func TestStoppedAtEveryStep(t *testing.T) {
	for name, address := range storetest.Both {
		for _, s := range stepped() {
			t.Run(fmt.Sprint(name, ", ", s.name), func(t *testing.T) {
				t.Parallel()
				if name == "PostgreSQL" {
					testrun.LongOnly(t, "makes a database for each step")
				}
				st := newStepTest(t, s, control{}, remembered)
				st.stops = true
				sum, stops := st.everyStep(address(t), testrun.Choose(1, math.MaxInt))
				t.Logf("stopped %d times, %v", stops, sum)
			})
		}
	}
}

func TestStoppedAtEveryStepWithoutNonces(t *testing.T) {
	for _, s := range controlled() {
		if s.noNonce {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			st := newStepTest(t, s, control{}, forgotten)
			st.stops, st.fails = true, true
			if sum, stops := st.everyStep(storetest.SQLite(t), math.MaxInt); sum.doubled == 0 {
				t.Errorf("stopped %d times, nothing is doubled: %v", stops, sum)
			}
		})
	}
}
