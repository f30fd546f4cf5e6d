package httpserver

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"chess960bot/internal/service/metrics"
)

// readiness serves /readyz. The check queries the database, so its result is reused for
// a moment: frequent requests do not keep the database busy.
type readiness struct {
	check func(context.Context) error

	mu       sync.Mutex
	problems error
	until    time.Time // the problems are reused until then
}

const (
	reuseTime = time.Second
	checkTime = 3 * time.Second
)

// ServeHTTP implements [http.Handler].
func (r *readiness) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	if err := r.ask(); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// ask returns the problems.
func (r *readiness) ask() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Now().Before(r.until) {
		return r.problems
	}
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	r.problems = r.check(ctx)
	r.until = time.Now().Add(reuseTime)
	return r.problems
}

// A Prober is a database that counts what it has and can check that it is writable.
type Prober interface {
	metrics.Database
	Probe(ctx context.Context) error
}

// CheckDatabase returns an error if the database cannot be written or a post is overdue.
func CheckDatabase(ctx context.Context, db Prober) error {
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
