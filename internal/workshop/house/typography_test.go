package house

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/workshop/repository"
)

// typography are patterns that a language does not write.
var typography = map[string][]*regexp.Regexp{
	"de": {regexp.MustCompile(`»|«|\d %`)},
	"en": {regexp.MustCompile(`»|«|„`)},
	"es": {regexp.MustCompile(`“|„|\D\d\x{a0}\d{3}[^\d\x{a0}]`)},
	"fr": {regexp.MustCompile(`\S [:;?!]( |"|$)|« | »|“|„|\d %`)},
	"it": {regexp.MustCompile(`“|„`)},
	"pt": {regexp.MustCompile(`»|«|„|\d[ \x{a0}]%`)},
	"ru": {regexp.MustCompile(`“|\d %`)},
}

// Each language has its own quotation marks, spaces and thousands.
func TestTypography(t *testing.T) {
	for language, patterns := range typography {
		files, err := filepath.Glob("internal/voice/*." + language + ".toml")
		pages, _ := filepath.Glob("commands/about/" + language + "/*.md") // the pattern is a valid one
		if language == "en" {
			pages, _ = filepath.Glob("commands/about/*.md")
		}
		if err != nil || len(files) == 0 || len(pages) == 0 {
			t.Fatal(language, files, len(pages), err)
		}
		for _, file := range append(files, pages...) {
			for i, line := range strings.Split(repository.File(t, file), "\n") {
				if strings.HasPrefix(line, "#") && strings.HasSuffix(file, ".toml") {
					continue
				}
				for _, p := range patterns {
					if found := p.FindString(line); found != "" {
						t.Errorf("%s:%d has %q", file, i+1, found)
					}
				}
			}
		}
	}
}
