// Package metrics counts what the bot does, for Prometheus to read.
//
// Make one [Metrics] a process with [New], tell it what happens, and serve
// [Metrics.Handler] at /metrics. A nil *Metrics counts nothing, so that a test
// that does not look at metrics needs none.
//
//	chess960bot_answers_total{command,outcome}               what became of each interaction; see Outcome
//	chess960bot_answer_seconds{command}                      from its arrival to the end of its answer
//	chess960bot_discord_requests_total{method,route,status}  REST requests to Discord
//	chess960bot_gateway_connected{shard}                     1 while a shard's session is open, else 0
//	chess960bot_gateway_identifies_total                     new sessions, of which Discord allows 1000 a day
//	chess960bot_gateway_resumes_total                        sessions taken up again
//	chess960bot_daily_posts{state}                           daily posts in the database
//	chess960bot_daily_overdue                                open ones that have been due for OverdueAfter
//	chess960bot_build_info{version,go_version}               always 1
//
// Beside these there are the usual go_ and process_ ones.
//
// What a label can be is known beforehand: a command that is registered, a route
// with its parameters named. No label has an id, a token or anything that people
// have typed, so there are only so many series, and nothing in them is a secret.
package metrics

import (
	"log/slog"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// An Outcome is what became of an interaction.
type Outcome string

// The outcomes. Of the first three the asker has an answer; of the others Discord
// says that the application did not respond.
const (
	Answered Outcome = "answered"
	Refused  Outcome = "refused" // with a sentence that says what the asker can do about it
	Failed   Outcome = "failed"  // with an apology: a fault of ours, which the log has
	Shed     Outcome = "shed"    // dropped: too many at once
	Limited  Outcome = "limited" // dropped: over the limit of its asker or server, who has been told
	Late     Outcome = "late"    // Discord's three seconds were over
	Unsent   Outcome = "unsent"  // Discord did not take the answer
)

// Other is the command or route of what has no name of its own.
const Other = "other"

// Metrics are one process's. Make them with New. All methods may be called from
// any number of goroutines.
type Metrics struct {
	registry   *prometheus.Registry
	log        *slog.Logger
	answers    *prometheus.CounterVec
	seconds    *prometheus.HistogramVec
	requests   *prometheus.CounterVec
	connected  *prometheus.GaugeVec
	identifies prometheus.Counter
	resumes    prometheus.Counter
}

// New makes metrics of a release, in which dailies are counted when they are
// read. What goes wrong with that is logged.
func New(version string, dailies Dailies, log *slog.Logger) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		log:      log,
		answers:  prometheus.NewCounterVec(prometheus.CounterOpts{Name: "chess960bot_answers_total", Help: "Interactions by what became of them."}, []string{"command", "outcome"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "chess960bot_answer_seconds", Help: "Time from the arrival of an interaction to the end of its answer.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2, 3}, // Discord waits for 3 s
		}, []string{"command"}),
		requests:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "chess960bot_discord_requests_total", Help: "REST requests to Discord; the status is \"error\" for those without an answer."}, []string{"method", "route", "status"}),
		connected:  prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "chess960bot_gateway_connected", Help: "Whether the shard's gateway session is open."}, []string{"shard"}),
		identifies: prometheus.NewCounter(prometheus.CounterOpts{Name: "chess960bot_gateway_identifies_total", Help: "Gateway sessions begun."}),
		resumes:    prometheus.NewCounter(prometheus.CounterOpts{Name: "chess960bot_gateway_resumes_total", Help: "Gateway sessions taken up again."}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "chess960bot_build_info", Help: "The release, always 1.",
		ConstLabels: prometheus.Labels{"version": version, "go_version": runtime.Version()},
	})
	build.Set(1)
	m.registry.MustRegister(m.answers, m.seconds, m.requests, m.connected, m.identifies, m.resumes, build, counter{dailies},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Expect shows a command's interactions from the beginning on, none of them yet: to
// Prometheus the first fault would else be no change, but a series that begins.
func (m *Metrics) Expect(command string) {
	if m == nil {
		return
	}
	for _, o := range []Outcome{Answered, Refused, Failed, Shed, Limited, Late, Unsent} {
		m.answers.WithLabelValues(command, string(o))
	}
}

// Answered counts an interaction. The command is a registered one's name, or
// Other. A dropped interaction took no time.
func (m *Metrics) Answered(command string, outcome Outcome, took time.Duration) {
	if m == nil {
		return
	}
	m.answers.WithLabelValues(command, string(outcome)).Inc()
	if outcome != Shed && outcome != Limited {
		m.seconds.WithLabelValues(command).Observe(took.Seconds())
	}
}

// Requested counts a REST request by the path of Discord's API that it went to
// and the answer's status, 0 for none.
func (m *Metrics) Requested(method, path string, status int) {
	if m == nil {
		return
	}
	label := "error"
	if status != 0 {
		label = strconv.Itoa(status)
	}
	m.requests.WithLabelValues(method, route(path), label).Inc()
}

// Connected notes whether a shard's session is open.
func (m *Metrics) Connected(shard int, open bool) {
	if m == nil {
		return
	}
	value := 0.0
	if open {
		value = 1
	}
	m.connected.WithLabelValues(strconv.Itoa(shard)).Set(value)
}

// Identified counts a new session.
func (m *Metrics) Identified() {
	if m != nil {
		m.identifies.Inc()
	}
}

// Resumed counts a session that was taken up again.
func (m *Metrics) Resumed() {
	if m != nil {
		m.resumes.Inc()
	}
}

// Handler serves the metrics as Prometheus reads them. What cannot be counted
// just now is left out.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorLog:            slog.NewLogLogger(m.log.Handler(), slog.LevelWarn),
		ErrorHandling:       promhttp.ContinueOnError,
		MaxRequestsInFlight: 4,
	})
}
