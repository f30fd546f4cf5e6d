package store_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

func TestPathsOfFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"daily.db", "./sub/../d.db", "with space.db", "100% #1 & ü.db", "file:x.db"} {
		if err := os.MkdirAll("sub", 0o755); err != nil {
			t.Fatal(err)
		}
		s := open(t, "sqlite:"+name)
		work(t, s, "1", func(string) {})
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(s.String(), filepath.Base(name)) {
			t.Errorf("%s is called %s", name, s)
		}
	}
}

// Only one process can open a file at a time, also under different names.
func TestSecondInstance(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "daily.db")
	first := open(t, "sqlite:"+file)
	if err := os.Symlink(file, filepath.Join(dir, "link.db")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, dir + "/../" + filepath.Base(dir) + "/daily.db", dir + "/link.db", dir + "/loop/daily.db"} {
		s, err := store.Open(t.Context(), "sqlite:"+name)
		if err == nil {
			t.Fatal("opened", s.Close())
		}
		if want := "another chess960bot is using " + file; !strings.Contains(err.Error(), want) {
			t.Errorf("got %q, want %q", err, want)
		}
	}
	work(t, first, "1", func(string) {})
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	wantStep(t, open(t, "sqlite:"+file), "1", "posted")
}

func TestPragmas(t *testing.T) {
	s, err := store.Open(t.Context(), storetest.SQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for pragma, want := range map[string][2]string{ // of the writer and of a reader
		"journal_mode": {"wal", "wal"}, "synchronous": {"2", "2"}, "foreign_keys": {"1", "0"},
		"busy_timeout": {"100", "1000"}, "query_only": {"0", "1"}, "cache_size": {"-1000", "-250"},
	} {
		for i, db := range []*sql.DB{s.DB(), s.Readers()} {
			var got string
			if err := db.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want[i] {
				t.Errorf("connection %d: %s is %s, %v; want %s", i, pragma, got, err, want[i])
			}
		}
	}
}

// SQLite deletes the log with its last connection, which is never one of the pools.
func TestLogStaysWhenConnectionsEnd(t *testing.T) {
	s := open(t, storetest.SQLite(t))
	s.DB().SetMaxIdleConns(0)
	s.Readers().SetMaxIdleConns(0)
	work(t, s, "1", func(string) {})
	wantStep(t, s, "1", "posted")
}

// On a full disk, acknowledged changes are kept, and failed ones leave nothing.
func TestFullDisk(t *testing.T) {
	file := newFile(t)
	s, err := store.OpenSQLite(t.Context(), file, "max_page_count(110)")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	long := strings.Repeat("x", 1000)
	languages := 0
	for ; ; languages++ {
		if err = s.ChooseLanguage(ctx, fmt.Sprint(languages), long); err != nil {
			break
		}
	}
	if !strings.Contains(err.Error(), "disk is full") || !strings.Contains(err.Error(), file) {
		t.Errorf("got %q", err)
	}
	var posts []outbox.Post
	for i := range languages {
		p := newPost(today+i, noon)
		p.Reason = long
		posts = append(posts, p)
	}
	if err := storetest.Insert(ctx, s, "1", posts...); err == nil {
		t.Error("planned")
	}
	if languages < 10 {
		t.Errorf("%d languages", languages)
	}
	for i := range languages + 1 {
		language, err := s.Language(ctx, fmt.Sprint(i))
		if want := map[bool]string{true: long}[i < languages]; language.Chosen != want || err != nil {
			t.Errorf("language %d of %d: %v, %v", i, languages, language, err)
		}
	}
	if posts, err := storetest.PostsOf(ctx, s, "1"); len(posts) > 0 || err != nil {
		t.Errorf("got %v, %v", posts, err)
	}
	for i := range 10 { // makes room
		if _, err := s.ForgetServer(ctx, fmt.Sprint(i)); err != nil {
			t.Error(err)
		}
	}
	if err := storetest.Insert(ctx, s, "1", posts[:3]...); err != nil {
		t.Error(err)
	}
	// A holder with a long name needs more room.
	if p, ok, err := s.Claim(ctx, noon, strings.Repeat("h", 200_000), time.Hour); ok || err == nil {
		t.Errorf("claimed %v", p)
	}
	if p, ok, err := s.Claim(ctx, noon, "h", time.Hour); !ok || err != nil || p.Attempts != 1 {
		t.Errorf("claimed %v, %t, %v", p, ok, err)
	}
}

// A database tool may lock the file for a moment.
func TestLockedForAMoment(t *testing.T) {
	file := newFile(t)
	s := open(t, "sqlite:"+file)
	hold := lockByTool(t, file)
	time.AfterFunc(200*time.Millisecond, func() { _ = hold.Rollback() })
	if err := save(ctx, s, "2"); err != nil {
		t.Error(err)
	}
	wantStep(t, s, "2", "saved")
}

// lockByTool locks a file for writing, like another program.
func lockByTool(t *testing.T, file string) *sql.Tx {
	t.Helper()
	tool, err := sql.Open("sqlite", file+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tool.Close() })
	hold, err := tool.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return hold
}

// Readers and the writer do not wait for each other.
func TestReadWhileWriting(t *testing.T) {
	s := open(t, storetest.SQLite(t))
	work(t, s, "1", func(string) {})
	err := s.Transaction(ctx, func(tx *store.Tx) {
		tx.Exec("DELETE FROM server_language")
		wantStep(t, s, "1", "posted")
	})
	if err != nil || saved(t, s, "1") {
		t.Error("after the transaction:", err)
	}
}
