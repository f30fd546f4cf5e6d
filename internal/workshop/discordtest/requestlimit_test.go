package discordtest

import (
	"testing"
	"testing/synctest"
	"time"
)

// In any second, only the allowed number of requests is served. Those about interactions
// do not count.
func TestRequestsOfASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := requestLimit{n: 2}
		for i, c := range []struct {
			pause time.Duration // before the request
			route string
			want  time.Duration
		}{
			{0, "/gateway", 0},
			{0, "/interactions/{interaction_id}/{interaction_token}/callback", 0},
			{600 * time.Millisecond, "/gateway", 0},
			{300 * time.Millisecond, "/gateway", 100 * time.Millisecond},
			{0, "/interactions/{interaction_id}/{interaction_token}/callback", 0},
			{100 * time.Millisecond, "/gateway", 0},
			{0, "/gateway", 600 * time.Millisecond},
		} {
			time.Sleep(c.pause)
			if got := l.wait(Request{Route: c.route}); got != c.want {
				t.Errorf("request %d waits %v, want %v", i, got, c.want)
			}
		}
	})
}

// A request over the limit is answered with a global 429, and posts nothing.
func TestRequestLimit(t *testing.T) {
	const post = `{"content": "x", "allowed_mentions": {"parse": []}}`
	s := serve(t, RequestLimit(1))
	s.requestLimit.wait(Request{Route: "/gateway"})
	s.requestLimit.times[0] = s.requestLimit.times[0].Add(time.Hour) // the second does not end
	response, _, err := poke(t, s, post)
	if err != nil || response.StatusCode != 429 || response.Header.Get("X-RateLimit-Scope") != "global" || len(s.Messages(Channel)) != 0 {
		t.Errorf("%+v, %v", response, err)
	}
	s.requestLimit.times = nil
	if response, _, err := poke(t, s, post); err != nil || response.StatusCode != 200 {
		t.Errorf("%+v, %v", response, err)
	}
}
