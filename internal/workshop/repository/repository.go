// Package repository gives tests the files of this repository.
package repository

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

// Run runs the tests of a package in the root of the repository. Call it in TestMain. Results are
// not cached: the go command would look for the files that a test reads below the package.
func Run(m *testing.M) {
	flag.Parse()
	_ = flag.Set("test.testlogfile", "") // the list of these files
	for {
		if _, err := os.Stat("go.mod"); err == nil {
			break
		}
		if folder, err := os.Getwd(); err != nil || folder == filepath.Dir(folder) {
			panic("the test does not run in the repository")
		}
		if err := os.Chdir(".."); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// File returns the text of a file.
func File(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
