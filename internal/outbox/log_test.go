package outbox_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
)

// An alteredStore replaces some methods of a store.
type alteredStore struct {
	outbox.Store
	probe, claim func(context.Context) error     // nil: as the store does
	now          func() (time.Time, bool, error) // nil: as the store does
}

func (s *alteredStore) Probe(ctx context.Context) error {
	if s.probe != nil {
		return s.probe(ctx)
	}
	return s.Store.Probe(ctx)
}

func (s *alteredStore) Claim(ctx context.Context, now time.Time, holder string, lease time.Duration, kinds ...string) (outbox.Post, bool, error) {
	if s.claim != nil {
		return outbox.Post{}, false, s.claim(ctx)
	}
	return s.Store.Claim(ctx, now, holder, lease, kinds...)
}

func (s *alteredStore) Now(ctx context.Context) (time.Time, bool, error) {
	if s.now != nil {
		return s.now()
	}
	return s.Store.Now(ctx)
}

// Run logs what fails as an error. It logs no error if all goes well, nor if a request
// fails because the program stops.
func TestErrorsAreLogged(t *testing.T) {
	fails := func(context.Context) error { return errors.New("disk full") }
	hangs := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for name, c := range map[string]struct {
		probe, claim func(context.Context) error
		compose      string // how Compose panics; "" if it does not
		want         string // "" for no error
	}{
		"all goes well":        {},
		"the store is broken":  {probe: fails, want: "cannot plan posts"},
		"no claim":             {claim: fails, want: "cannot claim the next post"},
		"a panic":              {compose: "no ink", want: "cannot send a daily post"},
		"stops during a probe": {probe: hangs},
		"stops during a claim": {claim: hangs},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 10, func(t *testing.T, fx *fixture) {
				var said strings.Builder
				fx.Log = slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelError}))
				fx.Store = &alteredStore{Store: fx.store, probe: c.probe, claim: c.claim}
				if c.compose != "" {
					fx.dailies.Compose = func(schedule.Delivery) (outbox.Message, error) { panic(c.compose) }
				}
				fx.subscribe(t, "club", "00:01", "UTC")
				time.Sleep(time.Minute)
				ctx, cancel := context.WithTimeout(t.Context(), outbox.StandardTiming().Deadline-time.Second)
				defer cancel()
				if err := fx.Run(ctx); err != nil {
					t.Error(err)
				}
				if got := said.String(); (got != "") != (c.want != "") || !strings.Contains(got, c.want) {
					t.Errorf("logged %q, want %q", got, c.want)
				}
			})
		})
	}
}

// A post that is not sent is logged as a warning. A post that is sent is not.
func TestPostsNotSentAreWarnings(t *testing.T) {
	for want, answer := range map[string]error{
		"": nil, "daily post not sent": &outbox.Refusal{Trouble: outbox.Forbidden, Reason: "no", Err: errors.New("no")},
	} {
		fx := newFixture(t, "2026-11-20T17:59:00Z")
		var said strings.Builder
		fx.Log = slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelWarn}))
		fx.subscribe(t, "club", "18:00", "UTC")
		fx.forward(time.Minute)
		fx.channels.before = answer
		fx.tick(t)
		if got := said.String(); fx.channels.sends != 1 || (got != "") != (want != "") || !strings.Contains(got, want) {
			t.Errorf("logged %q, want %q", got, want)
		}
	}
}

// Posts are due by the store's clock, if it has one and can be asked.
func TestStoreHasAClock(t *testing.T) {
	for name, c := range map[string]struct {
		ok    bool
		err   error
		sends int
	}{
		"an hour ahead":   {ok: true, sends: 1},
		"no clock":        {},
		"cannot be asked": {ok: true, err: errors.New("connection reset")},
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T17:00:00Z")
			fx.Store = &alteredStore{Store: fx.store, now: func() (time.Time, bool, error) {
				return fx.clock().Add(time.Hour), c.ok, c.err
			}}
			fx.subscribe(t, "club", "18:00", "UTC")
			if err := fx.Tick(t.Context()); !errors.Is(err, c.err) {
				t.Error(err)
			}
			if fx.channels.sends != c.sends {
				t.Errorf("%d sends, want %d", fx.channels.sends, c.sends)
			}
		})
	}
}

// The pauses between attempts double up to a limit. A refusal takes longer to pass than an
// attempt without an answer.
func TestPausesDouble(t *testing.T) {
	const s, m = time.Second, time.Minute
	for name, c := range map[string]struct {
		answer error
		pauses []time.Duration
	}{
		"no answer": {errors.New("502"), []time.Duration{5 * s, 10 * s, 20 * s, 40 * s, 80 * s, 160 * s, 320 * s, 320 * s}},
		"refused":   {&outbox.Refusal{Trouble: outbox.Forbidden, Reason: "no", Err: errors.New("no")}, []time.Duration{15 * m, 30 * m, 60 * m, 60 * m}},
		"limited":   {&outbox.Refusal{Trouble: outbox.Limited, RetryAfter: 15 * s, Err: errors.New("slow down")}, []time.Duration{15 * s, 15 * s, 20 * s, 40 * s}},
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T17:59:59Z")
			fx.subscribe(t, "club", "18:00", "UTC")
			fx.forward(time.Second)
			fx.channels.before = c.answer
			fx.tick(t)
			for i, pause := range c.pauses {
				fx.forward(pause - time.Millisecond)
				fx.tick(t)
				if fx.channels.sends != i+1 {
					t.Fatalf("attempt %d comes earlier than after %v", i+2, pause)
				}
				fx.forward(time.Millisecond)
				fx.tick(t)
				if fx.channels.sends != i+2 {
					t.Fatalf("attempt %d does not come after %v", i+2, pause)
				}
			}
		})
	}
}
