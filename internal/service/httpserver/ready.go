package httpserver

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"chess960bot/internal/service/metrics"
)

// readiness serves /readyz. The checks query the database, so a result is reused for
// a moment: frequent requests do not keep the database busy.
type readiness struct {
	checks []func(context.Context) error

	mu       sync.Mutex
	problems []string
	until    time.Time // the problems are reused until then
}

const (
	reuseTime = time.Second
	checkTime = 3 * time.Second // for all checks
)

// ServeHTTP implements [http.Handler].
func (r *readiness) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	problems := r.check()
	if len(problems) == 0 {
		fmt.Fprintln(w, "ok")
		return
	}
	http.Error(w, strings.Join(problems, "\n"), http.StatusServiceUnavailable)
}

func (r *readiness) check() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Now().Before(r.until) {
		return r.problems
	}
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	r.problems = nil
	for _, check := range r.checks {
		if err := check(ctx); err != nil {
			r.problems = append(r.problems, strings.Split(err.Error(), "\n")...)
		}
	}
	r.until = time.Now().Add(reuseTime)
	return r.problems
}

// A Prober is a database that counts posts and can check that it is writable.
type Prober interface {
	metrics.Posts
	Probe(ctx context.Context) error
}

// Database returns a check that the database can be written and that no post is
// overdue.
func Database(db Prober) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := db.Probe(ctx); err != nil {
			return fmt.Errorf("the database cannot be written: %w", err)
		}
		_, overdue, err := db.Count(ctx, time.Now().Add(-metrics.OverdueAfter))
		switch {
		case err != nil:
			return fmt.Errorf("the database cannot be read: %w", err)
		case overdue > 0:
			return fmt.Errorf("posts that are overdue: %d", overdue)
		}
		return nil
	}
}
