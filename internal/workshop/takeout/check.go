package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// tested are the packages whose tests run on what is left, after -update. Those of bot are the
// conversations of these names.
var (
	tested        = []string{"./commands/...", "./internal/voice", "./internal/chess960/...", "./internal/outbox", "./internal/store"}
	conversations = "Conversations/(about|help|sp)$"
)

// gone are commands of features: no answer of what is left names them.
var gone = map[string]*regexp.Regexp{
	"events": regexp.MustCompile(`/(event|round|standings)\b`),
	"quiz":   regexp.MustCompile(`/quiz\b`),
	"play":   regexp.MustCompile(`Play on lichess`),
}

// checkAll takes out each feature, and all of them, and checks what is left.
func checkAll() error {
	all, err := featuresOf(".")
	if err != nil {
		return err
	}
	var names []string
	for _, f := range all {
		names = append(names, f.name)
	}
	had, err := dead(".")
	if err != nil {
		return err
	}
	for _, without := range append([][]string{names}, slices.Collect(slices.Chunk(names, 1))...) {
		began := time.Now()
		if err := checkWithout(without, had, len(without) == len(names)); err != nil {
			return fmt.Errorf("without %s: %w", strings.Join(without, ", "), err)
		}
		fmt.Printf("without %s: checked in %v\n\n", strings.Join(without, ", "), time.Since(began).Round(time.Second))
	}
	return nil
}

// checkWithout takes features out and checks what is left. The tests run only if all went.
func checkWithout(names []string, had []string, test bool) error {
	folder, err := os.MkdirTemp("", "takeout")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	tree := filepath.Join(folder, "tree")
	if err := takeOut(tree, names); err != nil {
		return err
	}
	if err := in(tree, "go", "vet", "./..."); err != nil { // compiles everything, with tests
		return err
	}
	left, err := dead(tree)
	if err != nil {
		return err
	}
	for _, f := range left {
		if !slices.Contains(had, f) && !slices.Contains(unused, f) {
			return fmt.Errorf("nobody calls %s any more: it goes with the feature, or into the list unused", f)
		}
	}
	if !test {
		return in(tree, "go", "test", "./internal/workshop/house", "-run", "Voices")
	}
	_ = in(tree, "go", "test", "./bot", "-run", conversations, "-update") // fails if an answer has changed
	if err := in(tree, "go", "test", "./bot", "-run", conversations); err != nil {
		return err
	}
	_ = in(tree, "go", "test", "./commands", "-update")
	if err := in(tree, "go", append([]string{"test"}, tested...)...); err != nil {
		return err
	}
	answers, _ := filepath.Glob(filepath.Join(tree, "bot/testdata/conversations/*.txtar")) // the pattern is a valid one
	for _, file := range answers {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, name := range names {
			if said := gone[name].Find(text); said != nil && regexp.MustCompile(`/(about|help|sp)\.txtar$`).MatchString(filepath.ToSlash(file)) {
				return fmt.Errorf("%s still says %s", filepath.Base(file), said)
			}
		}
	}
	return in(tree, "go", "test", "./internal/workshop/house", "-run", "Voices|CoreImports")
}

// in runs a command in a folder, and returns its output if it fails.
func in(folder string, name string, arguments ...string) error {
	command := exec.Command(name, arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), "GOFLAGS=-trimpath") // what is alike in the copies is compiled once
	out, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(arguments, " "), err, out)
	}
	return nil
}

// dead returns the functions of a tree that the program does not call, without those of the workshop.
func dead(tree string) ([]string, error) {
	command := exec.Command("go", "run", "golang.org/x/tools/cmd/deadcode@v0.52.0", "-f", `{{range .Funcs}}{{printf "%s %s\n" $.Path .Name}}{{end}}`, ".")
	command.Dir = tree
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("look for dead code: %w", err)
	}
	return slices.DeleteFunc(slices.Sorted(strings.Lines(string(out))), func(line string) bool { return strings.TrimSpace(line) == "" }), nil
}
