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

// A Planned is a statement that runs often or over many rows, with its arguments.
type Planned struct {
	Name, SQL, Index string // Index is the one it must use, "" for the primary key
	Args             []any
}

// Queries returns the queries for the store's kind of database.
func (s *Store) Queries() []Planned {
	all := []Planned{
		{"large logs", manyResults, "", []any{"c1000", 0}},
		{"due subscriptions", dueSubs + s.skipLocked, "daily_sub_next", []any{int64(1000), 10}},
		{"strayed subscriptions", strayedSubs + s.skipLocked, "daily_sub_next", []any{int64(19000), int64(19500), int64(0), 10}},
		{"posts ahead", deleteAhead, "post_final", []any{int64(24000)}},
		{"crowds", countCrowds, "daily_sub_next", []any{int64(1000), int64(1010)}},
		{"server's subscriptions", subsByGuild, "daily_sub_guild", []any{"g1000"}},
		{"count a server's", countOthers, "daily_sub_guild", []any{"g1000", "c1000"}},
		{"subscription", subByChannel, "", []any{"c1000"}},
		{"move", fmt.Sprintf(moveSubs, ValueRows([]any{"c1000", 1, 1, "c1001", 1, 1}, 3)), "", []any{"c1000", int64(1), int64(1), "c1001", int64(1), int64(1)}},
		{"missed dates", fmt.Sprintf(deleteMissed, ValueRows([]any{"c1000", 1, "c1001", 1}, 2)), "", []any{"c1000", int64(1), "c1001", int64(1)}},
		{"dates pruned ahead", fmt.Sprintf(deletePrunedAhead, ValueRows([]any{"c1000", 1, 1, "c1001", 1, 1}, 3)), "", []any{"c1000", int64(1), int64(1), "c1001", int64(1), int64(1)}},
		{"claim", fmt.Sprintf(claimPost, s.skipLocked), "post_open", []any{int64(1 << 40), "h", int64(1<<40 + 1), "  "}},
		{"record", recordPost, "", []any{"posted", int64(0), int64(0), "", "", "", "daily", "c1000", 1, "h", 1}},
		{"prune", fmt.Sprintf(prunePosts, s.skipLocked), "post_final", []any{int64(1000), pruneAtOnce}},
		{"count", countPosts, "post_open", []any{int64(1000)}},
		{"last posts", lastPosts, "", []any{"c1000", 10}},
		{"open posts", deleteUntried, "", []any{"c1000"}},
		{"last questions", lastTurns, "quiz_turn_person", []any{"p100", 100}},
		{"memories", readMemories, "", []any{"p100", "sp"}},
		{"old questions", pruneTurns, "quiz_turn_asked", []any{int64(100)}},
		{"old cards", pruneCards, "quiz_card_last", []any{int64(100)}},
	}
	all = append(all, eventQueries()...)
	return all
}

// KeepCore leaves the features' parts out, as a program without them does, until restore is called.
// No other test may run meanwhile.
func KeepCore() (restore func()) {
	all := parts
	parts = parts[:1]
	return func() { parts = all }
}

// Tables lists the tables of all parts.
func Tables() (names []string) {
	for _, t := range tables() {
		names = append(names, t.Name)
	}
	return names
}

// Readers returns the connections that only read.
func (s *Store) Readers() *sql.DB { return s.read }
