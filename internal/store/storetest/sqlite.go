package storetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"chess960bot/internal/store"
)

// SQLite returns the address of a new SQLite database with tables but no rows. The
// file is a copy of one that was made before: that takes a fifth of the time.
func SQLite(t testing.TB) string {
	t.Helper()
	content, err := emptySQLite()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return "sqlite:" + file
}

// emptySQLite returns the content of a database file without rows.
var emptySQLite = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "storetest-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "empty.db")
	s, err := store.Open(context.Background(), "sqlite:"+file)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})
