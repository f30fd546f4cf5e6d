// Package golden compares the results of tests with files that a person has checked.
//
//	golden.Text(t, "testdata/help.txt", help)
//	golden.Image(t, "testdata/board.png", png)
//
// Paths are relative to the directory of the package under test. Texts must be equal.
// Pictures are compared as decoded pixels, with a small tolerance for the arithmetic of
// other machines. If pictures differ, the failure names a directory with both pictures
// and an amplified difference: $GOLDEN_ARTIFACTS, or else a temporary directory.
//
// The flag -update writes the files:
//
//	go test ./render -update
package golden

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files with what the tests get")

// Text fails the test unless the file at path contains exactly got.
func Text(t testing.TB, path, got string) {
	t.Helper()
	want, ok := read(t, path, func() []byte { return []byte(got) })
	if !ok || string(want) == got {
		return
	}
	t.Errorf("%s is different (-want +got):\n%s%s", path, cmp.Diff(string(want), got), hint)
}

const hint = "If the new one is right, run the test again with -update."

// read returns the golden file. With -update, read writes got there instead and
// returns false: there is nothing to compare.
func read(t testing.TB, path string, got func() []byte) (want []byte, ok bool) {
	t.Helper()
	if *update {
		write(t, path, got())
		return nil, false
	}
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s does not exist yet. Run the test with -update to write it, then look at it.", path)
		return nil, false
	}
	if err != nil {
		t.Errorf("golden file: %v", err)
		return nil, false
	}
	return want, true
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Errorf("golden file: %v", err)
		return
	}
	// Parallel tests may write the same file: none may see half of it.
	whole := fmt.Sprintf("%s.%d", path, rand.Uint64())
	if err := errors.Join(os.WriteFile(whole, data, 0o644), os.Rename(whole, path)); err != nil {
		t.Errorf("golden file: %v", err)
	}
}
