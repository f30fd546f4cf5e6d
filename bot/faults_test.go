package bot_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/discordtest"
)

// rateLimit answers that there have been too many requests.
func rateLimit(after, global string) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		rw.Header().Set("X-RateLimit-Remaining", "0")
		rw.Header().Set("X-RateLimit-Reset-After", after)
		if global == "true" {
			rw.Header().Set("X-RateLimit-Global", global)
		}
		rw.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprintf(rw, `{"message": "You are being rate limited.", "retry_after": %s, "global": %s}`, after, global)
	}
}

// behind connects a bot to a stand-in through a proxy that answers some requests
// itself: those for which intercept returns how.
func behind(t *testing.T, intercept func(*http.Request) http.HandlerFunc) *world {
	t.Helper()
	server, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	origin, _ := url.Parse(server.URL())
	onward := httputil.NewSingleHostReverseProxy(origin)
	proxy := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if answer := intercept(r); answer != nil {
			answer(rw, r)
			return
		}
		onward.ServeHTTP(rw, r)
	}))
	t.Cleanup(proxy.Close)
	w := &world{Server: server, api: proxy.URL}
	w.start(t, bot.Options{Token: discordtest.Token, Commands: commands.All(tools(t))})
	t.Cleanup(w.stop)
	return w
}

// What goes wrong on the way of an answer is tried again while its asker can
// still be answered, and no longer.
func TestAnswersAreTriedAgain(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]struct {
		serve    http.HandlerFunc
		answered bool
	}{
		"limited":          {rateLimit("0.05", "false"), true},
		"limited for long": {rateLimit("60", "true"), false},
		"bad gateway":      {func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusBadGateway) }, true},
		"overloaded":       {func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusServiceUnavailable) }, true},
		"cut off":          {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, true},
		"refused":          {func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusBadRequest) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var tries atomic.Int64
			w := behind(t, func(r *http.Request) http.HandlerFunc {
				if strings.HasSuffix(r.URL.Path, "/callback") && tries.Add(1) == 1 {
					return fault.serve
				}
				return nil
			})
			if err := w.WaitCommands(within(t), "random"); err != nil {
				t.Fatal(err)
			}
			_, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "random", nil)
			if answered := err == nil; answered != fault.answered || fault.answered && tries.Load() != 2 || !fault.answered && tries.Load() != 1 {
				t.Errorf("%d tries, then %v", tries.Load(), err)
			}
			before := time.Now()
			w.stop()
			if took := time.Since(before); took > 5*time.Second {
				t.Errorf("stopping took %v", took)
			}
		})
	}
}

// Stopping does not wait out a rate limit.
func TestStoppingWhileRateLimited(t *testing.T) {
	t.Parallel()
	limited := make(chan struct{}, 100)
	w := behind(t, func(r *http.Request) http.HandlerFunc {
		if !strings.HasSuffix(r.URL.Path, "/commands") {
			return nil
		}
		return func(rw http.ResponseWriter, r *http.Request) {
			rateLimit("3600", "false")(rw, r)
			limited <- struct{}{}
		}
	})
	<-limited
	stopped := make(chan struct{})
	go func() { w.stop(); close(stopped) }()
	select {
	case <-stopped:
	case <-time.After(8 * time.Second):
		t.Error("still waiting for the rate limit")
	}
}
