package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// firstOnly are slots of which each purpose has one at a time. With
// down they return an error, and with hangs they return nothing.
type firstOnly struct {
	outbox.Slots
	claimed map[string]time.Time // until when, by purpose
	until   time.Time            // of the overlap
	down    atomic.Bool
	hangs   atomic.Bool
	mu      sync.Mutex // guards claimed
}

// reach returns an error while the slots are out of reach.
func (f *firstOnly) reach(ctx context.Context) error {
	if f.hangs.Load() {
		<-ctx.Done()
		return ctx.Err()
	}
	if f.down.Load() {
		return errors.New("out of reach")
	}
	return nil
}

func (f *firstOnly) ReserveSlots(ctx context.Context, purpose string, n int, apart time.Duration) (wait, limit time.Duration, err error) {
	if err := f.reach(ctx); err != nil {
		return 0, 0, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if n > 0 {
		f.claimed[purpose] = f.claimed[purpose].Add(apart)
	}
	return 0, max(0, time.Until(f.until)), nil
}

func (f *firstOnly) ClaimSlot(ctx context.Context, purpose string, apart time.Duration) (wait time.Duration, err error) {
	if err := f.reach(ctx); err != nil {
		return 0, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if wait = time.Until(f.claimed[purpose]); wait > 0 {
		return wait, nil
	}
	f.claimed[purpose] = time.Now().Add(apart)
	return 0, nil
}

func (f *firstOnly) LimitSlots(ctx context.Context, _ string, limit time.Duration) error {
	if err := f.reach(ctx); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.until = time.Now().Add(limit)
	return nil
}

// After a process has started, one process gets each interaction. The process waits with its
// connection until all others know of it. Without the database, and long after the start,
// all answer.
func TestOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slots := &firstOnly{claimed: map[string]time.Time{}}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		start := func() *overlap {
			o := newOverlap(Options{Slots: slots, Shards: 2, Log: slog.New(slog.DiscardHandler)})
			go o.watch(ctx)
			return o
		}
		first := start()
		time.Sleep(overlapTime + overlapPoll)
		answer := func(i int, others ...*overlap) (n int) {
			for _, o := range others {
				if o.claim(ctx, fmt.Sprint(i)) == 0 {
					n++
				}
			}
			return n
		}
		if got := answer(1, first, first); got != 2 {
			t.Errorf("long after a start, %d of 2 processes answer", got)
		}
		began := time.Now()
		second := start()
		if err := second.wait(ctx); err != nil || time.Since(began) < 2*overlapPoll {
			t.Errorf("waited %v, %v", time.Since(began), err)
		}
		if got := answer(2, first, second, first); got != 1 {
			t.Errorf("after a start, %d processes answer", got)
		}
		slow := first.hold("2")
		time.Sleep(discordgo.InteractionDeadline)
		if got := answer(2, second); got != 0 {
			t.Error("an interaction that is still being answered gets a second answer")
		}
		slow(true)
		time.Sleep(discordgo.InteractionDeadline)
		if got := answer(2, second); got != 0 {
			t.Error("an interaction that was answered gets a second answer")
		}
		began = time.Now()
		slots.hangs.Store(true)
		if got := answer(3, first); got != 1 || time.Since(began) > time.Second {
			t.Errorf("while the database hangs, %d processes answer after %v", got, time.Since(began))
		}
		slots.hangs.Store(false)
		slots.down.Store(true)
		if got := answer(4, first, second); got != 2 {
			t.Errorf("without the database, %d of 2 processes answer", got)
		}
		slots.down.Store(false)
		slots.mu.Lock()
		slots.until = time.Now() // as after a clock that was put back
		slots.mu.Unlock()
		time.Sleep(pollLimit + 2*overlapPoll) // also a poll that hangs has ended
		if got := answer(5, first, second); got != 2 {
			t.Errorf("after the overlap, %d of 2 processes answer", got)
		}
	})
	for _, o := range []Options{{}, {Shards: 2}, {Slots: &firstOnly{}}, {Slots: &firstOnly{}, Shards: 2, NoGateway: true}} {
		if alone := newOverlap(o); alone != nil || alone.claim(t.Context(), "1") != 0 || alone.wait(t.Context()) != nil {
			t.Errorf("%+v: another process may answer", o)
		}
	}
}

// Choices change nothing, and each process offers them while somebody types: only what runs
// a command is claimed.
func TestChoicesAreNotClaimed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slots := &firstOnly{claimed: map[string]time.Time{}, until: time.Now().Add(time.Hour)}
		for kind, want := range map[discordgo.InteractionType]int{
			discordgo.InteractionApplicationCommand: 1, discordgo.InteractionMessageComponent: 1, discordgo.InteractionModalSubmit: 1,
			discordgo.InteractionApplicationCommandAutocomplete: 2,
		} {
			answers := 0
			for range 2 {
				b := New(Options{APIURL: new(url.URL), Slots: slots, Shards: 2, Log: slog.New(slog.DiscardHandler)})
				if err := b.overlap.poll(t.Context(), false); err != nil {
					t.Fatal(err)
				}
				send := b.process(&interaction{
					Request: &chat.Request{ID: fmt.Sprint(kind)}, kind: kind, name: "sp", arrived: time.Now(),
					deliver: func(context.Context, *interaction, rest.Body) error { answers++; return nil },
				})
				send()
			}
			if answers != want {
				t.Errorf("%v: %d answers by two processes, want %d", kind, answers, want)
			}
		}
	})
}

// A process is killed after it has claimed an interaction. The other process, which got the
// interaction too, answers as soon as the claim ends, and in time.
func TestClaimOfAKilledProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slots := &firstOnly{claimed: map[string]time.Time{}, until: time.Now().Add(time.Hour)}
		said := chat.Command{Name: "hello", Run: func(context.Context, *chat.Request) (*chat.Reply, error) { return chat.Say(voice.Raw("Hello.")), nil }}
		process := func() *Bot {
			b := New(Options{APIURL: new(url.URL), Slots: slots, Shards: 2, Log: slog.New(slog.DiscardHandler), Commands: []chat.Command{said}})
			if err := b.overlap.poll(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			return b
		}
		killed, other := process(), process()
		if killed.overlap.claim(t.Context(), "1") != 0 { // and then it is killed
			t.Fatal("not claimed")
		}
		arrived, answered := time.Now(), time.Time{}
		i := &interaction{
			Request: &chat.Request{ID: "1", Asker: "2"}, kind: discordgo.InteractionApplicationCommand, name: "hello", arrived: arrived,
			deliver: func(context.Context, *interaction, rest.Body) error { answered = time.Now(); return nil },
		}
		other.process(i)()
		if !answered.IsZero() {
			t.Fatal("answered during another process's claim")
		}
		again, _ := other.queue.next()
		other.process(again)()
		if took := answered.Sub(arrived); took < claimTime || took > discordgo.InteractionDeadline {
			t.Errorf("answered after %v", took)
		}
	})
}

// A database that hangs while a process starts does not keep its shards from connecting. As
// soon as the database answers, the process tells the others.
func TestOverlapBeginsWithoutDatabase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slots := &firstOnly{claimed: map[string]time.Time{}}
		slots.hangs.Store(true)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o := newOverlap(Options{Slots: slots, Shards: 2, Log: slog.New(slog.DiscardHandler)})
		go o.watch(ctx)
		began := time.Now()
		if err := o.wait(ctx); err != nil || time.Since(began) > time.Minute {
			t.Errorf("waited %v, %v", time.Since(began), err)
		}
		slots.hangs.Store(false)
		time.Sleep(2 * pollLimit)
		synctest.Wait()
		if left := time.Until(slots.until); left <= overlapTime-2*pollLimit || o.claim(ctx, "1") != 0 || o.claim(ctx, "1") == 0 {
			t.Errorf("the others were not told: %v are left of the overlap", left)
		}
	})
}
