package discordtest

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/internal/workshop/discordtest/validate"
)

const channelMessages = "/channels/" + ChannelID + "/messages"

// A request needs the right token, user agent, version and body.
func TestRequests(t *testing.T) {
	s := serve(t, History(100))
	for _, c := range []struct {
		name    string
		attempt attempt
		status  int
		code    float64
		broken  string // "" for none
	}{
		{"fine", attempt{method: "GET", path: "/applications/@me"}, 200, 0, ""},
		{"v9", attempt{method: "GET", path: "/api/v9/gateway"}, 400, 50041, "50041"},
		{"v11", attempt{method: "GET", path: "/api/v11/gateway"}, 400, 50041, "50041"},
		{"gateway without token", attempt{method: "GET", path: "/gateway", header: map[string]string{"Authorization": ""}}, 200, 0, ""},
		{"gateway for bots", attempt{method: "GET", path: "/gateway/bot"}, 200, 0, ""},
		{"no token", attempt{method: "GET", path: "/applications/@me", header: map[string]string{"Authorization": ""}}, 401, 0, "401: Unauthorized"},
		{"another token", attempt{method: "GET", path: "/applications/@me", header: map[string]string{"Authorization": "Bot x"}}, 401, 0, "401: Unauthorized"},
		{"token without Bot", attempt{method: "GET", path: "/applications/@me", header: map[string]string{"Authorization": Token}}, 401, 0, "401: Unauthorized"},
		{"another user agent", attempt{method: "GET", path: "/applications/@me", header: map[string]string{"User-Agent": "Go-http-client/1.1"}}, 403, 40333, "40333"},
		{"unknown route", attempt{method: "GET", path: "/guilds/1/roles"}, 404, 0, "/api/v10/guilds/1/roles (unknown route)"},
		{"unknown method", attempt{method: "PUT", path: "/applications/@me", json: "{}"}, 404, 0, "PUT /api/v10/applications/@me (unknown route)"},
		{"invalid JSON", attempt{method: "POST", path: channelMessages, json: `{"content":`}, 400, 50109, "50109"},
		{"two JSON values", attempt{method: "POST", path: channelMessages, json: `{"content":"x"}}`}, 400, 50109, "50109"},
		{"content type without body", attempt{method: "GET", path: "/applications/@me", contentType: "application/json"}, 400, 50109, "50109"},
		{"text", attempt{method: "POST", path: channelMessages, json: `{}`, contentType: "text/plain"}, 400, 50035, "CONTENT_TYPE_INVALID"},
		{"file of 10 MiB and a byte", attempt{method: "POST", path: channelMessages, json: `{}`, parts: map[string]string{"files[0]": strings.Repeat("x", validate.MaxFile+1)}}, 413, 40005, "40005"},
		{"part of another name", attempt{method: "POST", path: channelMessages, json: `{"content":"x"}`, parts: map[string]string{"picture": "x"}}, 200, 0, `form part "picture"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, answer := c.attempt.send(t, s)
			wantStatus(t, status, answer, c.status, c.code)
			if c.broken != "" {
				wantBroken(t, s, c.broken)
			}
			wantUnbroken(t, s)
		})
	}
}

// Requests lists all requests with their responses.
func TestRecord(t *testing.T) {
	s := serve(t, History(10))
	attempt{method: "POST", path: channelMessages, json: `{"content":"x"}`, files: []string{"a.png"}}.send(t, s)
	q := s.Requests()[0]
	if q.Route != "/channels/{channel_id}/messages" || string(q.Body) != `{"content":"x"}` || q.Status != 200 || len(q.Response) == 0 {
		t.Errorf("%+v", q)
	}
	if len(q.Files) != 1 || q.Files[0] != (File{"files[0]", "a.png", "image/png", len(board(0))}) || !strings.HasPrefix(q.ContentType, "multipart/form-data") {
		t.Errorf("%+v", q)
	}
	for range 50 {
		attempt{method: "POST", path: channelMessages, json: `{"content":"x"}`}.send(t, s)
	}
	if n := len(s.Requests()); n < 10 || n > 20 {
		t.Errorf("%d requests are kept", n)
	}
	if n := len(s.Messages(Channel)); n != 10 {
		t.Errorf("%d messages are kept", n)
	}
}

// The bot posts, reads and edits messages without an interaction.
func TestChannel(t *testing.T) {
	s := serve(t)
	status, answer := attempt{method: "POST", path: "/channels/1/messages", json: `{"content":"x"}`}.send(t, s)
	wantStatus(t, status, answer, 404, 10003)
	status, answer = attempt{method: "POST", path: channelMessages, json: `{"content":"x","flags":64}`}.send(t, s)
	wantFault(t, s, status, answer, "flags", "BITFIELD_TYPE_INVALID")
	status, answer = attempt{method: "POST", path: channelMessages, json: `{"content":"x","nonce":"` + long(26) + `"}`}.send(t, s)
	wantFault(t, s, status, answer, "nonce", "BASE_TYPE_MAX_LENGTH")

	post := func(json string) string {
		t.Helper()
		status, answer := attempt{method: "POST", path: channelMessages, json: json}.send(t, s)
		wantStatus(t, status, answer, 200, 0)
		id, _ := answer["id"].(string)
		return id
	}
	first := post(`{"content":"x","nonce":"day-1","enforce_nonce":true}`)
	if again := post(`{"content":"y","nonce":"day-1","enforce_nonce":true}`); again != first {
		t.Errorf("a repeated nonce made a second message")
	}
	if other := post(`{"content":"y","nonce":"day-1"}`); other == first {
		t.Errorf("a nonce that is not enforced suppressed a message")
	}
	status, answer = attempt{method: "PATCH", path: channelMessages + "/" + first, json: `{"content":"z"}`}.send(t, s)
	wantStatus(t, status, answer, 200, 0)
	if answer["content"] != "z" || answer["edited_timestamp"] == nil {
		t.Errorf("%v", answer)
	}
	status, _ = attempt{method: "GET", path: channelMessages + "?limit=1"}.send(t, s)
	if status != 200 || len(s.Messages(Channel)) != 2 {
		t.Errorf("%d, %d messages", status, len(s.Messages(Channel)))
	}
}

// Listeners are called after every change, before the bot's request returns.
func TestEvents(t *testing.T) {
	s := serve(t)
	var heard []string
	stop := s.OnMessage(func(e Event) { heard = append(heard, e.Kind+" "+e.Message.Content) })
	_, answer := attempt{method: "POST", path: channelMessages, json: `{"content":"a"}`}.send(t, s)
	path := channelMessages + "/" + answer["id"].(string)
	attempt{method: "PATCH", path: path, json: `{"content":"b"}`}.send(t, s)
	stop()
	attempt{method: "POST", path: channelMessages, json: `{"content":"c"}`}.send(t, s)
	if got := strings.Join(heard, ", "); got != "created a, edited b" {
		t.Error(got)
	}
}

// A request that is cut off does not count.
func TestCutOff(t *testing.T) {
	s := serve(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /api/v10%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bot %s\r\nUser-Agent: DiscordBot (https://example.org, 1)\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"content\":", channelMessages, Token)
	conn.(*net.TCPConn).CloseWrite()
	if answer, err := io.ReadAll(conn); err != nil || len(answer) > 0 {
		t.Errorf("answered %q, %v", answer, err)
	}
	if len(s.Requests()) > 0 {
		t.Errorf("%+v", s.Requests())
	}
	wantUnbroken(t, s)
}

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
