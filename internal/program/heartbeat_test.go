package program

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// service is the monitoring service, with the bot that it watches.
type service struct {
	sync.Mutex
	wrong  error           // with the bot
	status int             // of the answer to a heartbeat; 0 for a lost connection
	at     []time.Duration // of the heartbeats
	began  time.Time
	asked  *http.Request
}

func (s *service) check(context.Context) error {
	s.Lock()
	defer s.Unlock()
	return s.wrong
}

func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	s.Lock()
	defer s.Unlock()
	s.asked = r
	s.at = append(s.at, time.Since(s.began))
	if s.status == 0 {
		return nil, errors.New("connection refused")
	}
	return &http.Response{StatusCode: s.status, Body: io.NopCloser(strings.NewReader("")), Header: http.Header{"Location": {"https://elsewhere.example/"}}}, nil
}

// Heartbeats stop while something is wrong, and continue afterwards. Each problem is logged
// once, without the address.
func TestHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const key = "0a1b2c3d"
		var log bytes.Buffer
		s := &service{status: 200, began: time.Now()}
		h := http.DefaultTransport
		http.DefaultTransport = s
		defer func() { http.DefaultTransport = h }()
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			ended <- newHeart("https://hc-ping.example/"+key, s.check, slog.New(slog.NewTextHandler(&log, nil))).run(ctx)
		}()
		phase := func(name string, status int, wrong error, lasts time.Duration, beats, lines int) {
			t.Helper()
			s.Lock()
			s.status, s.wrong, s.at = status, wrong, nil
			log.Reset()
			s.Unlock()
			time.Sleep(lasts)
			synctest.Wait()
			s.Lock()
			defer s.Unlock()
			if n := strings.Count(log.String(), "\n"); len(s.at) != beats || n != lines {
				t.Errorf("%s: heartbeats at %v, want %d, and %d lines of log, want %d:\n%s", name, s.at, beats, n, lines, &log)
			}
			if strings.Contains(log.String(), key) || strings.Contains(log.String(), "hc-ping") {
				t.Errorf("%s: the log shows the address:\n%s", name, &log)
			}
		}
		time.Sleep(time.Second) // each phase begins and ends between two heartbeats
		synctest.Wait()
		phase("all is well", 200, nil, 10*time.Minute, 10, 0)
		phase("overdue", 200, errors.New("daily posts that are overdue: 1"), 10*time.Minute, 0, 1)
		phase("well again", 200, nil, 10*time.Minute, 10, 1)
		phase("redirected", 302, nil, time.Minute, 6, 1)
		phase("refused", 500, nil, time.Minute, 6, 1)
		phase("unreachable", 0, nil, time.Minute, 6, 1)
		phase("reached again", 204, nil, 5*time.Minute, 5, 1)
		if s.asked.Header.Get("Authorization") != "" || s.asked.Host != "hc-ping.example" {
			t.Errorf("%+v", s.asked)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
