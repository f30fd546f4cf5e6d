package discordtest

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// poke posts a message and returns the response and its body.
func poke(t *testing.T, s *Server, ask string) (*http.Response, string, error) {
	t.Helper()
	r, err := http.NewRequest("POST", s.URL()+"/api/v10"+channelMessages, strings.NewReader(ask))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+Token)
	r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response, string(text), err
}

// Each fault changes the response to a post, and some keep the message from being posted.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name   string
		fault  Fault
		status int // 0: the connection ends
		header map[string]string
		body   string
		posted int
	}{
		{"none", Fault{}, 200, map[string]string{"Content-Type": "application/json"}, `"content":"x"`, 1},
		{"a header", Fault{Header: map[string]string{"X-RateLimit-Remaining": "0"}}, 200, map[string]string{"X-RateLimit-Remaining": "0"}, `"content":"x"`, 1},
		{"500", Fault{Status: 500}, 500, map[string]string{"Content-Type": "application/json"}, `{"code":0,"message":"500: Internal Server Error"}`, 0},
		{"a code and words", Fault{Status: 400, Code: 110000, Message: "Later"}, 400, nil, `{"code":110000,"message":"Later"}`, 0},
		{"rate limit", Fault{RetryAfter: 1500 * time.Millisecond}, 429, map[string]string{
			"Retry-After": "2", "X-RateLimit-Scope": "user", "X-RateLimit-Global": "", "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "1.500",
		}, `{"code":0,"global":false,"message":"You are being rate limited.","retry_after":1.5}`, 0},
		{"shared rate limit", Fault{RetryAfter: time.Second, Scope: "shared"}, 429, map[string]string{"X-RateLimit-Scope": "shared", "Retry-After": "1"}, `"global":false`, 0},
		{"global rate limit", Fault{RetryAfter: time.Second, Scope: "global"}, 429, map[string]string{"X-RateLimit-Scope": "global", "X-RateLimit-Global": "true", "X-RateLimit-Bucket": ""}, `"global":true`, 0},
		{"Cloudflare's ban", Fault{Status: 429, HTML: true, RetryAfter: time.Minute}, 429, map[string]string{"Content-Type": "text/html; charset=UTF-8", "Retry-After": "60", "X-RateLimit-Scope": ""}, "<!DOCTYPE html>", 0},
		{"Cloudflare's 502", Fault{HTML: true}, 502, map[string]string{"Server": "cloudflare"}, "502: Bad Gateway", 0},
		{"dropped before", Fault{DropBefore: true}, 0, nil, "", 0},
		{"dropped after", Fault{DropAfter: true}, 0, nil, "", 1},
		{"dropped after, status or not", Fault{DropAfter: true, Status: 502}, 0, nil, "", 1},
		{"accepted and 502", Fault{StatusAfter: 502}, 502, nil, `"502: Bad Gateway"`, 1},
		{"accepted and a page", Fault{StatusAfter: 504, HTML: true}, 504, nil, "<h1>504</h1>", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			questions := make(chan Request, 1)
			s := serve(t, Faults(func(q Request) *Fault {
				questions <- q
				return &c.fault
			}))
			response, text, err := poke(t, s, `{"content":"x"}`)
			if c.status == 0 && err == nil || c.status != 0 && (err != nil || response.StatusCode != c.status) {
				t.Fatalf("%v %v", response, err)
			}
			for name, want := range c.header {
				if got := response.Header.Get(name); got != want {
					t.Errorf("header %s is %q, want %q", name, got, want)
				}
			}
			if !strings.Contains(text, c.body) {
				t.Errorf("body %s, want %s", text, c.body)
			}
			if n := len(s.Messages(Channel)); n != c.posted {
				t.Errorf("%d messages were posted, want %d", n, c.posted)
			}
			if asked := <-questions; asked.Route != "/channels/{channel_id}/messages" || asked.Method != "POST" || string(asked.Body) != `{"content":"x"}` || asked.Status != 0 {
				t.Errorf("asked about %+v", asked)
			}
			q := s.Requests()[0]
			if q.Status != c.status || !c.fault.HTML && string(q.Response) != text || c.fault.HTML && q.Response != nil {
				t.Errorf("recorded %d %s, answered %d %s", q.Status, q.Response, c.status, text)
			}
			wantUnbroken(t, s)
		})
	}
}

// A delayed request is served after the delay, even if the bot hangs up meanwhile.
// Faults can change at any time, and can end.
func TestFaultDelay(t *testing.T) {
	const delay = 50 * time.Millisecond
	s := serve(t, Faults(func(Request) *Fault { return &Fault{Delay: delay} }))
	start := time.Now()
	poke(t, s, `{"content":"x"}`)
	if took := time.Since(start); took < delay {
		t.Errorf("took %v", took)
	}
	impatient := &http.Client{Timeout: delay / 5}
	r, _ := http.NewRequest("PATCH", s.URL()+"/api/v10"+channelMessages+"/"+s.Messages(Channel)[0].ID, strings.NewReader(`{"content":"y"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bot "+Token)
	r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	edited := make(chan bool, 9)
	defer s.OnMessage(func(e Event) { edited <- e.Kind == Edited })()
	if _, err := impatient.Do(r); err == nil {
		t.Error("the answer came too soon")
	}
	select {
	case <-edited:
	case <-within5s(t).Done():
		t.Error("the request was forgotten when the bot hung up")
	}
	s.SetFaults(func(Request) *Fault { return &Fault{Status: 500} })
	if response, _, err := poke(t, s, `{"content":"x"}`); err != nil || response.StatusCode != 500 {
		t.Errorf("another fault: %v %v", response, err)
	}
	s.SetFaults(nil)
	if response, _, err := poke(t, s, `{"content":"x"}`); err != nil || response.StatusCode != 200 {
		t.Errorf("no more faults: %v %v", response, err)
	}
}

// A mistake in a served request counts even if a fault replaces the response.
func TestFaultKeepsMistakes(t *testing.T) {
	s := serve(t, Faults(func(Request) *Fault { return &Fault{StatusAfter: 502} }))
	poke(t, s, `{"content":5}`)
	wantBroken(t, s, "STRING_TYPE_CONVERT")
}

// No delay outlives the server.
func TestFaultClose(t *testing.T) {
	s := serve(t)
	ended := make(chan bool)
	go func() {
		s.pause(time.Hour)
		close(ended)
	}()
	s.Close()
	select {
	case <-ended:
	case <-within5s(t).Done():
		t.Error("a delay outlives the server")
	}
}
