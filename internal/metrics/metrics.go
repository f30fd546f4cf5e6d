// Package metrics counts what the bot does, for Prometheus to read.
//
// Make one [Metrics] for the process with [New], tell it what happens, and serve
// [Metrics.Handler] at /metrics. A nil *Metrics counts nothing, for tests that do
// not need it.
//
//	chess960bot_answers_total{command,outcome}               interactions by outcome; see Outcome
//	chess960bot_answer_seconds{command}                      from the arrival of an interaction to the end of its answer
//	chess960bot_discord_requests_total{method,route,status}  REST requests to Discord
//	chess960bot_gateway_connected{shard}                     1 while a shard's session is open, else 0
//	chess960bot_gateway_identifies_total                     new sessions; Discord allows 1000 a day
//	chess960bot_gateway_resumes_total                        resumed sessions
//	chess960bot_commands_registered                          1 once Discord has the commands; 0 before, or after a failed attempt
//	chess960bot_servers                                      servers that have installed the bot, from Discord
//	chess960bot_user_installs                                people who have installed the bot for themselves, from Discord
//	chess960bot_daily_posts{state}                           daily posts in the database
//	chess960bot_posts{kind,state}                            posts of all kinds in the database
//	chess960bot_posts_settled_total{how}                     posts that were perhaps in their channel before an attempt; see outbox.Certainty
//	chess960bot_notes_lost_total                             answers of which the database could not store what became of them
//	chess960bot_daily_overdue                                open posts that have been due for OverdueAfter
//	chess960bot_events{state}                                club evenings in the database, open and closed
//	chess960bot_build_info{version,go_version}               always 1
//
// The usual go_ and process_ metrics are there too.
//
// The values of labels come from fixed lists: the names of registered commands, and
// routes with the names of their parameters. No label has an id, a token or a text
// that people typed. So the number of series is limited, and no series contains a
// secret.
package metrics

import (
	"context"
	"log/slog"
	"net/http"
	"path"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"chess960bot/internal/outbox"
)

// An Outcome is how an interaction ended.
type Outcome string

// The outcomes. With the first three the asker has an answer; with the others
// Discord says that the application did not respond.
const (
	Answered Outcome = "answered"
	Refused  Outcome = "refused" // with a sentence that says what the asker can do
	Failed   Outcome = "failed"  // with an apology, after a bug or a failure of the bot; the log has the cause
	Shed     Outcome = "shed"    // dropped: too many at once
	Limited  Outcome = "limited" // dropped: over the rate limit, and the asker has been told already
	Late     Outcome = "late"    // Discord's three seconds were over
	Unsent   Outcome = "unsent"  // Discord did not accept the answer
)

// Other is the label of unknown commands and routes.
const Other = "other"

// Metrics are the metrics of one process. New makes them. All methods may be called
// from any number of goroutines.
type Metrics struct {
	registry   *prometheus.Registry
	log        *slog.Logger
	seconds    *prometheus.HistogramVec
	connected  *prometheus.GaugeVec
	registered prometheus.Gauge

	servers, people                *prometheus.GaugeVec // without labels: no series before Installed
	answers, requests, settled     *prometheus.CounterVec
	identifies, resumes, notesLost prometheus.Counter
}

// New makes the metrics of a process that runs the given release. What the database has is
// counted when the metrics are read; errors of counting are logged.
func New(version string, database Database, log *slog.Logger) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(), log: log,
		answers: countersOf("chess960bot_answers_total", "Interactions by outcome.", "command", "outcome"),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "chess960bot_answer_seconds", Help: "Time from the arrival of an interaction to the end of its answer.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2, 3}, // Discord waits for 3 s
		}, []string{"command"}),
		requests: countersOf("chess960bot_discord_requests_total",
			"REST requests to Discord; the status is \"error\" for those without an answer.", "method", "route", "status"),
		connected:  gaugesOf("chess960bot_gateway_connected", "Whether the shard's gateway session is open.", "shard"),
		identifies: prometheus.NewCounter(prometheus.CounterOpts{Name: "chess960bot_gateway_identifies_total", Help: "Gateway sessions begun."}),
		resumes:    prometheus.NewCounter(prometheus.CounterOpts{Name: "chess960bot_gateway_resumes_total", Help: "Gateway sessions resumed."}),
		settled: countersOf("chess960bot_posts_settled_total",
			"Posts that were perhaps in their channel before an attempt, by what kept them from coming twice.", "how"),
		notesLost: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "chess960bot_notes_lost_total",
			Help: "Answers of which the database could not store what became of them, such as that people have seen a draw.",
		}),
		registered: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "chess960bot_commands_registered", Help: "Whether Discord has the bot's commands.",
		}),
		servers: gaugesOf("chess960bot_servers", "Servers that have installed the bot, by Discord's approximate count."),
		people:  gaugesOf("chess960bot_user_installs", "People who have installed the bot for themselves, by Discord's approximate count."),
	}
	for _, how := range outbox.Certainties() {
		m.settled.WithLabelValues(string(how))
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "chess960bot_build_info", Help: "The release, always 1.",
		ConstLabels: prometheus.Labels{"version": version, "go_version": runtime.Version()},
	})
	build.Set(1)
	m.registry.MustRegister(m.answers, m.seconds, m.requests, m.connected, m.identifies,
		m.resumes, m.settled, m.notesLost, m.registered, m.servers, m.people, build, counter{database},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func countersOf(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
}

func gaugesOf(name, help string, labels ...string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
}

// Expect adds a command's series, with 0 interactions. Without this, a series would
// begin with its first failure at 1, and Prometheus would not see an increase.
func (m *Metrics) Expect(command string) {
	if m == nil {
		return
	}
	for _, o := range []Outcome{Answered, Refused, Failed, Shed, Limited, Late, Unsent} {
		m.answers.WithLabelValues(command, string(o))
	}
}

// Answered counts an interaction. command is the name of a registered command, or
// Other. The time of a dropped interaction is not recorded.
func (m *Metrics) Answered(command string, outcome Outcome, took time.Duration) {
	if m == nil {
		return
	}
	m.answers.WithLabelValues(command, string(outcome)).Inc()
	if outcome != Shed && outcome != Limited {
		m.seconds.WithLabelValues(command).Observe(took.Seconds())
	}
}

// Requested counts a REST request by its path in Discord's API and the status of the
// answer; 0 means no answer.
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

// Connected records whether a shard's session is open.
func (m *Metrics) Connected(shard int, open bool) {
	if m != nil {
		m.connected.WithLabelValues(strconv.Itoa(shard)).Set(oneIf(open))
	}
}

func oneIf(ok bool) float64 {
	if ok {
		return 1
	}
	return 0
}

// Identified counts a new session.
func (m *Metrics) Identified() {
	if m != nil {
		m.identifies.Inc()
	}
}

// Resumed counts a resumed session.
func (m *Metrics) Resumed() {
	if m != nil {
		m.resumes.Inc()
	}
}

// NoteLost counts an answer of which the database could not store what became of it.
func (m *Metrics) NoteLost() {
	if m != nil {
		m.notesLost.Inc()
	}
}

// PostSettled counts a post that was perhaps in its channel before an attempt.
func (m *Metrics) PostSettled(how outbox.Certainty) {
	if m != nil {
		m.settled.WithLabelValues(string(how)).Inc()
	}
}

// CommandsRegistered records whether Discord has the bot's commands.
func (m *Metrics) CommandsRegistered(ok bool) {
	if m != nil {
		m.registered.Set(oneIf(ok))
	}
}

// Installed records how many servers and people have installed the bot. Before the first
// call the metrics do not have these numbers.
func (m *Metrics) Installed(servers, people int) {
	if m != nil {
		m.servers.WithLabelValues().Set(float64(servers))
		m.people.WithLabelValues().Set(float64(people))
	}
}

// Handler serves the metrics in Prometheus's format. It leaves out metrics that it
// cannot read.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorLog:      slog.NewLogLogger(m.log.Handler(), slog.LevelWarn),
		ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4,
	})
}

// routes are the routes of Discord's API that the bot uses, as Discord's
// documentation names them.
var routes = strings.Fields(`
	gateway
	gateway/bot
	applications/@me
	applications/{id}/commands
	applications/{id}/guilds/{id}/commands
	interactions/{id}/{token}/callback
	webhooks/{id}/{token}
	webhooks/{id}/{token}/messages/@original
	users/@me/channels
	users/@me/guilds
	guilds/{id}
	guilds/{id}/members/{id}
	channels/{id}
	channels/{id}/messages
	channels/{id}/messages/{id}
	channels/{id}/messages/{id}/threads
`)

var parameter = regexp.MustCompile(`{\w+}`)

// route returns the route of a path such as /api/v10/gateway, with the names of
// parameters instead of ids and tokens. For an unknown path it returns Other, because
// the path may contain a secret.
func route(requested string) string {
	for _, r := range routes {
		if fits, _ := path.Match("/api/*/"+parameter.ReplaceAllString(r, "*"), requested); fits {
			return "/" + r
		}
	}
	return Other
}

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
