package bot

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/internal/discord/gateway"
	"chess960bot/internal/outbox"
)

// later are slots of which others claim the first ones.
type later struct {
	outbox.Slots
	waits   []time.Duration
	err     error
	purpose string
}

func (l *later) ClaimSlot(_ context.Context, purpose string, _ time.Duration) (wait time.Duration, err error) {
	l.purpose = purpose
	if len(l.waits) > 0 {
		wait, l.waits = l.waits[0], l.waits[1:]
	}
	return wait, l.err
}

// A shard waits for the processes that identify before it. If the database does not answer,
// the shard identifies nevertheless.
func TestIdentifySlots(t *testing.T) {
	for name, c := range map[string]struct {
		slots   *later
		allowed time.Duration
		want    time.Duration
		fails   bool
	}{
		"later":       {&later{waits: []time.Duration{time.Minute, time.Second}}, time.Hour, 61 * time.Second, false},
		"closed":      {&later{waits: []time.Duration{time.Minute}}, time.Second, time.Second, true},
		"no database": {&later{waits: []time.Duration{time.Second}, err: errors.New("out of reach")}, time.Hour, 0, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), c.allowed)
			defer cancel()
			began := time.Now()
			err := identifySlots{slots: c.slots, log: slog.New(slog.DiscardHandler)}.wait(ctx, 7)
			if time.Since(began) != c.want || (err != nil) != c.fails || c.slots.purpose != "identify 7" {
				t.Errorf("%s: waited %v, %v; claimed %s", name, time.Since(began), err, c.slots.purpose)
			}
		})
	}
	if err := (identifySlots{}).wait(t.Context(), 0); err != nil {
		t.Error(err)
	}
}

// The client for REST returns Discord's limits. Its error says whether and when the client may ask
// again.
func TestGatewayInfo(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		body   string
		want   gateway.Info
		final  bool
		after  time.Duration
	}{
		{name: "limits", status: 200, body: `{"url":"wss://x","shards":16,"session_start_limit":{"total":1000,"remaining":7,"reset_after":50,"max_concurrency":2}}`,
			want: gateway.Info{URL: "wss://x", Shards: 16, Remaining: 7, ResetAfter: 50 * time.Millisecond, MaxConcurrency: 2}},
		{name: "rejected", status: 401, body: `{"message":"401: Unauthorized","code":0}`, final: true},
		{name: "limited", status: 429, body: `{"retry_after":3600}`, after: time.Hour},
		{name: "failed", status: 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			discord := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.status)
				w.Write([]byte(c.body))
			}))
			defer discord.Close()
			api, _ := url.Parse(discord.URL)
			b := New(Options{APIURL: api, Log: slog.New(slog.DiscardHandler)})
			info, err := b.api.Gateway(t.Context())
			if info != c.want || (err == nil) != (c.status == 200) || errors.Is(err, gateway.ErrTokenRejected) != c.final {
				t.Errorf("%+v, %v", info, err)
			}
			if later, ok := errors.AsType[*gateway.RetryError](err); ok != (c.after > 0) || ok && later.After != c.after {
				t.Errorf("again after %+v", later)
			}
		})
	}
}
