package store_test

import (
	"path/filepath"
	"testing"

	"chess960bot/internal/workshop/storetest"
)

// While a reader needs the log, it stays. It is wiped by the first probe after that, or by
// the next start after a kill.
func TestWipedOnceNobodyReads(t *testing.T) {
	const forgotten = "2000960518960518960"
	file := newFile(t)
	s := open(t, "sqlite:"+file)
	if err := save(ctx, s, forgotten); err != nil {
		t.Fatal(err)
	}
	reading := readByTool(t, file)
	if _, err := s.ForgetServer(ctx, "guild of "+forgotten); err != nil {
		t.Fatal(err)
	}
	if storetest.Bytes(t, file, forgotten) == 0 {
		t.Error("the log is wiped while it is read")
	}
	killed := filepath.Join(t.TempDir(), "daily.db")
	copyFile(t, file, killed)
	copyFile(t, file+"-wal", killed+"-wal")
	if err := reading.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := s.Probe(ctx); err != nil {
		t.Fatal(err)
	}
	open(t, "sqlite:"+killed)
	for _, file := range []string{file, killed} {
		if found := storetest.Bytes(t, file, forgotten); found != 0 {
			t.Errorf("found %d times in %s", found, file)
		}
	}
}
