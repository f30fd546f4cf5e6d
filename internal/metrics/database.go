package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"chess960bot/internal/outbox"
)

// A Database counts what it has. The store implements it.
type Database interface {
	// Count returns the number of posts of each kind in each state, and how many
	// are overdue. An overdue post is open and was due before the given instant. A
	// post that Discord refused is not overdue while it waits beyond that instant.
	Count(ctx context.Context, before time.Time) (posts map[string]map[outbox.State]int, overdue int, err error)
	// CountRows returns how many rows of a name are in each state, such as events that are open.
	CountRows(ctx context.Context) (map[string]map[string]int, error)
}

// OverdueAfter is how long a post may be late before it counts as overdue. Short
// failures of Discord are over by then.
const OverdueAfter = 15 * time.Minute

// counter counts what is in the database when the metrics are read: other processes
// change it too.
type counter struct{ database Database }

var (
	postsDesc   = prometheus.NewDesc("chess960bot_daily_posts", "Daily posts in the database by state.", []string{"state"}, nil)
	kindsDesc   = prometheus.NewDesc("chess960bot_posts", "Posts in the database by kind and state.", []string{"kind", "state"}, nil)
	overdueDesc = prometheus.NewDesc("chess960bot_daily_overdue",
		"Posts of all kinds that are open and have been due for more than 15 minutes.", nil, nil)
)

// Describe implements [prometheus.Collector].
func (counter) Describe(out chan<- *prometheus.Desc) {
	out <- postsDesc
	out <- kindsDesc
	out <- overdueDesc
}

// Collect implements [prometheus.Collector].
func (c counter) Collect(out chan<- prometheus.Metric) {
	const limit = 3 * time.Second // Prometheus waits for 10 s
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	rows, err := c.database.CountRows(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(overdueDesc, err)
		return
	}
	for name, states := range rows {
		desc := prometheus.NewDesc("chess960bot_"+name, "The "+name+" in the database by state.", []string{"state"}, nil)
		for state, n := range states {
			out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(n), state)
		}
	}
	posts, overdue, err := c.database.Count(ctx, time.Now().Add(-OverdueAfter))
	if err != nil {
		out <- prometheus.NewInvalidMetric(overdueDesc, err)
		return
	}
	for _, state := range outbox.States() {
		out <- prometheus.MustNewConstMetric(postsDesc, prometheus.GaugeValue, float64(posts["daily"][state]), string(state))
		for kind, states := range posts {
			out <- prometheus.MustNewConstMetric(kindsDesc, prometheus.GaugeValue, float64(states[state]), kind, string(state))
		}
	}
	out <- prometheus.MustNewConstMetric(overdueDesc, prometheus.GaugeValue, float64(overdue))
}
