// Takeout makes a copy of this program without some features:
//
//	go run ./internal/workshop/takeout -to /tmp/small quiz play
//
// It does what docs/design.md says under “Taking out a feature”, and reads the table there: it
// deletes the files of the feature, and then what the compiler no longer understands, each an element
// of a list. It prints what it has deleted. -check takes out all features and then each, and checks
// what is left. .ci/run takes out all of them.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	to := flag.String("to", "", "the folder of the copy, which must not exist")
	check := flag.Bool("check", false, "take out each feature and all of them, and check what is left")
	flag.Parse()
	err := errors.New("usage: takeout -to FOLDER FEATURE... or takeout -check")
	switch {
	case *check:
		err = checkAll()
	case *to != "" && flag.NArg() > 0:
		err = takeOut(*to, flag.Args())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "takeout:", err)
		os.Exit(1)
	}
}

const page = "docs/design.md"

// A feature is a row of the table in the page.
type feature struct {
	name  string
	files []string // patterns: of names anywhere, or of paths
	lines []string // texts; the lines that have one go
}

// featuresOf reads the table of a tree.
func featuresOf(tree string) (all []feature, err error) {
	text, err := os.ReadFile(filepath.Join(tree, page))
	if err != nil {
		return nil, err
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	cells := func(cell string) (all []string) {
		for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
			all = append(all, m[1])
		}
		return all
	}
	_, table, _ := strings.Cut(string(text), "## Taking out a feature\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, row := range regexp.MustCompile("(?m)^ *\\| `([a-z]+)` \\|(.*)\\|(.*)\\|$").FindAllStringSubmatch(table, -1) {
		all = append(all, feature{row[1], cells(row[2]), cells(row[3])})
	}
	if all == nil {
		return nil, fmt.Errorf("%s has no table of features", page)
	}
	return all, nil
}

// takeOut copies the tree of the working folder, and takes features out of the copy.
func takeOut(to string, names []string) error {
	all, err := featuresOf(".")
	if err != nil {
		return err
	}
	if _, err := os.Stat(to); err == nil {
		return fmt.Errorf("%s exists", to)
	}
	if out, err := exec.Command("git", "checkout-index", "-a", "--prefix="+to+"/").CombinedOutput(); err != nil {
		return fmt.Errorf("copy the tree: %w: %s", err, out)
	}
	r := remover{tree: to}
	for _, name := range names {
		i := slices.IndexFunc(all, func(f feature) bool { return f.name == name })
		if i < 0 {
			return fmt.Errorf("%s has no feature %q", page, name)
		}
		if err := r.deleteFiles(all[i]); err != nil {
			return err
		}
	}
	if err := r.deleteUnknown(); err != nil {
		return err
	}
	if err := r.deleteNames(); err != nil {
		return err
	}
	r.print(os.Stdout)
	return nil
}
