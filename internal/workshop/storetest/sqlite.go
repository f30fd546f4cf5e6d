// Package storetest makes databases of both kinds for tests: new ones without rows, and
// copies of one that is filled once.
package storetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"chess960bot/internal/store"
)

// Both has, for both kinds of database, a function that returns the address of a new one
// without rows. The SQLite file has its tables already.
var Both = map[string]func(testing.TB) string{"SQLite": SQLite, "PostgreSQL": Postgres}

// SQLite returns the address of a new SQLite database with tables but no rows.
func SQLite(t testing.TB) string {
	t.Helper()
	return empty(t)
}

var empty = Copies(func(testing.TB, *store.Store) {})

// Open opens the database at an address until the test ends. Its changes survive the process,
// and not the machine.
func Open(t testing.TB, address string, parts ...store.Part) *store.Store {
	t.Helper()
	s, err := store.OpenUnsynced(t.Context(), address, parts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// Copies returns a function that returns the address of a new SQLite database. All are
// copies of one database, which is filled once: that takes a fifth of the time.
func Copies(fill func(testing.TB, *store.Store)) func(testing.TB) string {
	var once sync.Once
	var content []byte
	return func(t testing.TB) string {
		t.Helper()
		once.Do(func() { content = newSQLite(t, fill) })
		if content == nil {
			t.Fatal("the database to copy could not be made")
		}
		file := filepath.Join(t.TempDir(), "test.db")
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return "sqlite:" + file
	}
}

// newSQLite makes a database, and returns the content of its file.
func newSQLite(t testing.TB, fill func(testing.TB, *store.Store)) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "filled.db")
	s, err := store.OpenUnsynced(context.Background(), "sqlite:"+file)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
