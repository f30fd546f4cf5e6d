package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// invariantTests matches a folder and its tests in the list of invariants.
var invariantTests = regexp.MustCompile("`([^`]+)` (Test\\w+(?:, Test\\w+)*)")

// Each invariant of docs/design.md has a name of its own, and tests that exist.
func TestInvariantsHaveTests(t *testing.T) {
	page, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "\n## Invariants\n")
	list, _, _ = strings.Cut(list, "\n## ")
	names := map[string]bool{}
	for line := range strings.Lines(list) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if len(cells) != 3 || cells[0] == "name" {
			continue
		}
		if names[cells[0]] {
			t.Errorf("two invariants are named %q", cells[0])
		}
		names[cells[0]] = true
		groups := invariantTests.FindAllStringSubmatch(cells[2], -1)
		if len(groups) == 0 || strings.Trim(invariantTests.ReplaceAllString(cells[2], ""), ", ") != "" {
			t.Errorf("%s: cannot read the tests in %q", cells[0], cells[2])
		}
		for _, group := range groups {
			source := testsIn(t, group[1])
			for _, test := range strings.Split(group[2], ", ") {
				if !strings.Contains(source, "\nfunc "+test+"(t *testing.T) {") {
					t.Errorf("%s: there is no %s in %s", cells[0], test, group[1])
				}
			}
		}
	}
	if len(names) < 10 {
		t.Errorf("only %d invariants were found", len(names))
	}
}

// testsIn returns the source of the tests in a folder.
func testsIn(t *testing.T, folder string) (source string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source += string(text)
	}
	return source
}
