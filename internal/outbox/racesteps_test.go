package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/quiz/race"
	"chess960bot/internal/store"
	"chess960bot/internal/store/storetest"
	"chess960bot/internal/testrun"
)

// A killing ends a process at one of its steps: after that, none of its requests to the
// database or to Discord has an effect.
type killing struct {
	step  int  // the step at which the process is killed, from 1; 0 for never
	after bool // after the step has had its effect, but before the process knows that
	steps int  // so far
	dead  bool
}

var errKilled = errors.New("killed")

// step makes a request of a process. A killed process does not go on after it.
func step[T any](k *killing, request func() (T, error)) (T, error) {
	if k.dead {
		panic(errKilled)
	}
	k.steps++
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

func (s mortalStore) Claim(ctx context.Context, now time.Time, holder string, lease time.Duration) (p outbox.Post, ok bool, err error) {
	err = s.do(func() error { p, ok, err = s.Store.Claim(ctx, now, holder, lease); return err })
	return p, ok, err
}

func (s mortalStore) Record(ctx context.Context, holder string, p outbox.Post) (bool, error) {
	return step(s.killing, func() (bool, error) { return s.Store.Record(ctx, holder, p) })
}

func (s mortalStore) Race(ctx context.Context, id string) (*race.Race, error) {
	return step(s.killing, func() (*race.Race, error) { return s.Store.Race(ctx, id) })
}

func (s mortalStore) ChangeRace(ctx context.Context, id string, change func(*race.Race)) (*race.Race, error) {
	return step(s.killing, func() (*race.Race, error) { return s.Store.ChangeRace(ctx, id, change) })
}

func (s mortalStore) Answers(ctx context.Context, id string) ([]race.Answer, error) {
	return step(s.killing, func() ([]race.Answer, error) { return s.Store.Answers(ctx, id) })
}

func (s mortalStore) EndStuck(ctx context.Context, now time.Time) error {
	return s.do(func() error { return s.Store.EndStuck(ctx, now) })
}

func (s mortalStore) PruneRaces(ctx context.Context, before time.Time) error {
	return s.do(func() error { return s.Store.PruneRaces(ctx, before) })
}

// mortalChannels are the channels of a process that is killed.
type mortalChannels struct {
	*channels
	*killing
}

func (c mortalChannels) Send(ctx context.Context, p outbox.Post, m outbox.Message) (string, error) {
	return step(c.killing, func() (string, error) { return c.channels.Send(ctx, p, m) })
}

func (c mortalChannels) Find(ctx context.Context, p outbox.Post, mark, before string) (outbox.Page, error) {
	return step(c.killing, func() (outbox.Page, error) { return c.channels.Find(ctx, p, mark, before) })
}

// A killedRace is a race of two rounds with a clock of its own.
type killedRace struct {
	*testing.T
	store    *store.Store
	channels *channels
	now      time.Time
	turns    []race.Turn // in the order in which they arrived
	received []int64     // the ids of the answers that the store has accepted
}

// engine returns the engine of a new process.
func (k *killedRace) engine(life *killing) *outbox.Engine {
	timing, log := outbox.StandardTiming(), slog.New(slog.DiscardHandler)
	timing.Pace = 1000
	mortal := mortalStore{k.store, life}
	return outbox.New(outbox.Options{
		Store: mortal, Channels: mortalChannels{k.channels, life}, Pace: outbox.NewPace(timing, k.store, log), Log: log,
		Holder: fmt.Sprint("process ", k.now.UnixNano()), Now: func() time.Time { return k.now }, Timing: timing,
		Kinds: []outbox.Kind{&race.Posts{
			Store:    mortal,
			Compose:  func(t race.Turn) (outbox.Message, error) { return t, nil },
			AnswerID: func(id string, round int) string { return fmt.Sprint(id, " ", round) },
		}},
	})
}

// play lets the engine work until no post is left, or until the process is killed.
func (k *killedRace) play(e *outbox.Engine, life *killing) {
	for !life.dead {
		r, err := k.store.Race(k.Context(), "77")
		if err != nil {
			k.Fatal(err)
		}
		posts, _, err := k.store.Count(k.Context(), k.now)
		if err != nil {
			k.Fatal(err)
		}
		if posts[race.Kind][outbox.Open] == 0 {
			return
		}
		if r.Running() && k.now.Before(r.NextAt) {
			k.now = r.NextAt
		}
		k.tick(e, life)
		k.look()
	}
}

// tick lets the engine work until nothing is left to do now, or until the process is
// killed.
func (k *killedRace) tick(e *outbox.Engine, life *killing) {
	defer func() {
		if r := recover(); r != nil && r != errKilled {
			panic(r)
		}
	}()
	if err := e.Tick(k.Context()); err != nil && !life.dead {
		k.Fatal(err)
	}
}

// look lets three people see the new messages. Each answers every question.
func (k *killedRace) look() {
	for len(k.turns) < len(k.channels.messages) {
		for _, m := range k.channels.messages {
			turn := m.body.(race.Turn)
			if m.id != fmt.Sprint("message ", len(k.turns)+1) {
				continue
			}
			k.turns = append(k.turns, turn)
			for i := range 3 {
				id := int64(turn.Number*10 + i + 1)
				err := k.store.AddAnswer(k.Context(), "77", race.Answer{Round: turn.Number + 1, Person: fmt.Sprint(i), Interaction: id})
				if err == nil {
					k.received = append(k.received, id)
				}
			}
			break
		}
	}
}

// run plays a race. It kills the first process, and returns how many steps that process
// made.
func (k *killedRace) run(step int, after bool) (steps int) {
	k.channels, k.now, k.turns, k.received = &channels{messages: map[string]*message{}}, time.Date(2026, 11, 22, 18, 0, 0, 0, time.UTC), nil, nil
	r := &race.Race{ID: "77", Channel: "7", NextAt: k.now, Rules: race.Rules{Rounds: 2, Time: 30 * time.Second, Grace: race.Grace}}
	if err := k.store.NewRace(k.Context(), r, time.Time{}); err != nil {
		k.Fatal(err)
	}
	first := &killing{step: step, after: after}
	k.play(k.engine(first), first)
	k.now = k.now.Add(outbox.StandardTiming().Lease)
	k.look()
	second := &killing{}
	k.play(k.engine(second), second)
	k.judge(step, after)
	return first.steps
}

// judge compares the messages with the rounds and with the answers that were received.
func (k *killedRace) judge(step int, after bool) {
	r, err := k.store.Race(k.Context(), "77")
	ok := err == nil && !r.Running() && len(k.turns) == 3
	for number, turn := range k.turns {
		ok = ok && turn.Number == number && turn.Asks() == []int{1, 2, 0}[number]
		var shown, want []int64
		for _, a := range turn.Answers {
			if a.Round <= number {
				shown = append(shown, a.Interaction)
			}
		}
		for _, id := range k.received {
			if id < int64(number*10) {
				want = append(want, id)
			}
		}
		ok = ok && slices.Equal(shown, want)
	}
	if !ok || len(k.received) != 6 {
		k.Errorf("killed at step %d (after it: %t): %d messages, %d answers received, turns %+v", step, after, len(k.turns), len(k.received), k.turns)
	}
}

// A race goes on after a kill before or after any step: it has each round once and in
// order, and every answer that was received counts.
func TestRaceIsKilledAtEveryStep(t *testing.T) {
	for name, address := range map[string]func(testing.TB) string{"SQLite": storetest.SQLite, "PostgreSQL": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "PostgreSQL" {
				testrun.LongOnly(t, "makes a database for each step")
			}
			kills := 0
			for _, after := range []bool{false, true} {
				for step, steps := 1, 1; step <= steps; step += testrun.Choose(4, 1) {
					kept, err := store.Open(t.Context(), address(t))
					if err != nil {
						t.Fatal(err)
					}
					if step == 1 {
						whole := killedRace{T: t, store: kept}
						steps = whole.run(0, false)
						kept.Close()
						if kept, err = store.Open(t.Context(), address(t)); err != nil {
							t.Fatal(err)
						}
					}
					k := killedRace{T: t, store: kept}
					k.run(step, after)
					kept.Close()
					kills++
				}
			}
			t.Logf("%d kills", kills)
		})
	}
}
