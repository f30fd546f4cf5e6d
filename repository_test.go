package main

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chess960bot/commands"
	"chess960bot/internal/daily"
	"chess960bot/internal/metrics"
	"chess960bot/internal/outbox"
)

// mayImport lists, for each package, the packages of this module that it may import. A
// missing package may not import any, and only main may import it.
var mayImport = map[string][]string{
	"internal/chess960":                {},
	"internal/castling":                {"internal/chess960"},
	"internal/paper":                   {"internal/chess960", "internal/recent", "render"},
	"internal/slips":                   {"internal/chess960"},
	"internal/quiz":                    {"internal/chess960", "internal/explain", "internal/slips", "internal/when"},
	"internal/firstlook":               {"internal/chess960"},
	"internal/fairness":                {"internal/chess960"},
	"internal/lichess":                 {"internal/chess960", "internal/recent"},
	"internal/lichesstest":             {},
	"internal/quiz/day":                {"internal/outbox", "internal/when"},
	"internal/quiz/race":               {"internal/outbox"},
	"internal/stockfish":               {"internal/testrun"},
	"internal/config":                  {},
	"internal/discordapi":              {},
	"internal/discordtest":             {"internal/discordtest/validate", "internal/discordtest/gatewaytest"},
	"internal/discordtest/validate":    {},
	"internal/discordtest/gatewaytest": {},
	"internal/gateway":                 {},
	"internal/golden":                  {},
	"internal/events":                  {"internal/chess960", "internal/outbox"},
	"internal/heartbeat":               {},
	"internal/mosaic":                  {},
	"internal/recent":                  {},
	"internal/testrun":                 {},
	"internal/explain":                 {"internal/chess960"},
	"internal/recognize":               {"internal/chess960", "internal/typed"},
	"internal/typed":                   {},
	"internal/drawing":                 {"internal/chess960", "internal/typed"},
	"render":                           {"internal/chess960", "internal/mosaic"},
	"internal/daily":                   {"internal/chess960", "internal/outbox", "internal/when"},
	"internal/outbox":                  {},
	"internal/privacy":                 {"internal/outbox"},
	"internal/when":                    {},
	"internal/store":                   {"internal/chess960", "internal/daily", "internal/events", "internal/outbox", "internal/privacy", "internal/quiz", "internal/quiz/day", "internal/quiz/race", "internal/when"},
	"internal/store/storetest":         {"internal/chess960", "internal/daily", "internal/events", "internal/quiz", "internal/quiz/day", "internal/quiz/race", "internal/store", "internal/testrun", "internal/when", "internal/outbox"},
	"internal/metrics":                 {"internal/daily", "internal/outbox"},
	"internal/httpserver":              {"internal/metrics", "internal/recent"},
	"chat":                             {},
	"chat/chattest":                    {"chat"},
	"commands/card":                    {"chat", "internal/castling", "internal/chess960", "internal/explain", "internal/fairness", "internal/firstlook", "internal/slips", "render"},
	"commands/number":                  {"chat", "commands/card", "internal/castling", "internal/chess960", "internal/explain", "internal/fairness", "internal/recognize", "render"},
	"commands/draw":                    {"chat", "commands/card", "internal/chess960", "internal/drawing", "internal/explain", "internal/recent", "render"},
	"commands/dailies":                 {"chat", "commands/card", "internal/chess960", "internal/daily", "internal/explain", "internal/outbox", "render", "internal/when"},
	"commands/event":                   {"chat", "commands/card", "commands/play", "internal/chess960", "internal/events", "internal/explain", "internal/lichess", "internal/paper", "render"},
	"commands/play":                    {"chat", "commands/card", "internal/chess960", "internal/lichess"},
	"commands/quizzes":                 {"chat", "commands/card", "internal/chess960", "internal/explain", "internal/quiz", "internal/quiz/day", "internal/quiz/race", "internal/slips", "internal/when", "render"},
	"commands":                         {"chat", "commands/card", "commands/dailies", "commands/draw", "commands/event", "commands/number", "commands/play", "commands/quizzes", "internal/chess960", "internal/daily", "internal/events", "internal/explain", "internal/lichess", "internal/paper", "internal/privacy", "internal/quiz", "internal/quiz/day", "internal/quiz/race", "render"},
	"bot":                              {"chat", "internal/discordapi", "internal/gateway", "internal/metrics", "internal/recent", "internal/outbox"},
	"internal/app":                     {"bot", "chat", "commands", "commands/dailies", "commands/event", "commands/play", "commands/quizzes", "internal/daily", "internal/events", "internal/lichess", "internal/privacy", "internal/quiz", "internal/quiz/day", "internal/quiz/race", "render", "internal/outbox"},
	"internal/playground":              {"bot", "chat", "render", "internal/app", "internal/chess960", "internal/daily", "internal/discordapi", "internal/discordtest", "internal/lichess", "internal/lichesstest", "internal/store", "internal/when", "internal/outbox"},
	"":                                 {"bot", "render", "internal/app", "internal/config", "internal/discordapi", "internal/heartbeat", "internal/httpserver", "internal/lichess", "internal/metrics", "internal/store", "internal/outbox"},
}

// aloneImport lists, for some libraries, the only packages that may import them.
var aloneImport = map[string][]string{
	"github.com/fogleman/gg":            {"render"},
	"github.com/bwmarrin/discordgo":     {"bot", "chat", "chat/chattest", "commands", "commands/card", "commands/dailies", "commands/draw", "commands/event", "commands/number", "commands/quizzes", "internal/discordapi"},
	"github.com/gorilla/websocket":      {"internal/gateway", "internal/discordtest/gatewaytest"},
	"github.com/joho/godotenv":          {""},
	"github.com/google/go-cmp/cmp":      {"internal/golden"},
	"database/sql":                      {"internal/store", "internal/store/storetest"},
	"modernc.org/sqlite":                {"internal/store"},
	"github.com/jackc/pgx":              {"internal/store"},
	"golang.org/x/image/font/gofont":    {"render", "internal/paper"},
	"codeberg.org/go-pdf/fpdf":          {"internal/paper"},
	"github.com/prometheus":             {"internal/metrics"},
	"github.com/open-spaced-repetition": {"internal/quiz"},
}

func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}:{{range .Imports}} {{.}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	const module = "chess960bot"
	for line := range strings.Lines(string(out)) {
		importer, imports, _ := strings.Cut(strings.TrimSpace(line), ":")
		importer = strings.TrimPrefix(strings.TrimPrefix(importer, module), "/")
		allowed, ok := mayImport[importer]
		if !ok {
			t.Errorf("package %q is not in the table of imports", importer)
		}
		for _, other := range allowed {
			if !slices.Contains(strings.Fields(imports), module+"/"+other) {
				t.Errorf("%q does not import %q any more", importer, other)
			}
		}
		for _, imported := range strings.Fields(imports) {
			if own, ok := strings.CutPrefix(imported, module+"/"); ok && !slices.Contains(allowed, own) {
				t.Errorf("%q must not import %q", importer, own)
			}
			for library, importers := range aloneImport {
				if strings.HasPrefix(imported, library) && !slices.Contains(importers, importer) {
					t.Errorf("%q must not import %s", importer, imported)
				}
			}
			if importer == "internal/chess960" && strings.Contains(imported, ".") {
				t.Errorf("the numbering core imports %s; it needs the standard library alone", imported)
			}
		}
	}
}

// The commands use only discordgo's data types, never a session.
func TestCommandsKnowNoSession(t *testing.T) {
	var files []string
	for _, folder := range []string{"chat/*.go", "commands/*.go", "commands/*/*.go"} {
		found, err := filepath.Glob(folder)
		if err != nil || len(found) == 0 {
			t.Fatal(folder, err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := regexp.MustCompile(`discordgo\.(Session|New)\b`).Find(source); found != nil {
			t.Errorf("%s knows %s", file, found)
		}
	}
}

// skipping matches what only package testrun may do: skip tests and ask for the size of the
// run.
var skipping = regexp.MustCompile(`\.Skip(Now|f)?\(|testing\.Short\(|"CI"|"SKIP_NOTHING"`)

// Only package testrun skips tests, and .ci/run tells it to skip nothing.
func TestNothingIsSkippedUnnoticed(t *testing.T) {
	allowed := 0
	err := filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || file == "repository_test.go" {
			return err
		}
		for _, found := range skipping.FindAllString(page(t, file), -1) {
			if filepath.Base(filepath.Dir(file)) == "testrun" {
				allowed++
			} else {
				t.Errorf("%s has %s: use package testrun", file, found)
			}
		}
		return nil
	})
	if err != nil || allowed < 4 {
		t.Errorf("%v; %d places in package testrun", err, allowed)
	}
	if !strings.Contains(page(t, ".ci/run"), "\nexport CI=true SKIP_NOTHING=true\n") {
		t.Error(".ci/run does not say that nothing may be skipped")
	}
}

// page returns the text of a file of this repository.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestReadmeListsTheCommands(t *testing.T) {
	var table strings.Builder
	for _, c := range commands.All(commands.Tools{}) {
		if c.Example == "" {
			continue // a message command
		}
		fmt.Fprintf(&table, "| `/%s` | %s | `%s` |\n", c.Def.Name, c.Def.Description, c.Example)
	}
	if !strings.Contains(page(t, "README.md"), "|---|---|---|\n"+table.String()+"\n") {
		t.Errorf("README.md needs this table of commands:\n%s", &table)
	}
}

// The README has two links: one invites the bot to a server with the permissions that it
// names, one installs it for a person alone.
func TestReadmeInvites(t *testing.T) {
	bits := map[string]int{"View Channels": 10, "Send Messages": 11, "Embed Links": 14, "Attach Files": 15, "Read Message History": 16, "Send Messages in Threads": 38}
	text := page(t, "README.md")
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
	if lines := strings.Count(page(t, "README.md"), "\n"); lines > most {
		t.Errorf("README.md has %d lines, want at most %d", lines, most)
	}
}

func TestPagesListTheSettings(t *testing.T) {
	text := page(t, "docs/operating.md")
	for _, m := range regexp.MustCompile(`(?m)^(?:# )?([A-Z_]+)=(.*)$`).FindAllStringSubmatch(page(t, ".env.example"), -1) {
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

func (nothing) CountEvents(context.Context) (int, int, error) { return 0, 0, nil }

func TestPagesListTheMetrics(t *testing.T) {
	text := page(t, "docs/operating.md")
	counted := metrics.New("v1", nothing{}, slog.New(slog.DiscardHandler))
	counted.Answered("sp", metrics.Answered, 0)
	counted.Requested("GET", "/", 200)
	counted.Connected(0, true)
	counted.Installed(1, 1)
	counted.CountEvents(nothing{})
	answer := httptest.NewRecorder()
	counted.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	names := regexp.MustCompile(`(?m)^# TYPE (chess960bot_\S+)`).FindAllStringSubmatch(answer.Body.String(), -1)
	for _, m := range names {
		if !strings.Contains(text, "`"+m[1]+"`") && !strings.Contains(text, "`"+m[1]+"{") {
			t.Errorf("docs/operating.md does not say what %s is", m[1])
		}
	}
	if len(names) != 15 {
		t.Errorf("%d metrics: %v", len(names), names)
	}
}

func TestPagesListThePackages(t *testing.T) {
	text := page(t, "docs/design.md")
	for name := range mayImport {
		if name != "" && !strings.Contains(text, "\n| `"+name+"` | ") {
			t.Errorf("docs/design.md does not say what %s is", name)
		}
	}
}

// The diagram of packages has the packages of the program, and the arrows of the table
// without those that a longer way of arrows implies.
func TestDiagramShowsTheImports(t *testing.T) {
	_, text, _ := strings.Cut(page(t, "docs/design.md"), "flowchart LR\n")
	text, _, _ = strings.Cut(text, "```")
	names := map[string]string{} // of packages, by the last part
	for name := range mayImport {
		names[path.Base(name)] = name
	}
	names["main"] = ""
	if len(names) != len(mayImport)+1 { // path.Base("") is "."
		t.Fatal("two packages have the same last part")
	}
	drawn := map[[2]string]bool{}
	for _, m := range regexp.MustCompile(`(\w+) --> (\w+)`).FindAllStringSubmatch(text, -1) {
		for _, node := range m[1:] {
			if _, ok := names[node]; !ok {
				t.Errorf("the diagram has %s, which is no package", node)
			}
		}
		arrow := [2]string{names[m[1]], names[m[2]]}
		if drawn[arrow] {
			t.Errorf("the diagram has the arrow %q twice", m[0])
		}
		drawn[arrow] = true
	}
	for importer := range mayImport {
		if importer != "" && !leadsTo("", importer) {
			continue // for tests and the playground
		}
		for _, imported := range mayImport[importer] {
			longer := func(other string) bool { return other != imported && leadsTo(other, imported) }
			arrow := [2]string{importer, imported}
			if slices.ContainsFunc(mayImport[importer], longer) {
				continue
			}
			if !drawn[arrow] {
				t.Errorf("the diagram of docs/design.md lacks the arrow %q", arrow)
			}
			delete(drawn, arrow)
		}
	}
	for arrow := range drawn {
		t.Errorf("the diagram of docs/design.md has the arrow %q, which is not in the table or which a longer way implies", arrow)
	}
}

// The two diagrams of states have those of subscriptions and of posts, and a table says
// when a post gets into each.
func TestDiagramsShowTheStates(t *testing.T) {
	text := page(t, "docs/design.md")
	want := [][]string{{string(daily.Active), string(daily.Disabled), string(daily.Paused)}, nil}
	for _, state := range outbox.States() {
		want[1] = append(want[1], string(state))
		if !strings.Contains(text, "\n| `"+string(state)+"` | ") {
			t.Errorf("docs/design.md does not say when a post is %s", state)
		}
	}
	slices.Sort(want[1])
	diagrams := strings.Split(text, "stateDiagram-v2\n")[1:]
	if len(diagrams) != len(want) {
		t.Fatalf("docs/design.md has %d diagrams of states, want %d", len(diagrams), len(want))
	}
	for i, diagram := range diagrams {
		diagram, _, _ = strings.Cut(diagram, "```")
		var shown []string
		for _, arrow := range regexp.MustCompile(`(\S+) --> (\w+|\[\*\])`).FindAllStringSubmatch(diagram, -1) {
			shown = append(shown, arrow[1:]...)
		}
		slices.Sort(shown)
		shown = slices.DeleteFunc(slices.Compact(shown), func(node string) bool { return node == "[*]" })
		if !slices.Equal(shown, want[i]) {
			t.Errorf("diagram %d of docs/design.md has the states %v, want %v", i+1, shown, want[i])
		}
	}
}

// leadsTo reports whether a way of imports leads from one package to another.
func leadsTo(from, to string) bool {
	return slices.ContainsFunc(mayImport[from], func(next string) bool { return next == to || leadsTo(next, to) })
}
