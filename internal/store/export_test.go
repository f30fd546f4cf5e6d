package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"testing"
)

// OpenSQLite opens a file with additional pragmas.
func OpenSQLite(ctx context.Context, path string, pragmas ...string) (*Store, error) {
	return openSQLite(ctx, path, checkPatience, pragmas...)
}

// OpenImpatiently opens a file without waiting for the check of its pages.
func OpenImpatiently(ctx context.Context, path string) (*Store, error) {
	return openSQLite(ctx, path, 0)
}

// MakeUnreadable makes the guard's readings of a SQLite file fail, until readable is called.
func (s *Store) MakeUnreadable(t testing.TB) (readable func()) {
	t.Helper()
	g := s.database.(*sqliteFile).guard
	handle := g.handle
	unreadable, err := os.OpenFile(g.file, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unreadable.Close() })
	g.handle = unreadable
	return func() { g.handle = handle }
}

// ErrDamaged is in the verdict of the check of a damaged file.
var ErrDamaged = errDamaged

// CheckPages checks the pages of a SQLite file.
func CheckPages(ctx context.Context, file string) error {
	db := connect(file, 1, url.Values{"mode": {"ro"}})
	return errors.Join(checkPages(ctx, db), db.Close())
}

// FinishCheck is the end of the check of a SQLite file's pages, with its verdict.
func (s *Store) FinishCheck(verdict error) { s.database.(*sqliteFile).guard.checked <- verdict }

// DB returns the connections that write.
func (s *Store) DB() *sql.DB { return s.write }

// Readers returns the connections that only read.
func (s *Store) Readers() *sql.DB { return s.read }

// Queries returns the queries for the store's kind of database.
func Queries(db DB) []Planned {
	return []Planned{
		{"claim", fmt.Sprintf(claimPost, db.SkipLocked()), "post_open", []any{int64(1 << 40), "h", int64(1<<40 + 1), "  "}},
		{"record", recordPost, "", []any{"posted", int64(0), int64(0), "", "", "", "daily", "c1000", 1, "h", 1}},
		{"prune", fmt.Sprintf(prunePosts, db.SkipLocked()), "post_final", []any{int64(1000), pruneAtOnce}},
		{"count", countPosts, "post_open", []any{int64(1000)}},
	}
}

// A Planned is a query of package storetest, which imports this package.
type Planned struct {
	Name, SQL, Index string
	Args             []any
}
