package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// Shards identify as fast as max_concurrency allows. In the same bucket there are five
// seconds between two IDENTIFY packets; the time for dialling does not matter.
func TestIdentifySpacing(t *testing.T) {
	play(t, func(t *testing.T, d *discord) {
		const shards, concurrency = 5, 2
		d.info = func() (Info, error) {
			return Info{URL: normalURL, Shards: shards, Remaining: 100, MaxConcurrency: concurrency}, nil
		}
		began := time.Now()
		d.run()
		identified := make(chan [2]int) // seconds since the start, bucket
		go func() {
			for range shards {
				p := d.next()
				go func() {
					time.Sleep(3 * time.Second) // before HELLO
					p.hello(41250)
					shard := shardOf(t, p.expect(opIdentify))
					identified <- [2]int{int(time.Since(began).Seconds()), shard % concurrency}
					p.ready("x")
					p.serve()
				}()
			}
		}()
		var got [concurrency][]int
		for range shards {
			at := <-identified
			got[at[1]] = append(got[at[1]], at[0])
		}
		// A turn begins five seconds after the last IDENTIFY, and dialling takes three.
		for bucket, want := range [concurrency][]int{{3, 11, 19}, {3, 11}} {
			if !slices.Equal(got[bucket], want) {
				t.Errorf("bucket %d identified after %v seconds, want %v", bucket, got[bucket], want)
			}
		}
	})
}

// While other clients identify, a shard waits after HELLO for longer than Discord may take
// to answer, and sends heartbeats. It does not identify if the connection ends meanwhile.
func TestIdentifyWaitsForOtherClients(t *testing.T) {
	play(t, func(t *testing.T, d *discord) {
		allowed := make(chan struct{})
		d.client.turns.options.Identify = func(ctx context.Context, bucket int) error {
			if bucket != 0 {
				t.Errorf("bucket %d", bucket)
			}
			select {
			case <-allowed:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		d.run()
		p := d.next()
		p.hello(41250)
		p.expect(opHeartbeat)
		p.ws.Close()
		p = d.next()
		p.hello(41250)
		for began := time.Now(); time.Since(began) < 3*time.Minute; p.send(`{"op":11}`) {
			p.expect(opHeartbeat)
		}
		close(allowed)
		p.expect(opIdentify)
	})
}

// A turn that ends without IDENTIFY does not delay the next one.
func TestUnusedTurn(t *testing.T) {
	play(t, func(t *testing.T, d *discord) {
		d.run()
		began := time.Now()
		d.next().ws.Close()
		p := d.next()
		p.hello(41250)
		p.expect(opIdentify)
		if pause := time.Since(began); pause > firstWait {
			t.Errorf("identified after %v", pause)
		}
	})
}

// A taken session start counts at once, before Discord counts it. After the last one, the
// next shard waits for the reset.
func TestLastSessionStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const reset = 2 * time.Second
		began := time.Now()
		turns := newTurns(Options{Log: slog.New(slog.DiscardHandler), Info: func(context.Context) (Info, error) {
			return Info{URL: normalURL, Shards: 1, Remaining: 1, ResetAfter: reset, MaxConcurrency: 2}, nil
		}})
		for shard, want := range []time.Duration{0, reset} {
			if _, err := turns.acquire(t.Context(), shard); err != nil {
				t.Fatal(err)
			}
			if after := time.Since(began); after != want {
				t.Errorf("shard %d has its turn after %v, want %v", shard, after, want)
			}
		}
	})
}

// Senseless limits from Discord cause neither endless waits nor high memory use.
func TestSenselessLimits(t *testing.T) {
	const huge = 1 << 62
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		turns := newTurns(Options{Log: slog.New(slog.DiscardHandler), Info: func(context.Context) (Info, error) {
			asked++
			return Info{URL: normalURL, Shards: 1, Remaining: asked - 1, ResetAfter: huge, MaxConcurrency: huge}, nil
		}})
		began := time.Now()
		if _, err := turns.acquire(t.Context(), 0); err != nil || time.Since(began) != longestReset {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
	for _, info := range []Info{
		{}, {URL: normalURL, Shards: 1}, {URL: normalURL, Remaining: 1, MaxConcurrency: 1}, {Shards: 1, Remaining: 1, MaxConcurrency: 1},
		{URL: "https://discord.com", Shards: 1, Remaining: 1, MaxConcurrency: 1}, {URL: normalURL, Shards: huge, Remaining: 1, MaxConcurrency: 1},
	} {
		turns := newTurns(Options{Log: slog.New(slog.DiscardHandler), Info: func(context.Context) (Info, error) { return info, nil }})
		if turn, err := turns.acquire(t.Context(), 0); err == nil {
			t.Errorf("%+v: %+v", info, turn)
		}
	}
}

// An error of Info delays connecting for the time in the error. If Discord rejects the
// token, the client ends.
func TestInfoErrors(t *testing.T) {
	play(t, func(t *testing.T, d *discord) {
		asked := []time.Time{}
		answers := []error{
			errors.New("no route"),
			&RetryError{Err: errors.New("rate limit"), After: time.Hour},
			nil,              // the number of shards is known, and used to identify
			ErrTokenRejected, // when the shard connects again
		}
		d.info = func() (Info, error) {
			asked = append(asked, time.Now())
			return normalInfo, answers[len(asked)-1]
		}
		d.run()
		p := d.begin()
		time.Sleep(identifySpacing + time.Second)
		p.close(4009)
		if err := d.end(); !errors.Is(err, ErrTokenRejected) {
			t.Errorf("ended with %v", err)
		}
		if first, second := asked[1].Sub(asked[0]), asked[2].Sub(asked[1]); first > firstWait || second != time.Hour {
			t.Errorf("asked again after %v and %v", first, second)
		}
	})
}

// If a running bot gets into too many servers, the client uses the number of shards that
// Discord then recommends. It does not change a number that was configured.
func TestMoreShards(t *testing.T) {
	for _, c := range []struct{ set, more int }{{0, 2}, {0, 1}, {1, 2}} {
		play(t, func(t *testing.T, d *discord) {
			d.client.options.Shards = c.set
			d.run()
			p := d.begin()
			d.set(func() {
				d.info = func() (Info, error) {
					return Info{URL: normalURL, Shards: c.more, Remaining: 100, MaxConcurrency: 2}, nil
				}
			})
			p.close(4011)
			if c.set != 0 || c.more == 1 {
				if err := d.end(); !errors.Is(err, ErrTooFewShards) {
					t.Errorf("ended with %v", err)
				}
				return
			}
			var seen [2]bool
			for range c.more {
				p := d.next()
				p.hello(41250)
				seen[shardOf(t, p.expect(opIdentify))] = true
			}
			if !seen[0] || !seen[1] {
				t.Errorf("shards: %v", seen)
			}
		})
	}
}

// shardOf returns the id of the shard that identifies.
func shardOf(t *testing.T, identify string) int {
	t.Helper()
	var d struct{ Shard [2]int }
	if err := json.Unmarshal([]byte(identify), &d); err != nil {
		t.Error(err)
	}
	return d.Shard[0]
}
