package bot_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/metrics"
	"chess960bot/internal/workshop/discordtest"
)

// The metrics after a conversation have the right counts. They contain no typed text, no
// id and no token.
func TestMetricsOfAConversation(t *testing.T) {
	t.Parallel()
	server, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	known := tools(t)
	counted := metrics.New("v1", known.Store.(metrics.Database), slog.New(slog.DiscardHandler))
	faulty := simple("faulty", func(context.Context, *chat.Request) (*chat.Reply, error) { return nil, errors.New("oh") })
	w := &world{Server: server}
	cmds := append(commands.All(known), faulty)
	w.start(t, bot.Options{Token: discordtest.Token, Commands: cmds, Metrics: counted})
	defer w.stop()
	w.waitRegistered(t, cmds) // otherwise stop might cut off the registration, which is counted
	c := conversation{world: w}
	for _, line := range []string{"Anna: /sp number:518", "Ben presses More", "Anna: /sp number:961", "Anna: /encode position:MTA.looks-like-a-token", "Anna: /faulty"} {
		c.say(t, line)
	}
	stranger := map[string]any{"type": 2, "channel_id": discordtest.ChannelID, "user": map[string]any{"id": "1", "username": "x"}, "data": map[string]any{"id": "1", "name": "typed-by-a-stranger", "type": 1}}
	if _, err := w.Interact(within(t), stranger); err != nil {
		t.Fatal(err)
	}
	w.stop() // afterwards everything is counted
	text := scraped(t, counted)
	wantLines(t, text,
		`chess960bot_answers_total{command="sp",outcome="answered"} 1`,
		`chess960bot_answers_total{command="explore",outcome="answered"} 1`,
		`chess960bot_answers_total{command="sp",outcome="refused"} 1`,
		`chess960bot_answers_total{command="encode",outcome="refused"} 1`,
		`chess960bot_answers_total{command="faulty",outcome="failed"} 1`,
		`chess960bot_answers_total{command="other",outcome="refused"} 1`,
		`chess960bot_answer_seconds_count{command="sp"} 2`,
		`chess960bot_discord_requests_total{method="POST",route="/interactions/{id}/{token}/callback",status="204"} 6`,
		`chess960bot_discord_requests_total{method="PUT",route="/applications/{id}/commands",status="200"} 1`,
		`chess960bot_daily_overdue 0`,
	)
	noSecretsIn(t, text, w.Server)
}

// noSecretsIn fails if the text of the metrics contains an id, a token or typed text.
func noSecretsIn(t *testing.T, text string, s *discordtest.Server) {
	t.Helper()
	if found := regexp.MustCompile(`="[^"\n]*\d{15,}[^"\n]*"`).FindString(text); found != "" {
		t.Errorf("a label looks like an id: %s", found)
	}
	secrets := []string{discordtest.Token, "typed-by-a-stranger", "looks-like-a-token", "Bearer", "Bot "}
	for _, r := range s.Requests() {
		if parts := strings.Split(r.Path, "/"); strings.HasSuffix(r.Path, "/callback") {
			secrets = append(secrets, parts[len(parts)-2], parts[len(parts)-3])
		}
	}
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			t.Errorf("%q is in the metrics", secret)
		}
	}
}

func scraped(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	return answer.Body.String()
}

// Answers that Discord does not accept are counted by reason.
func TestMetricsOfLostAnswers(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		server := standIn(t, nil)
		counted := metrics.New("v1", tools(t).Store.(metrics.Database), slog.New(slog.DiscardHandler))
		w := &world{Server: server}
		w.start(t, bot.Options{Token: discordtest.Token, Commands: commands.All(tools(t)), Metrics: counted})
		defer w.stop()
		if err := server.WaitCommands(within(t), "about"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(within(t))
		defer cancel()
		for _, lost := range []struct {
			fault discordtest.Fault
			count string
		}{
			{discordtest.Fault{Status: 404, Code: 10062}, `outcome="late"} 1`},
			{discordtest.Fault{Status: 400, Code: 50035}, `outcome="unsent"} 1`},
			{discordtest.Fault{Status: 400, Code: 40060}, `outcome="answered"} 1`},
			{discordtest.Fault{Delay: 4 * time.Second}, `outcome="late"} 2`},
		} {
			server.SetFaults(func(discordtest.Request) *discordtest.Fault { return &lost.fault })
			go server.Slash(ctx, discordtest.Anna, discordtest.Channel, "about", nil)
			waitForLine(ctx, t, w, counted, `chess960bot_answers_total{command="about",`+lost.count)
		}
		wantLines(t, scraped(t, counted),
			`chess960bot_discord_requests_total{method="POST",route="/interactions/{id}/{token}/callback",status="404"} 1`,
			`chess960bot_discord_requests_total{method="POST",route="/interactions/{id}/{token}/callback",status="error"} 1`,
		)
	})
}

// waitForLine waits until the metrics have a line.
func waitForLine(ctx context.Context, t *testing.T, w *world, m *metrics.Metrics, line string) {
	t.Helper()
	if !w.log.until(ctx, func() bool { return strings.Contains(scraped(t, m), "\n"+line+"\n") }) {
		wantLines(t, scraped(t, m), line)
	}
}

func wantLines(t *testing.T, text string, lines ...string) {
	t.Helper()
	own := strings.Join(regexp.MustCompile(`(?m)^chess960bot_.*$`).FindAllString(text, -1), "\n")
	for _, line := range lines {
		if !strings.Contains("\n"+own+"\n", "\n"+line+"\n") {
			t.Errorf("there is no line\n%s\nin\n%s", line, own)
		}
	}
}
