package heartbeat

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// service answers heartbeats by a status, 0 for a lost connection.
type service struct {
	status int
	at     []time.Duration // of the heartbeats
	began  time.Time
	asked  *http.Request
}

func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	s.asked = r
	s.at = append(s.at, time.Since(s.began))
	if s.status == 0 {
		return nil, errors.New("connection refused")
	}
	return &http.Response{StatusCode: s.status, Body: io.NopCloser(strings.NewReader("")), Header: http.Header{"Location": {"https://elsewhere.example/"}}}, nil
}

// The heartbeats stop while something is wrong, and go on after. Each problem is
// logged once, without the address.
func TestHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const key = "0a1b2c3d"
		var log bytes.Buffer
		var wrong error
		s := &service{status: 200, began: time.Now()}
		h := http.DefaultTransport
		http.DefaultTransport = s
		defer func() { http.DefaultTransport = h }()
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			ended <- Run(ctx, Options{
				URL: "https://hc-ping.example/" + key,
				Checks: []func(context.Context) error{
					func(context.Context) error { return nil },
					func(context.Context) error { return wrong },
				},
				Log: slog.New(slog.NewTextHandler(&log, nil)),
			})
		}()
		phase := func(name string, lasts time.Duration, beats, lines int) {
			t.Helper()
			s.at = nil
			log.Reset()
			time.Sleep(lasts)
			synctest.Wait()
			if n := strings.Count(log.String(), "\n"); len(s.at) != beats || n != lines {
				t.Errorf("%s: heartbeats at %v, want %d, and %d lines of log, want %d:\n%s", name, s.at, beats, n, lines, &log)
			}
			if strings.Contains(log.String(), key) || strings.Contains(log.String(), "hc-ping") {
				t.Errorf("%s: the log shows the address:\n%s", name, &log)
			}
		}
		time.Sleep(time.Second)
		phase("all is well", 10*time.Minute, 10, 0)
		wrong = errors.New("daily posts that are overdue: 1")
		phase("overdue", 10*time.Minute, 0, 1)
		wrong = nil
		phase("well again", 10*time.Minute, 10, 1)
		s.status = 302
		phase("redirected", time.Minute, 6, 1)
		s.status = 500
		phase("refused", time.Minute, 6, 1)
		s.status = 0
		phase("unreachable", time.Minute, 6, 1)
		s.status = 204
		phase("reached again", 5*time.Minute, 5, 1)
		if s.asked.Header.Get("Authorization") != "" || s.asked.Host != "hc-ping.example" {
			t.Errorf("%+v", s.asked)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
