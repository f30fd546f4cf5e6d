package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/internal/discord/gateway"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/metrics"
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

// The counts are read once an hour. While Discord does not tell them, the metrics keep the
// last ones, and the log says so once.
func TestInstallsAreCountedOnceAnHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		counted := metrics.New("v1", noPosts{}, slog.New(slog.DiscardHandler))
		var mu sync.Mutex // held except while time passes
		mu.Lock()
		servers, people, asked := 74, 3, 0
		var failure error
		i := installs{metrics: counted, log: slog.New(slog.NewTextHandler(&log, nil)), ask: func(context.Context) (application, error) {
			mu.Lock()
			defer mu.Unlock()
			asked++
			servers, people := servers, people
			return application{Servers: &servers, UserInstalls: &people}, failure
		}}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { i.keepCounting(ctx); close(ended) }()
		check := func(after time.Duration, want string, wantAsked, wantLogged int) {
			t.Helper()
			mu.Unlock()
			time.Sleep(after)
			synctest.Wait()
			mu.Lock()
			if got := installsIn(counted); got != want || asked != wantAsked || strings.Count(log.String(), "level=WARN") != wantLogged {
				t.Errorf("the metrics have %s after %d requests, want %s after %d; the log has\n%s", got, asked, want, wantAsked, &log)
			}
		}
		check(0, "[servers 74 user_installs 3]", 1, 0)
		servers = 75
		check(time.Hour-time.Second, "[servers 74 user_installs 3]", 1, 0)
		check(time.Second, "[servers 75 user_installs 3]", 2, 0)
		servers, failure = 0, errors.New("the network is down")
		check(time.Hour, "[servers 75 user_installs 3]", 3, 1)
		check(20*time.Minute, "[servers 75 user_installs 3]", 5, 1)
		failure = &rest.Error{Status: 429, RetryAfter: 30 * time.Minute}
		check(10*time.Minute, "[servers 75 user_installs 3]", 6, 1)
		servers, failure = 76, nil
		check(29*time.Minute, "[servers 75 user_installs 3]", 6, 1)
		check(time.Minute, "[servers 76 user_installs 3]", 7, 1)
		failure = errors.New("the network is down again")
		check(time.Hour, "[servers 76 user_installs 3]", 8, 2)
		mu.Unlock()
		cancel()
		<-ended
	})
}

// Without a number, such as from a proxy, there is no metric rather than a wrong one.
func TestInstallsWithoutNumber(t *testing.T) {
	counted := metrics.New("v1", noPosts{}, slog.New(slog.DiscardHandler))
	i := installs{metrics: counted, ask: func(context.Context) (application, error) { return application{}, nil }}
	if err := i.count(t.Context()); err == nil || installsIn(counted) != "[]" {
		t.Errorf("the metrics have %s; %v", installsIn(counted), err)
	}
}

// noPosts is a database without posts and events.
type noPosts struct{}

func (noPosts) Count(context.Context, time.Time) (map[string]map[outbox.State]int, int, error) {
	return nil, 0, nil
}

func (noPosts) CountRows(context.Context) (map[string]map[string]int, error) { return nil, nil }

// installsIn returns the metrics of installations.
func installsIn(m *metrics.Metrics) string {
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	found := regexp.MustCompile(`(?m)^chess960bot_((?:servers|user_installs) \d+)$`).FindAllStringSubmatch(answer.Body.String(), -1)
	var lines []string
	for _, m := range found {
		lines = append(lines, m[1])
	}
	return fmt.Sprint(lines)
}
