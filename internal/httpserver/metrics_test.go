package httpserver_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/metrics"
	"chess960bot/internal/outbox"
)

// counted is a fake database that counts posts and events.
type counted struct {
	states  map[string]map[outbox.State]int
	events  [2]int // open and closed
	overdue int
	err     error
	before  time.Time // argument of the last call
	limited bool      // whether the last call had a deadline
}

func (p *counted) Count(ctx context.Context, before time.Time) (map[string]map[outbox.State]int, int, error) {
	_, p.limited = ctx.Deadline()
	p.before = before
	return p.states, p.overdue, p.err
}

func (p *counted) CountRows(context.Context) (map[string]map[string]int, error) {
	return map[string]map[string]int{"events": {"open": p.events[0], "closed": p.events[1]}}, nil
}

func scrape(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	response := httptest.NewRecorder()
	m.Handler().ServeHTTP(response, httptest.NewRequest("GET", "/metrics", nil))
	if response.Code != 200 {
		t.Errorf("status %d", response.Code)
	}
	return response.Body.String()
}

func wantLines(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains("\n"+text, "\n"+line+"\n") {
			t.Errorf("there is no line\n%s\nin\n%s", line, ours(text))
		}
	}
}

func ours(text string) string {
	var own strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "chess960bot_") {
			own.WriteString(line)
		}
	}
	return own.String()
}

func TestEverythingIsCounted(t *testing.T) {
	dailies := &counted{events: [2]int{2, 5}, states: map[string]map[outbox.State]int{"daily": {outbox.Posted: 12, outbox.Open: 3}, "seal": {outbox.Failed: 5}}, overdue: 2}
	m := metrics.New("v1.2.3", dailies, slog.New(slog.DiscardHandler))
	m.Expect("about")
	m.Answered("sp", metrics.Answered, 4*time.Millisecond)
	m.Answered("sp", metrics.Shed, 0)
	m.Answered(metrics.Other, metrics.Late, 3*time.Second)
	m.Requested("POST", "/api/v10/interactions/1040000000000000001/aW50/callback", 204)
	m.Requested("GET", "/api/v10/gateway", 0)
	m.Connected(0, true)
	m.Connected(1, true)
	m.Connected(1, false)
	m.Identified()
	m.Resumed()
	m.Resumed()
	m.Installed(74, 96)
	m.Installed(75, 95)
	m.NoteLost()
	m.PostSettled(outbox.Found)
	text := scrape(t, m)
	wantLines(t, text,
		`chess960bot_answers_total{command="about",outcome="failed"} 0`,
		`chess960bot_answers_total{command="sp",outcome="answered"} 1`,
		`chess960bot_answers_total{command="sp",outcome="shed"} 1`,
		`chess960bot_answers_total{command="other",outcome="late"} 1`,
		`chess960bot_answer_seconds_count{command="sp"} 1`,
		`chess960bot_answer_seconds_bucket{command="sp",le="0.0025"} 0`,
		`chess960bot_answer_seconds_bucket{command="sp",le="0.005"} 1`,
		`chess960bot_answer_seconds_bucket{command="other",le="3"} 1`,
		`chess960bot_discord_requests_total{method="POST",route="/interactions/{id}/{token}/callback",status="204"} 1`,
		`chess960bot_discord_requests_total{method="GET",route="/gateway",status="error"} 1`,
		`chess960bot_gateway_connected{shard="0"} 1`,
		`chess960bot_gateway_connected{shard="1"} 0`,
		`chess960bot_gateway_identifies_total 1`,
		`chess960bot_gateway_resumes_total 2`,
		`chess960bot_daily_posts{state="posted"} 12`,
		`chess960bot_daily_posts{state="open"} 3`,
		`chess960bot_daily_posts{state="missed"} 0`,
		`chess960bot_daily_posts{state="failed"} 0`,
		`chess960bot_daily_posts{state="unknown"} 0`,
		`chess960bot_daily_overdue 2`,
		`chess960bot_posts{kind="daily",state="posted"} 12`,
		`chess960bot_posts{kind="seal",state="failed"} 5`,
		`chess960bot_posts{kind="seal",state="open"} 0`,
		`chess960bot_servers 75`,
		`chess960bot_user_installs 95`,
		`chess960bot_posts_settled_total{how="found"} 1`,
		`chess960bot_posts_settled_total{how="nonce"} 0`,
		`chess960bot_notes_lost_total 1`,
		`chess960bot_events{state="open"} 2`,
		`chess960bot_events{state="closed"} 5`,
	)
	for _, want := range []string{`version="v1.2.3"`, `go_version="go1.`, "go_goroutines ", "process_open_fds "} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	if ago := time.Since(dailies.before); ago < metrics.OverdueAfter || ago > metrics.OverdueAfter+time.Minute || !dailies.limited {
		t.Errorf("asked for what was due %v ago; with a limit: %t", ago, dailies.limited)
	}
}

// If the database cannot be read, only its numbers are missing from the metrics.
func TestUncountableDailies(t *testing.T) {
	var log bytes.Buffer
	m := metrics.New("v1", &counted{err: errors.New("the disk is gone")}, slog.New(slog.NewTextHandler(&log, nil)))
	m.Identified()
	text := scrape(t, m)
	wantLines(t, text, "chess960bot_gateway_identifies_total 1")
	if strings.Contains(text, "chess960bot_daily_") || strings.Contains(text, "disk") {
		t.Errorf("got\n%s", ours(text))
	}
	if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), "the disk is gone") {
		t.Errorf("the log does not say why: %s", &log)
	}
}

// No route contains an id or a token of a path.
func TestRoutesOfRequests(t *testing.T) {
	for path, want := range map[string]string{
		"/api/v10/gateway":                                  "/gateway",
		"/api/v10/gateway/bot":                              "/gateway/bot",
		"/api/v10/applications/@me":                         "/applications/@me",
		"/api/v10/applications/96018/commands":              "/applications/{id}/commands",
		"/api/v10/applications/96018/guilds/96018/commands": "/applications/{id}/guilds/{id}/commands",
		"/api/v10/interactions/96018/aW50/callback":         "/interactions/{id}/{token}/callback",
		"/api/v10/users/@me/channels":                       "/users/@me/channels",
		"/api/v10/users/@me/guilds":                         "/users/@me/guilds",
		"/api/v10/guilds/96018":                             "/guilds/{id}",
		"/api/v10/guilds/96018/members/96018":               "/guilds/{id}/members/{id}",
		"/api/v10/webhooks/96018/aW50":                      "/webhooks/{id}/{token}",
		"/api/v10/channels/96018/messages":                  "/channels/{id}/messages",
		"/api/v10/channels/96018/messages/96018":            "/channels/{id}/messages/{id}",
		"/api/v10/channels/96018/messages/96018/threads":    "/channels/{id}/messages/{id}/threads",
		"/api/v10/webhooks/96018/aW50/messages/@original":   "/webhooks/{id}/{token}/messages/@original",
		"/api/v10/webhooks/96018/aW50/messages/96018":       "other",
		"/api/v10/interactions/96018/aW50":                  "other",
		"/96018/aW50":                                       "other",
		"/api":                                              "other",
		"/":                                                 "other",
		"":                                                  "other",
	} {
		m := metrics.New("v1", &counted{}, slog.New(slog.DiscardHandler))
		m.Requested("GET", path, 200)
		text := scrape(t, m)
		wantLines(t, text, `chess960bot_discord_requests_total{method="GET",route="`+want+`",status="200"} 1`)
		if strings.Contains(ours(text), "96018") || strings.Contains(text, "aW50") {
			t.Errorf("%s is shown in\n%s", path, ours(text))
		}
	}
}

// All methods work on a nil *Metrics.
func TestNilMetricsCountNothing(t *testing.T) {
	var m *metrics.Metrics
	m.Expect("sp")
	m.Answered("sp", metrics.Answered, time.Second)
	m.Requested("GET", "/api/v10/gateway", 200)
	m.Connected(0, true)
	m.Installed(1, 1)
	m.Identified()
	m.Resumed()
}
