package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/workshop/repository"
)

// The commands use only discordgo's data types, never a session.
func TestCommandsKnowNoSession(t *testing.T) {
	var files []string
	for _, folder := range []string{"internal/chat/*.go", "commands/*.go", "commands/*/*.go"} {
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

// skipping is what only package testrun may do: skip tests and ask for the size of the run.
var skipping = []string{".Skip(", ".SkipNow(", ".Skipf(", "testing.Short(", `"CI"`, `"SKIP_NOTHING"`}

// Only package testrun skips tests, and .ci/run tells it to skip nothing.
func TestNothingIsSkippedUnnoticed(t *testing.T) {
	allowed := 0
	err := filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || file == "internal/workshop/house/repository_test.go" {
			return err
		}
		text := repository.File(t, file)
		for _, skips := range skipping {
			if found := strings.Count(text, skips); filepath.Base(filepath.Dir(file)) == "testrun" {
				allowed += found
			} else if found > 0 {
				t.Errorf("%s has %s: use package testrun", file, skips)
			}
		}
		return nil
	})
	if err != nil || allowed < 4 {
		t.Errorf("%v; %d places in package testrun", err, allowed)
	}
	if !strings.Contains(repository.File(t, ".ci/run"), "\nexport CI=true SKIP_NOTHING=true\n") {
		t.Error(".ci/run does not say that nothing may be skipped")
	}
}
