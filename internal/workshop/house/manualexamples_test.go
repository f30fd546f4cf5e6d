package house

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"chess960bot/internal/workshop/repository"
)

var (
	typedOption = regexp.MustCompile(`(?:^| )([a-z_]+):("[^"]*"|\S*)`)
	answerName  = regexp.MustCompile(` \[[^]]+\]$`) // by which later actions find an answer
	firstLine   = regexp.MustCompile("(?m)^```text\n(/.*)$")
)

// Whatever the manual, the README or a page shows as something to type must exist.
func TestPagesShowOnlyWhatCanBeTyped(t *testing.T) {
	all := usages(t)
	slices.SortFunc(all, func(a, b usage) int { return len(b.typed) - len(a.typed) }) // "/event new" before "/event"
	checked := 0
	for _, name := range append([]string{"docs/seeds.md", "docs/design.md", "README.md", "CHANGELOG.md"}, manual...) {
		text := repository.File(t, name)
		examples := codeSpans(text)
		for _, m := range firstLine.FindAllStringSubmatch(text, -1) {
			examples = append(examples, m[1])
		}
		for _, example := range examples {
			if !regexp.MustCompile(`^/[a-z-]+($| )`).MatchString(example) {
				continue
			}
			checked++
			if problem := cannotType(all, example); problem != "" {
				t.Errorf("%s shows %q: %s", name, example, problem)
			}
		}
	}
	if checked < 40 {
		t.Errorf("only %d examples found", checked)
	}
}

// cannotType says why an example such as "/sp number:518" cannot be typed; "" if it can.
func cannotType(all []usage, example string) string {
	i := slices.IndexFunc(all, func(u usage) bool { return strings.HasPrefix(example+" ", u.typed+" ") })
	if i < 0 {
		return "there is no such command"
	}
	rest := strings.TrimPrefix(example, all[i].typed)
	for _, m := range typedOption.FindAllStringSubmatch(rest, -1) {
		o := slices.IndexFunc(all[i].options, func(o option) bool { return o.Name == m[1] })
		if o < 0 {
			return "there is no option " + m[1]
		}
		choices := all[i].options[o].Choices
		if len(choices) > 0 && m[2] != "" && !slices.ContainsFunc(choices, func(c struct{ Value string }) bool { return c.Value == m[2] }) {
			return "there is no choice " + m[2]
		}
	}
	left := strings.TrimSpace(typedOption.ReplaceAllString(rest, ""))
	if left != "" && left != "518" { // people may type "/sp 518" in Discord and in the playground
		return "it has " + strconv.Quote(left) + " that belongs to no option"
	}
	return ""
}

// Examples of options alone, such as "game:double", belong to the command of their
// section.
func TestManualShowsOnlyOptionsOfItsCommands(t *testing.T) {
	all := usages(t)
	checked := 0
	for _, s := range sections(wholeManual(t)) {
		for _, example := range codeSpans(s.text) {
			i := slices.IndexFunc(all, func(u usage) bool { return u.typed == s.title })
			if i < 0 || !regexp.MustCompile(`^[a-z_]+:`).MatchString(example) {
				continue
			}
			checked++
			first, _, _ := strings.Cut(example, " ") // throws may have spaces
			if problem := cannotType(all[i:i+1], s.title+" "+first); problem != "" {
				t.Errorf("the section %s shows %q: %s", s.title, example, problem)
			}
		}
	}
	if checked == 0 {
		t.Error("no examples found")
	}
}

// testdata returns the files of package bot and of the commands that match a pattern in their testdata.
func testdata(pattern string) (files []string) {
	for _, folder := range []string{"bot", "commands/*"} {
		found, _ := filepath.Glob(folder + "/testdata/" + pattern) // the patterns are valid ones
		files = append(files, found...)
	}
	return files
}

// The answers in the manual are those of the bot. The bot's own answers are in a
// conversation, which a test in package bot compares with the bot. The manual may leave
// lines out, and the numbers at the end of a line. It shows no Markdown.
func TestManualShowsTheBotsAnswers(t *testing.T) {
	answers := map[string][]string{}
	for _, name := range testdata("conversations/*manual.txtar") {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			_, typed, _ := strings.Cut(answerName.ReplaceAllString(f.Name, ""), ": ")
			if _, again := answers[typed]; !again {
				answers[typed] = strings.Split(asRead(string(f.Data)), "\n")
			}
		}
	}
	blocks := regexp.MustCompile("(?s)```text\n(/[^\n]+)\n\n(.*?)```").FindAllStringSubmatch(wholeManual(t), -1)
	for _, m := range blocks {
		answer, ok := answers[m[1]]
		if !ok {
			t.Errorf("no conversation of the manual has %s", m[1])
		}
		for line := range strings.Lines(m[2]) {
			if line = strings.TrimSpace(line); line == "…" {
				continue
			}
			i := slices.IndexFunc(answer, func(said string) bool { return said == line || strings.HasPrefix(said, line+" · ") })
			if i < 0 {
				t.Errorf("%s is not answered with the line %q, or not in this order", m[1], line)
				break
			}
			answer = answer[i+1:]
		}
	}
	if len(blocks) < 15 {
		t.Errorf("only %d examples found", len(blocks))
	}
}

// asRead returns an answer of a conversation as people read it: without Markdown, names
// in place of ids, and times in UTC.
func asRead(answer string) string {
	for _, r := range []struct{ pattern, with string }{
		{"(?m)^(?:#+|-#) |[`~]+|\\*\\*", ""},
		{`(?m)^ +`, ""},
		{`\[picture [^]]*\]`, "[picture]"},
		{`</([^:>]+):…>`, "/$1"},
		{`<@204255221017214977>`, "@Anna"},
		{`<@305032189173080064>`, "@Ben"},
		{`<#1042101960960518159>`, "#chess960"},
	} {
		answer = regexp.MustCompile(r.pattern).ReplaceAllString(answer, r.with)
	}
	return regexp.MustCompile(`<t:(\d+):([DdTtFR])>`).ReplaceAllStringFunc(answer, func(stamp string) string {
		parts := strings.Split(strings.Trim(stamp, "<>"), ":")
		seconds, _ := strconv.ParseInt(parts[1], 10, 64)
		at := time.Unix(seconds, 0).UTC()
		switch parts[2] {
		case "D":
			return at.Format("2 January 2006")
		case "d":
			return at.Format("02/01/2006")
		case "T":
			return at.Format("15:04:05")
		case "t":
			return at.Format("15:04")
		case "R":
			later := at.Sub(time.Unix(1_790_000_000, 0)) // from the conversation's clock
			if later < time.Hour {
				return fmt.Sprintf("in %.0f minutes", later.Minutes())
			}
			return fmt.Sprintf("in %.0f hours", later.Hours())
		}
		return at.Format("Monday, 2 January 2006 15:04")
	})
}

// Links within the manual lead to its headings, and each command has one.
func TestManualLinksToItsSections(t *testing.T) {
	text := wholeManual(t)
	var anchors []string
	for _, s := range sections(text) {
		anchor := strings.ReplaceAll(strings.ToLower(s.title), " ", "-")
		anchors = append(anchors, strings.NewReplacer("/", "", "?", "").Replace(anchor))
	}
	for _, u := range usages(t) {
		_, _, sub := strings.Cut(strings.TrimPrefix(u.typed, "/"), " ")
		if subcommand := sub && u.typed[0] == '/'; !subcommand && !strings.Contains(text, "["+u.typed+"](#") {
			t.Errorf("the manual has no link to %s", u.typed)
		}
	}
	for _, m := range regexp.MustCompile(`\]\(#([^)]+)\)`).FindAllStringSubmatch(text, -1) {
		if !slices.Contains(anchors, m[1]) {
			t.Errorf("the manual links to #%s, which it does not have", m[1])
		}
	}
}
