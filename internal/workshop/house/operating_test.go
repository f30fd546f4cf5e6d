package house

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/metrics"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/repository"
)

func TestReadmeListsTheCommands(t *testing.T) {
	var table strings.Builder
	for _, c := range commands.All(feature.Tools{}) {
		if c.Example == "" {
			continue // a message command
		}
		fmt.Fprintf(&table, "| `/%s` | %s | `%s` |\n", c.Name, c.Definition().Description, c.Example)
	}
	rows := regexp.MustCompile("(?:\\| `/.*\n)+")
	golden.Text(t, "README.md", rows.ReplaceAllLiteralString(repository.File(t, "README.md"), table.String()))
}

// The README has two links: one invites the bot to a server with the permissions that it
// names, one installs it for a person alone.
func TestReadmeInvites(t *testing.T) {
	bits := map[string]int{"View Channels": 10, "Send Messages": 11, "Embed Links": 14, "Attach Files": 15, "Read Message History": 16, "Send Messages in Threads": 38, "Create Events": 44}
	text := repository.File(t, "README.md")
	named, permissions := regexp.MustCompile(`(?s)The permissions are (.*?)\.`).FindStringSubmatch(text), 0
	if named == nil {
		t.Fatal("README.md names no permissions")
	}
	for name := range strings.SplitSeq(strings.ReplaceAll(named[1], " and ", ", "), ", ") {
		name = strings.Join(strings.Fields(name), " ")
		if bits[name] == 0 {
			t.Errorf("%q is not a permission that the bot needs", name)
		}
		permissions |= 1 << bits[name]
	}
	var links []string
	for _, address := range regexp.MustCompile(`(?m)^ *(https://discord\.com/oauth2/authorize\?\S+)$`).FindAllStringSubmatch(text, -1) {
		link, err := url.Parse(address[1])
		if err != nil {
			t.Fatal(err)
		}
		links = append(links, link.Query().Encode())
	}
	want := []string{
		url.Values{"client_id": {"YOUR_APPLICATION_ID"}, "scope": {"bot applications.commands"}, "permissions": {strconv.Itoa(permissions)}}.Encode(),
		url.Values{"client_id": {"YOUR_APPLICATION_ID"}, "scope": {"applications.commands"}, "integration_type": {"1"}}.Encode(),
	}
	if !slices.Equal(links, want) {
		t.Errorf("README.md has the links\n%q\nwant\n%q", links, want)
	}
}

func TestReadmeIsShort(t *testing.T) {
	const most = 150
	if lines := strings.Count(repository.File(t, "README.md"), "\n"); lines > most {
		t.Errorf("README.md has %d lines, want at most %d", lines, most)
	}
}

func TestPagesListTheSettings(t *testing.T) {
	text := repository.File(t, "docs/operating.md")
	for _, m := range regexp.MustCompile(`(?m)^(?:# )?([A-Z_]+)=(.*)$`).FindAllStringSubmatch(repository.File(t, ".env.example"), -1) {
		value := ""
		if m[2] != "" {
			value = "`" + m[2] + "` "
		}
		if row := fmt.Sprintf("| `%s` | %s| ", m[1], value); !strings.Contains(text, row) {
			t.Errorf("docs/operating.md needs a row that starts %s", row)
		}
	}
}

// nothing is a database without posts and events.
type nothing struct{}

func (nothing) Count(context.Context, time.Time) (map[string]map[outbox.State]int, int, error) {
	return map[string]map[outbox.State]int{"daily": {}}, 0, nil
}

func (nothing) CountRows(context.Context) (map[string]map[string]int, error) {
	return map[string]map[string]int{"events": {"open": 0}}, nil
}

func TestPagesListTheMetrics(t *testing.T) {
	text := repository.File(t, "docs/operating.md")
	counted := metrics.New("v1", nothing{}, slog.New(slog.DiscardHandler))
	counted.Answered("sp", metrics.Answered, 0)
	counted.Requested("GET", "/", 200)
	counted.Connected(0, true)
	counted.Installed(1, 1)
	answer := httptest.NewRecorder()
	counted.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	names := regexp.MustCompile(`(?m)^# TYPE (chess960bot_\S+)`).FindAllStringSubmatch(answer.Body.String(), -1)
	for _, m := range names {
		if !strings.Contains(text, "`"+m[1]+"`") && !strings.Contains(text, "`"+m[1]+"{") {
			t.Errorf("docs/operating.md does not say what %s is", m[1])
		}
	}
	for _, name := range regexp.MustCompile(`chess960bot_[a-z_]+`).FindAllString(repository.File(t, "deploy/alerts.yaml"), -1) {
		if !slices.ContainsFunc(names, func(m []string) bool { return m[1] == strings.TrimSuffix(name, "_bucket") }) {
			t.Errorf("deploy/alerts.yaml asks for %s, which nobody counts", name)
		}
	}
	if len(names) != 16 {
		t.Errorf("%d metrics: %v", len(names), names)
	}
}
