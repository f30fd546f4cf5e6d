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

// A layer is packages about one subject, in one folder or in several. They import each other and
// those of the layers that they name.
type layer struct {
	name    string
	folders []string
	imports []string
}

// layers are the layers of the program. Nothing that ships imports the workshop: only tests do.
var layers = []layer{
	{"main", []string{""}, []string{"program"}},
	{"program", []string{"internal/program"}, []string{"bot", "app", "chat", "chess960", "commands", "discord", "basics", "outbox", "machinery", "render"}},
	{"app", []string{"internal/app"}, []string{"bot", "chat", "commands", "outbox", "machinery", "render"}},
	{"bot", []string{"bot"}, []string{"chat", "discord", "basics", "outbox", "machinery", "voice"}},
	{"commands", []string{"commands"}, []string{"chat", "chess960", "online", "basics", "outbox", "machinery", "render", "voice", "when"}},
	{"machinery", []string{"internal/store", "internal/languages", "internal/privacy", "internal/metrics", "internal/httpserver"}, []string{"outbox", "basics"}},
	{"online", []string{"internal/online"}, []string{"chat", "chess960", "voice"}},
	{"when", []string{"internal/when"}, []string{"chess960", "voice"}},
	{"chat", []string{"internal/chat"}, []string{"voice"}},
	{"voice", []string{"internal/voice"}, nil},
	{"render", []string{"render"}, []string{"chess960", "basics"}},
	{"chess960", []string{"internal/chess960"}, nil},
	{"outbox", []string{"internal/outbox"}, []string{"basics"}},
	{"discord", []string{"internal/discord"}, []string{"basics"}},
	{"basics", []string{"internal/recent", "internal/sleep"}, nil},
	{"workshop", []string{"internal/workshop"}, []string{"app", "bot", "chat", "chess960", "commands", "discord", "outbox", "machinery", "render", "voice", "when"}},
}

// aloneImport lists, for some libraries, the only packages that may import them.
var aloneImport = map[string][]string{
	"github.com/fogleman/gg":            {"render"},
	"github.com/bwmarrin/discordgo":     {"bot", "internal/chat", "commands/about", "commands/card", "commands/daily", "commands/random", "commands/event", "commands/play", "commands/quiz", "internal/discord/rest", "internal/workshop/chattest"},
	"github.com/gorilla/websocket":      {"internal/discord/gateway", "internal/workshop/discordtest/gatewaytest"},
	"github.com/joho/godotenv":          {"internal/program"},
	"github.com/klauspost/compress":     {"render"},
	"github.com/google/go-cmp/cmp":      {"internal/workshop/golden"},
	"database/sql":                      {"internal/store", "internal/workshop/storetest", "commands/daily/rows", "commands/event/rows"},
	"modernc.org/sqlite":                {"internal/store"},
	"github.com/jackc/pgx":              {"internal/store"},
	"golang.org/x/image/font/gofont":    {"render", "render/paper"},
	"github.com/nicksnyder/go-i18n":     {"internal/voice"},
	"github.com/BurntSushi/toml":        {"internal/voice"},
	"codeberg.org/go-pdf/fpdf":          {"render/paper"},
	"github.com/prometheus":             {"internal/metrics"},
	"github.com/open-spaced-repetition": {"commands/quiz/training"},
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
		if i := slices.IndexFunc(layers, func(w layer) bool { return slices.Contains(w.folders, folder) }); i >= 0 && (folder != "" || pkg == "") {
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
			if from.name == "chess960" && slices.Contains(outside, imported) {
				t.Errorf("%s imports %s: the layer of chess960 has no clock, no files and no network", pkg, imported)
			}
			if pkg == "internal/chess960" && strings.Contains(imported, ".") {
				t.Errorf("the numbering core imports %s; it needs the standard library alone", imported)
			}
			if imported != module && !strings.HasPrefix(imported, module+"/") {
				continue
			}
			to := layerOf(t, own(imported))
			used[[2]string{from.name, to.name}] = true
			if to.name != from.name && !slices.Contains(from.imports, to.name) {
				t.Errorf("%q must not import %q: the layer %q does not know the layer %q", pkg, own(imported), from.name, to.name)
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
			if !used[[2]string{w.name, other}] {
				t.Errorf("no package of the layer %q imports one of %q any more", w.name, other)
			}
		}
	}
}

// shared are the packages below commands that features share.
var shared = []string{"commands/card", "commands/feature", "commands/reading"}

// partOf returns the folder of the feature that a package belongs to; ok is false for other packages.
func partOf(pkg string) (folder string, ok bool) {
	names := strings.Split(pkg, "/")
	if len(names) < 2 || names[0] != "commands" {
		return "", false
	}
	folder = path.Join(names[:2]...)
	return folder, !slices.Contains(shared, folder)
}

// Only the list of commands imports a feature, so that each can be taken out.
func TestFeaturesStandAlone(t *testing.T) {
	seen := map[string]bool{}
	for pkg, imports := range packages(t) {
		if strings.HasPrefix(pkg, "internal/workshop/") {
			continue // a feature may have stand-ins, and the playground shows the daily posts
		}
		inside, _ := partOf(pkg)
		for _, imported := range imports {
			if folder, ok := partOf(own(imported)); ok && folder != inside && pkg != "commands" {
				t.Errorf("%s imports %s", pkg, own(imported))
			} else if ok {
				seen[folder] = true
			}
		}
	}
	if len(seen) == 0 {
		t.Errorf("no features are seen: %d", len(seen))
	}
}

// What stands in a folder below a feature is its domain, which knows neither Discord's forms nor SQL; or
// its rows, which know SQL and the domain alone; or its words.
func TestDomainsKnowNoMachinery(t *testing.T) {
	domains := 0
	for pkg, imports := range packages(t) {
		folder, ok := partOf(pkg)
		if !ok || folder == pkg || path.Base(pkg) == "messages" {
			continue
		}
		rows := path.Base(pkg) == "rows"
		if !rows {
			domains++
		}
		for _, imported := range imports {
			switch to := own(imported); {
			case to == folder, to == "internal/chat", to == "render", slices.Contains(shared, to), to == "internal/store" && !rows:
				t.Errorf("%s imports %s", pkg, to)
			}
		}
	}
	if domains == 0 {
		t.Errorf("no domains are seen: %d", domains)
	}
}

// The map of docs/design.md has the layers that ship and their arrows, without those that a
// longer way of arrows implies.
func TestMapShowsTheLayers(t *testing.T) {
	_, text, _ := strings.Cut(repository.File(t, "docs/design.md"), "flowchart TD\n")
	text, _, _ = strings.Cut(text, "```")
	drawn := regexp.MustCompile(`\w+ --> \w+`).FindAllString(text, -1)
	var want []string
	for _, w := range layers {
		for _, other := range w.imports {
			implied := slices.ContainsFunc(w.imports, func(between string) bool { return between != other && leadsTo(between, other) })
			if w.name != "workshop" && !implied {
				want = append(want, w.name+" --> "+other)
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
	i := slices.IndexFunc(layers, func(w layer) bool { return w.name == from })
	return slices.ContainsFunc(layers[i].imports, func(next string) bool { return next == to || leadsTo(next, to) })
}

func TestPagesListThePackages(t *testing.T) {
	text, known := repository.File(t, "docs/design.md"), packages(t)
	for pkg := range known {
		if folder, ok := partOf(pkg); ok && pkg != folder {
			continue // the row of the feature says what is in it
		}
		if pkg != "" && !strings.Contains(text, "\n| `"+pkg+"` | ") {
			t.Errorf("docs/design.md does not say what %s is", pkg)
		}
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `((?:internal|bot|chat|app|commands|render)[a-z0-9/]*)` \\| ").FindAllStringSubmatch(text, -1) {
		if _, ok := known[row[1]]; !ok && !slices.ContainsFunc(layers, func(w layer) bool { return slices.Contains(w.folders, row[1]) }) {
			t.Errorf("docs/design.md has %s, which is no package", row[1])
		}
	}
}
