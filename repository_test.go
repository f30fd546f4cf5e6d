package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/commands"
	"chess960bot/internal/daily"
	"chess960bot/internal/explain"
	"chess960bot/internal/metrics"
	"chess960bot/render"
)

// mayImport lists, for each package, the packages of this module that it may import. A
// missing package may not import any, and only main may import it.
var mayImport = map[string][]string{
	"internal/chess960":                {},
	"internal/castling":                {"internal/chess960"},
	"internal/slips":                   {"internal/chess960"},
	"internal/stockfish":               {},
	"internal/config":                  {},
	"internal/discordapi":              {},
	"internal/discordtest":             {"internal/discordtest/validate", "internal/discordtest/gatewaytest"},
	"internal/discordtest/validate":    {},
	"internal/discordtest/gatewaytest": {},
	"internal/gateway":                 {},
	"internal/golden":                  {},
	"internal/events":                  {"internal/chess960"},
	"internal/heartbeat":               {},
	"internal/mosaic":                  {},
	"internal/recent":                  {},
	"internal/explain":                 {"internal/chess960"},
	"internal/recognize":               {"internal/chess960"},
	"internal/drawing":                 {"internal/chess960"},
	"render":                           {"internal/chess960", "internal/mosaic"},
	"internal/daily":                   {"internal/chess960"},
	"internal/store":                   {"internal/daily", "internal/events"},
	"internal/store/storetest":         {"internal/daily", "internal/events", "internal/store"},
	"internal/metrics":                 {"internal/daily"},
	"internal/httpserver":              {"internal/metrics", "internal/recent"},
	"commands":                         {"internal/chess960", "internal/drawing", "internal/explain", "internal/recognize", "internal/daily", "internal/events", "render"},
	"bot":                              {"commands", "internal/daily", "internal/discordapi", "internal/gateway", "internal/metrics", "internal/recent"},
	"internal/app":                     {"bot", "commands", "internal/daily", "internal/events", "render"},
	"internal/playground":              {"bot", "commands", "render", "internal/app", "internal/chess960", "internal/daily", "internal/discordapi", "internal/discordtest", "internal/store"},
	"":                                 {"bot", "render", "internal/app", "internal/config", "internal/daily", "internal/discordapi", "internal/heartbeat", "internal/httpserver", "internal/metrics", "internal/store"},
}

// aloneImport lists, for some libraries, the only packages that may import them.
var aloneImport = map[string][]string{
	"github.com/fogleman/gg":         {"render"},
	"github.com/bwmarrin/discordgo":  {"bot", "commands", "internal/discordapi"},
	"github.com/gorilla/websocket":   {"internal/gateway", "internal/discordtest/gatewaytest"},
	"github.com/joho/godotenv":       {""},
	"github.com/google/go-cmp/cmp":   {"internal/golden"},
	"database/sql":                   {"internal/store", "internal/store/storetest"},
	"modernc.org/sqlite":             {"internal/store"},
	"github.com/jackc/pgx":           {"internal/store"},
	"golang.org/x/image/font/gofont": {"render"},
	"github.com/prometheus":          {"internal/metrics"},
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

// Package commands uses only discordgo's data types, never a session.
func TestCommandsKnowNoSession(t *testing.T) {
	files, err := filepath.Glob("commands/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
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

// page returns the text of a documentation page.
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

func TestReadmeIsShort(t *testing.T) {
	const most = 150
	if lines := strings.Count(page(t, "README.md"), "\n"); lines > most {
		t.Errorf("README.md has %d lines, want at most %d", lines, most)
	}
}

func TestPagesListThemesAndMethods(t *testing.T) {
	text := page(t, "docs/commands.md")
	var themes, methods []string
	for _, theme := range render.Themes() {
		themes = append(themes, "`"+theme.ID+"`")
	}
	themes[0] += " (default)"
	for _, m := range explain.Methods() {
		methods = append(methods, "`"+m.ID+"`")
	}
	for _, list := range [][]string{themes, methods} {
		last := len(list) - 1
		if want := strings.Join(list[:last], ", ") + " or " + list[last] + " |"; !strings.Contains(text, want) {
			t.Errorf("docs/commands.md needs the list %s", want)
		}
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

// nothing is a database without daily posts and events.
type nothing struct{}

func (nothing) Count(context.Context, time.Time) (map[daily.State]int, int, error) {
	return nil, 0, nil
}

func (nothing) CountEvents(context.Context) (int, int, error) { return 0, 0, nil }

func TestPagesListTheMetrics(t *testing.T) {
	text := page(t, "docs/operating.md")
	counted := metrics.New("v1", nothing{}, slog.New(slog.DiscardHandler))
	counted.Answered("sp", metrics.Answered, 0)
	counted.Requested("GET", "/", 200)
	counted.Connected(0, true)
	counted.CountEvents(nothing{})
	answer := httptest.NewRecorder()
	counted.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	names := regexp.MustCompile(`(?m)^# TYPE (chess960bot_\S+)`).FindAllStringSubmatch(answer.Body.String(), -1)
	for _, m := range names {
		if !strings.Contains(text, "`"+m[1]+"`") && !strings.Contains(text, "`"+m[1]+"{") {
			t.Errorf("docs/operating.md does not say what %s is", m[1])
		}
	}
	if len(names) != 11 {
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

// linked matches the files of this repository that a page shows or links to.
var linked = regexp.MustCompile(`(?:src="|]\()([a-zA-Z.][^":)#]*)["#)]`)

func TestLinksLeadSomewhere(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	decisions, err := filepath.Glob("docs/decisions/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range append(append(pages, decisions...), "README.md", "CONTRIBUTING.md", "CHANGELOG.md") {
		for _, m := range linked.FindAllStringSubmatch(page(t, name), -1) {
			found++
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d links found", found)
	}
}
