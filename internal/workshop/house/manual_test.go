package house

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/workshop/repository"
)

// The manual is a page of the core and one of each feature with commands. It has a section for each
// command, and in the section a table with a row for each option.
var manual = []string{
	"docs/commands.md",
	"docs/events.md",
	"docs/quiz.md",
	"docs/play.md",
}

// wholeManual returns the text of the manual.
func wholeManual(t *testing.T) (text string) {
	t.Helper()
	for _, page := range manual {
		text += repository.File(t, page)
	}
	return text
}

// An option is an option of a command in the JSON that Discord gets, or a subcommand
// with its options.
type option struct {
	Name     string
	Type     int
	Required bool
	Min      *float64 `json:"min_value"`
	Max      *float64 `json:"max_value"`
	Choices  []struct{ Value string }
	Options  []option
}

func (o option) isSubcommand() bool { return o.Type == 1 }

// A usage is a command or subcommand as people type it, such as "/event new", with its
// options.
type usage struct {
	typed   string
	options []option
}

// usages returns all commands in the order of commands.All, subcommands after their
// command. A message command, such as "Explain this position", has no slash.
func usages(t *testing.T) []usage {
	t.Helper()
	var all []usage
	for _, c := range commands.All(feature.Tools{}) {
		encoded, err := json.Marshal(c.Definition())
		if err != nil {
			t.Fatal(err)
		}
		var def option
		if err := json.Unmarshal(encoded, &def); err != nil {
			t.Fatal(err)
		}
		if c.Example == "" {
			all = append(all, usage{typed: def.Name})
			continue
		}
		command := usage{typed: "/" + def.Name}
		var subcommands []usage
		for _, o := range def.Options {
			if o.isSubcommand() {
				subcommands = append(subcommands, usage{command.typed + " " + o.Name, o.Options})
			} else {
				command.options = append(command.options, o)
			}
		}
		all = append(append(all, command), subcommands...)
	}
	return all
}

// A section is a part of a page under a heading.
type section struct{ title, text string }

func sections(page string) []section {
	var all []section
	for line := range strings.Lines(page) {
		if title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "##") {
			all = append(all, section{title: strings.TrimSpace(title)})
		} else if len(all) > 0 {
			all[len(all)-1].text += line
		}
	}
	return all
}

// codeSpan matches text in backquotes.
var codeSpan = regexp.MustCompile("`([^`\n]+)`")

func codeSpans(text string) []string {
	var spans []string
	for _, m := range codeSpan.FindAllStringSubmatch(text, -1) {
		spans = append(spans, m[1])
	}
	return spans
}

// A row is a row of a table of options. Several options may share a row.
type row struct {
	names    []string
	required bool
	values   string
	shared   bool // the row refers to the section of shared options
}

const (
	sharedTitle = "Options of many commands"
	sharedLink  = "(#options-of-many-commands)"
)

func rows(s section) []row {
	var all []row
	for line := range strings.Lines(s.text) {
		if cells := strings.Split(line, "|"); strings.HasPrefix(line, "| `") {
			all = append(all, row{codeSpans(cells[1]), strings.Contains(cells[1], "(required)"), cells[2], strings.Contains(line, sharedLink)})
		}
	}
	return all
}

func TestManualHasEveryOption(t *testing.T) {
	titles, pageOf := map[string]section{}, map[string]string{}
	var order []string
	for _, page := range manual {
		for _, s := range sections(repository.File(t, page)) {
			titles[s.title], pageOf[s.title] = s, page
			order = append(order, s.title)
		}
	}
	shared := map[string]row{}
	for _, r := range rows(titles[sharedTitle]) {
		shared[r.names[0]] = r
	}
	var want []string
	for _, u := range usages(t) {
		want = append(want, u.typed)
		checkTable(t, u, titles[u.typed], shared)
	}
	slices.SortStableFunc(want, func(a, b string) int { return slices.Index(manual, pageOf[a]) - slices.Index(manual, pageOf[b]) })
	own := func(title string) bool {
		return title == sharedTitle || title == "Sealed draws" || title == "Events of the server"
	}
	if order = slices.DeleteFunc(order, own); !slices.Equal(order, want) {
		t.Errorf("the sections of the manual are\n%q\nwant\n%q", order, want)
	}
}

// checkTable compares the table of a section with the options of a command.
func checkTable(t *testing.T, u usage, s section, shared map[string]row) {
	t.Helper()
	var names, want []string
	found := map[string]row{}
	for _, r := range rows(s) {
		for _, name := range r.names {
			names = append(names, name)
			found[name] = r
			if r.shared {
				found[name] = shared[name]
			}
		}
	}
	for _, o := range u.options {
		want = append(want, o.Name)
		if problem := found[o.Name].problem(o); problem != "" {
			t.Errorf("%s, option %s: %s", u.typed, o.Name, problem)
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("%s has a table of the options %q, want %q", u.typed, names, want)
	}
}

// problem says what the row lacks for its option; "" if it is right.
func (r row) problem(o option) string {
	var choices []string
	for _, c := range o.Choices {
		choices = append(choices, c.Value)
	}
	switch {
	case r.required != o.Required:
		return fmt.Sprintf("required is %t", o.Required)
	case choices != nil && !slices.Equal(codeSpans(r.values), choices):
		return fmt.Sprintf("the values are %q, want %q", codeSpans(r.values), choices)
	case o.Min != nil && o.Max != nil && strings.TrimSpace(r.values) != fmt.Sprintf("%v to %v", *o.Min, *o.Max):
		return fmt.Sprintf("the values are %q, want %v to %v", r.values, *o.Min, *o.Max)
	}
	return ""
}
