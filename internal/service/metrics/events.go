package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Events counts club evenings. The store implements it.
type Events interface {
	// CountEvents returns how many events are open and closed.
	CountEvents(ctx context.Context) (open, closed int, err error)
}

// CountEvents adds the number of club evenings to the metrics. Call it once.
func (m *Metrics) CountEvents(events Events) { m.registry.MustRegister(eventCounter{events}) }

type eventCounter struct{ events Events }

var eventsDesc = prometheus.NewDesc("chess960bot_events", "Club evenings in the database by state.", []string{"state"}, nil)

// Describe implements [prometheus.Collector].
func (eventCounter) Describe(out chan<- *prometheus.Desc) { out <- eventsDesc }

// Collect implements [prometheus.Collector].
func (c eventCounter) Collect(out chan<- prometheus.Metric) {
	const limit = 3 * time.Second // Prometheus waits for 10 s
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	open, closed, err := c.events.CountEvents(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(eventsDesc, err)
		return
	}
	out <- prometheus.MustNewConstMetric(eventsDesc, prometheus.GaugeValue, float64(open), "open")
	out <- prometheus.MustNewConstMetric(eventsDesc, prometheus.GaugeValue, float64(closed), "closed")
}
