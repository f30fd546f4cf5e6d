package house

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/workshop/repository"
)

// A layer is a folder with packages about one subject. Its packages import each other and
// those of the layers that it names.
type layer struct {
	folder  string
	imports []string
}

// layers are the layers of the program. Nothing that ships imports the workshop: only tests do.
var layers = []layer{
	{"", []string{"internal/program"}},
	{"internal/program", []string{"bot", "internal/app", "internal/chat", "internal/chess960", "internal/discord", "internal/leaf", "internal/outbox", "internal/service", "render"}},
	{"internal/app", []string{"bot", "internal/chat", "commands", "internal/club", "internal/outbox", "internal/service", "render"}},
	{"bot", []string{"internal/chat", "internal/discord", "internal/leaf", "internal/outbox", "internal/service", "internal/voice"}},
	{"internal/chat", []string{"internal/voice"}},
	{"internal/voice", nil},
	{"commands", []string{"internal/chat", "internal/chess960", "internal/club", "internal/leaf", "internal/outbox", "internal/service", "render", "internal/voice"}},
	{"render", []string{"internal/chess960", "internal/leaf"}},
	{"internal/chess960", nil},
	{"internal/club", []string{"internal/chess960", "internal/outbox", "internal/voice"}},
	{"internal/outbox", []string{"internal/leaf"}},
	{"internal/discord", []string{"internal/leaf"}},
	{"internal/service", []string{"internal/chess960", "internal/club", "internal/leaf", "internal/outbox"}},
	{"internal/leaf", nil},
	{"internal/workshop", []string{"internal/app", "bot", "internal/chat", "internal/chess960", "internal/club", "internal/discord", "internal/outbox", "internal/service", "render", "internal/voice"}},
}

// aloneImport lists, for some libraries, the only packages that may import them.
var aloneImport = map[string][]string{
	"github.com/fogleman/gg":            {"render"},
	"github.com/bwmarrin/discordgo":     {"bot", "internal/chat", "commands", "commands/card", "commands/dailies", "commands/draw", "commands/event", "commands/language", "commands/play", "commands/quizzes", "internal/discord/rest", "internal/workshop/chattest"},
	"github.com/gorilla/websocket":      {"internal/discord/gateway", "internal/workshop/discordtest/gatewaytest"},
	"github.com/joho/godotenv":          {"internal/program"},
	"github.com/klauspost/compress":     {"render"},
	"github.com/google/go-cmp/cmp":      {"internal/workshop/golden"},
	"database/sql":                      {"internal/service/store", "internal/workshop/storetest"},
	"modernc.org/sqlite":                {"internal/service/store"},
	"github.com/jackc/pgx":              {"internal/service/store"},
	"golang.org/x/image/font/gofont":    {"render", "render/paper"},
	"github.com/nicksnyder/go-i18n":     {"internal/voice"},
	"github.com/BurntSushi/toml":        {"internal/voice"},
	"codeberg.org/go-pdf/fpdf":          {"render/paper"},
	"github.com/prometheus":             {"internal/service/metrics"},
	"github.com/open-spaced-repetition": {"internal/club/quiz"},
}

// outside are packages of the standard library that bring a clock, files or a network. The
// layer of chess960 has values and functions alone.
var outside = []string{"context", "database/sql", "io/fs", "net", "net/http", "os", "time"}

const module = "chess960bot"

// layerOf returns the layer of a package.
func layerOf(t *testing.T, pkg string) layer {
	t.Helper()
	for folder := pkg; ; folder = path.Dir(folder) {
		if folder == "." {
			folder = ""
		}
		if i := slices.IndexFunc(layers, func(w layer) bool { return w.folder == folder }); i >= 0 && (folder != "" || pkg == "") {
			return layers[i]
		}
		if folder == "" {
			t.Fatalf("package %s is in no layer", pkg)
		}
	}
}

// packages returns the packages of this module with what they import, tests left out.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	read, err := load()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, pkg := range read {
		if !isWrong(pkg) {
			all[own(pkg.PkgPath)] = slices.Collect(maps.Keys(pkg.Imports))
		}
	}
	return all
}

// own returns the folder of a package of this module.
func own(importPath string) string {
	return strings.TrimPrefix(strings.TrimPrefix(importPath, module), "/")
}

func TestImports(t *testing.T) {
	used, usedAlone := map[[2]string]bool{}, map[[2]string]bool{}
	for pkg, imports := range packages(t) {
		from := layerOf(t, pkg)
		for _, imported := range imports {
			for library, importers := range aloneImport {
				if !strings.HasPrefix(imported, library) {
					continue
				}
				usedAlone[[2]string{library, pkg}] = true
				if !slices.Contains(importers, pkg) {
					t.Errorf("%q must not import %s", pkg, imported)
				}
			}
			if from.folder == "internal/chess960" && slices.Contains(outside, imported) {
				t.Errorf("%s imports %s: the layer of chess960 has no clock, no files and no network", pkg, imported)
			}
			if pkg == "internal/chess960" && strings.Contains(imported, ".") {
				t.Errorf("the numbering core imports %s; it needs the standard library alone", imported)
			}
			if imported != module && !strings.HasPrefix(imported, module+"/") {
				continue
			}
			to := layerOf(t, own(imported))
			used[[2]string{from.folder, to.folder}] = true
			if to.folder != from.folder && !slices.Contains(from.imports, to.folder) {
				t.Errorf("%q must not import %q: the layer %q does not know the layer %q", pkg, own(imported), from.folder, to.folder)
			}
		}
	}
	for library, importers := range aloneImport {
		for _, pkg := range importers {
			if !usedAlone[[2]string{library, pkg}] {
				t.Errorf("%q does not import %s any more", pkg, library)
			}
		}
	}
	for _, w := range layers {
		for _, other := range w.imports {
			if !used[[2]string{w.folder, other}] {
				t.Errorf("no package of the layer %q imports one of %q any more", w.folder, other)
			}
		}
	}
}

// core and features are the folders that docs/design.md calls so.
var (
	core = []string{
		"bot", "render", "commands/card", "commands/dailies", "commands/draw", "commands/language", "commands/number",
		"internal/chat", "internal/chess960", "internal/club/daily", "internal/club/when", "internal/discord", "internal/outbox", "internal/voice",
	}
	features = []string{"commands/event", "commands/play", "commands/quizzes", "internal/club/events", "internal/club/quiz", "internal/service/lichess"}
)

// below reports whether a package is one of some folders, or below one.
func below(folders []string, pkg string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return pkg == folder || strings.HasPrefix(pkg, folder+"/") })
}

// Nobody has to take the features to keep what the bot was made for.
func TestCoreImportsNoFeature(t *testing.T) {
	all := packages(t)
	seen := map[string]bool{}
	var walk func(from, pkg string)
	walk = func(from, pkg string) {
		if below(features, pkg) {
			t.Errorf("%s of the core leads to %s", from, pkg)
		}
		if seen[pkg] {
			return
		}
		seen[pkg] = true
		for _, imported := range all[pkg] {
			if strings.HasPrefix(imported, module+"/") {
				walk(from, own(imported))
			}
		}
	}
	page := repository.File(t, "docs/design.md")
	for pkg := range all {
		if below(core, pkg) {
			walk(pkg, pkg)
		}
	}
	for _, folder := range append(core, features...) {
		if !strings.Contains(page, "`"+folder+"`") {
			t.Errorf("docs/design.md does not name %s", folder)
		}
	}
	if len(seen) < 25 {
		t.Errorf("the core has only %d packages", len(seen))
	}
}

// The map of docs/design.md has the layers that ship and their arrows, without those that a
// longer way of arrows implies.
func TestMapShowsTheLayers(t *testing.T) {
	_, text, _ := strings.Cut(repository.File(t, "docs/design.md"), "flowchart TD\n")
	text, _, _ = strings.Cut(text, "```")
	drawn := regexp.MustCompile(`\w+ --> \w+`).FindAllString(text, -1)
	name := func(folder string) string {
		if folder == "" {
			return "main"
		}
		return path.Base(folder)
	}
	var want []string
	for _, w := range layers {
		for _, other := range w.imports {
			implied := slices.ContainsFunc(w.imports, func(between string) bool { return between != other && leadsTo(between, other) })
			if w.folder != "internal/workshop" && !implied {
				want = append(want, name(w.folder)+" --> "+name(other))
			}
		}
	}
	slices.Sort(drawn)
	slices.Sort(want)
	if !slices.Equal(drawn, want) {
		t.Errorf("the map of docs/design.md has the arrows\n%s\nwant\n%s", strings.Join(drawn, "\n"), strings.Join(want, "\n"))
	}
}

// leadsTo reports whether a way of imports leads from one layer to another.
func leadsTo(from, to string) bool {
	i := slices.IndexFunc(layers, func(w layer) bool { return w.folder == from })
	return slices.ContainsFunc(layers[i].imports, func(next string) bool { return next == to || leadsTo(next, to) })
}

func TestPagesListThePackages(t *testing.T) {
	text, known := repository.File(t, "docs/design.md"), packages(t)
	for pkg := range known {
		if pkg != "" && !strings.Contains(text, "\n| `"+pkg+"` | ") {
			t.Errorf("docs/design.md does not say what %s is", pkg)
		}
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `((?:internal|bot|chat|app|commands|render)[a-z0-9/]*)` \\| ").FindAllStringSubmatch(text, -1) {
		if _, ok := known[row[1]]; !ok && !slices.ContainsFunc(layers, func(w layer) bool { return w.folder == row[1] }) {
			t.Errorf("docs/design.md has %s, which is no package", row[1])
		}
	}
}
