package house

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/workshop/repository"
)

// linked matches the files of this repository that a page shows or links to.
var linked = regexp.MustCompile(`(?:src="|]\()([a-zA-Z.][^":)#]*)["#)]`)

// pages returns the names of all documentation pages.
func pages(t *testing.T) []string {
	t.Helper()
	names := []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}
	for _, pattern := range []string{"docs/*.md", "docs/decisions/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		names = append(names, found...)
	}
	return names
}

func TestLinksLeadSomewhere(t *testing.T) {
	found := 0
	for _, name := range pages(t) {
		for _, m := range linked.FindAllStringSubmatch(repository.File(t, name), -1) {
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

func TestEveryPictureIsShown(t *testing.T) {
	pictures, err := filepath.Glob("docs/pictures/*")
	if err != nil || len(pictures) == 0 {
		t.Fatal("no pictures", err)
	}
	shown := repository.File(t, "README.md") + wholeManual(t)
	for _, name := range pictures {
		if !strings.Contains(shown, `pictures/`+filepath.Base(name)+`"`) {
			t.Errorf("no page shows %s", name)
		}
	}
}

// inRepository matches a package, file or folder of this repository in backquotes.
var inRepository = regexp.MustCompile("`((?:bot|chat|commands|deploy|docs|internal|render)/[^` ]+|\\.ci/[^` ]+)`")

func TestPagesNameFilesThatExist(t *testing.T) {
	found := 0
	for _, name := range pages(t) {
		for _, m := range inRepository.FindAllStringSubmatch(repository.File(t, name), -1) {
			found++
			if files, err := filepath.Glob(m[1]); len(files) == 0 {
				t.Errorf("%s names %s, which is not there (%v)", name, m[1], err)
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d names found", found)
	}
}

// The changelog has what is not released, and then the releases, the latest first.
func TestChangelogListsReleases(t *testing.T) {
	headings := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(repository.File(t, "CHANGELOG.md"), -1)
	if len(headings) < 2 || headings[0][1] != "[Unreleased]" {
		t.Fatalf("the headings are %q", headings)
	}
	released := regexp.MustCompile(`^\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d)$`)
	var later []int // the release above
	for _, heading := range headings[1:] {
		m := released.FindStringSubmatch(heading[1])
		if m == nil {
			t.Fatalf("%q is no release such as [1.0.0] - 2026-11-22", heading[1])
		}
		var release []int
		for _, part := range m[1:4] {
			n, _ := strconv.Atoi(part)
			release = append(release, n)
		}
		if _, err := time.Parse(time.DateOnly, m[4]); err != nil || later != nil && slices.Compare(release, later) >= 0 {
			t.Errorf("%q is not in its place, or its date is wrong: %v", heading[1], err)
		}
		later = release
	}
}
