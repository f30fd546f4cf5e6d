package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"chess960bot/internal/daily"
)

// Dailies counts daily posts. [daily.Store] implements it.
type Dailies interface {
	Count(ctx context.Context, before time.Time) (states map[daily.State]int, overdue int, err error)
}

// OverdueAfter is how long a post may be late before it counts as overdue. Short
// failures of Discord are over by then.
const OverdueAfter = 15 * time.Minute

// counter counts daily posts in the database when the metrics are read: other
// processes change them too.
type counter struct{ dailies Dailies }

var (
	postsDesc   = prometheus.NewDesc("chess960bot_daily_posts", "Daily posts in the database by state.", []string{"state"}, nil)
	overdueDesc = prometheus.NewDesc("chess960bot_daily_overdue", "Daily posts that are open and have been due for more than 15 minutes.", nil, nil)
)

// Describe implements [prometheus.Collector].
func (counter) Describe(out chan<- *prometheus.Desc) {
	out <- postsDesc
	out <- overdueDesc
}

// Collect implements [prometheus.Collector].
func (c counter) Collect(out chan<- prometheus.Metric) {
	const limit = 3 * time.Second // Prometheus waits for 10 s
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	states, overdue, err := c.dailies.Count(ctx, time.Now().Add(-OverdueAfter))
	if err != nil {
		out <- prometheus.NewInvalidMetric(overdueDesc, err)
		return
	}
	for _, s := range []daily.State{daily.Open, daily.Posted, daily.Missed, daily.Failed, daily.Unknown} {
		out <- prometheus.MustNewConstMetric(postsDesc, prometheus.GaugeValue, float64(states[s]), string(s))
	}
	out <- prometheus.MustNewConstMetric(overdueDesc, prometheus.GaugeValue, float64(overdue))
}
