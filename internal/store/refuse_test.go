package store_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// fiftyPosted returns the address of a SQLite file that 50 channels have used.
var fiftyPosted = storetest.Copies(func(t testing.TB, s *store.Store) {
	for i := range 50 {
		work(t, s, fmt.Sprint("channel ", i), func(string) {})
	}
})

// used puts a SQLite file into dir that a bot has used and closed, and returns its name.
func used(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(dir, "daily.db")
	rename(t, strings.TrimPrefix(fiftyPosted(t), "sqlite:"), file)
	return file
}

// usedWithLog puts a SQLite file into dir, with the log of a bot that was killed after a statement.
func usedWithLog(t *testing.T, dir, statement string) string {
	t.Helper()
	elsewhere := t.TempDir()
	s := open(t, "sqlite:"+used(t, elsewhere))
	if _, err := s.DB().Exec(statement); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(elsewhere)); err != nil { // while it is open
		t.Fatal(err)
	}
	return filepath.Join(dir, "daily.db")
}

// rewrite changes the bytes of a file.
func rewrite(t *testing.T, file string, update func([]byte) []byte) {
	t.Helper()
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, update(old), 0o644); err != nil {
		t.Fatal(err)
	}
}

// execute runs SQL on a SQLite file.
func execute(t testing.TB, file, query string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(query); err != nil {
		t.Fatal(err)
	}
}

// Each case damages files in a directory and returns the path that must be refused.
var refusals = []struct {
	name, want string
	spoil      func(t *testing.T, dir string) (path string)
}{
	{"text", "file is not a database", func(t *testing.T, dir string) string {
		file := filepath.Join(dir, "notes.txt")
		if err := os.WriteFile(file, bytes.Repeat([]byte("dear diary\n"), 1000), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}},
	{"header overwritten", "file is not a database", func(t *testing.T, dir string) string {
		file := used(t, dir)
		rewrite(t, file, func(b []byte) []byte { copy(b, "garbage"); return b })
		return file
	}},
	{"pages overwritten", "the file is damaged", func(t *testing.T, dir string) string {
		file := used(t, dir)
		rewrite(t, file, func(b []byte) []byte { copy(b[3*4096:], bytes.Repeat([]byte{0xA5}, 6*4096)); return b })
		return file
	}},
	{"header overwritten beside a log", "file is not a database", func(t *testing.T, dir string) string {
		file := usedWithLog(t, dir, "DELETE FROM daily_probe")
		rewrite(t, file, func(b []byte) []byte { copy(b, "garbage"); return b })
		return file
	}},
	{"cut after a page", "malformed", func(t *testing.T, dir string) string {
		file := used(t, dir)
		rewrite(t, file, func(b []byte) []byte { return b[:4*4096] })
		return file
	}},
	{"cut in a page", "malformed", func(t *testing.T, dir string) string {
		file := used(t, dir)
		rewrite(t, file, func(b []byte) []byte { return b[:len(b)/2+100] })
		return file
	}},
	{"cut in the header", "malformed", func(t *testing.T, dir string) string {
		file := used(t, dir)
		rewrite(t, file, func(b []byte) []byte { return b[:50] })
		return file
	}},
	{"empty with a log", "daily.db-wal is not", func(t *testing.T, dir string) string {
		file := used(t, dir)
		if err := os.WriteFile(file+"-wal", bytes.Repeat([]byte{1}, 100), 0o644); err != nil {
			t.Fatal(err)
		}
		rewrite(t, file, func([]byte) []byte { return nil })
		return file
	}},
	{"empty", "it is empty, which a database never is", func(t *testing.T, dir string) string {
		file := filepath.Join(dir, "daily.db")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}},
	{"emptied after use", "it is empty, which a database never is", func(t *testing.T, dir string) string {
		file := used(t, dir)
		rewrite(t, file, func([]byte) []byte { return nil })
		return file
	}},
	{"another program's database", "the database of another program", func(t *testing.T, dir string) string {
		file := filepath.Join(dir, "bookmarks.db")
		execute(t, file, "CREATE TABLE bookmark (id INTEGER PRIMARY KEY)")
		return file
	}},
	{"newer release", "version 960", func(t *testing.T, dir string) string {
		return usedWithLog(t, dir, "INSERT INTO chess960bot_version (version_id, is_applied) VALUES (960, true)")
	}},
	{"tables that are too old", oldTables, func(t *testing.T, dir string) string {
		file := filepath.Join(dir, "daily.db")
		rename(t, strings.TrimPrefix(storetest.Kept["SQLite"](t, storetest.TooOld), "sqlite:"), file)
		return file
	}},
	{"no directory", "there is no directory", func(t *testing.T, dir string) string { return filepath.Join(dir, "nowhere", "daily.db") }},
	{"below a file", "not a directory", func(t *testing.T, dir string) string { return filepath.Join(used(t, dir), "daily.db") }},
	{"a directory", "it is not a file", func(t *testing.T, dir string) string { return dir }},
	{"a device", "it is not a file", func(*testing.T, string) string { return os.DevNull }},
}

func TestRefusedFiles(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := c.spoil(t, dir)
			previous := sums(t, dir)
			s, err := store.Open(t.Context(), "sqlite:"+path)
			if err == nil {
				t.Fatal("opened", s.Close())
			}
			if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %q, want %q and the path", err, c.want)
			}
			t.Log(err)
			if after := sums(t, dir); after != previous {
				t.Errorf("the files were changed:\n%s\n%s", previous, after)
			}
		})
	}
}

// A large file is opened before all of its pages are checked. Damage that is found later
// is reported by every transaction.
func TestDamageInALargeFile(t *testing.T) {
	const megabytes = 10
	file := used(t, t.TempDir())
	execute(t, file, fmt.Sprintf(filling, megabytes*1000))
	s, err := store.OpenImpatiently(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error("while the check runs:", err)
	}
	if _, err := os.Stat(file + "-wal"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("closed while the check runs, the file has a log: %v", err)
	}
	rewrite(t, file, func(b []byte) []byte { copy(b[len(b)-2*4096:], bytes.Repeat([]byte{0xA5}, 4096)); return b })
	for tries := 10; tries > 0; tries-- {
		if s, err = store.OpenImpatiently(t.Context(), file); err == nil || !strings.Contains(err.Error(), "the file is damaged") {
			break // or else the check was quick, and found the damage before the file was open
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for deadline := time.Now().Add(20 * time.Second); err == nil && time.Now().Before(deadline); {
		err = s.Probe(ctx)
	}
	const want = "the file is damaged"
	for range 2 {
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("got %v, want %q", err, want)
		}
		err = save(ctx, s, "2")
	}
	if !saved(t, s, "channel 1") {
		t.Error("what was saved cannot be read")
	}
}

// A file is damaged if SQLite says so, and not if its pages cannot be read.
func TestPagesThatCannotBeChecked(t *testing.T) {
	file := used(t, t.TempDir())
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, check := range map[string]func() error{
		"in no time": func() error { return store.CheckPages(ended, file) },
		"missing":    func() error { return store.CheckPages(t.Context(), file+"-missing") },
	} {
		if err := check(); err == nil || errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "the pages cannot be checked") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := store.CheckPages(t.Context(), file); err != nil {
		t.Error(err)
	}
	rewrite(t, file, func(b []byte) []byte { copy(b, "garbage"); return b })
	if err := store.CheckPages(t.Context(), file); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("overwritten: %v", err)
	}
}

// filling is a statement that makes a SQLite file larger, by a number of kilobytes.
const filling = `CREATE TABLE filling AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d) SELECT i, zeroblob(1000) FROM n`

// sums returns the names and contents of the files in a directory, without files that
// contain no data.
func sums(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, ".lock") && !strings.HasSuffix(file, "-shm") && len(content) > 0 {
			fmt.Fprintf(&all, "%s %x\n", filepath.Base(file), sha256.Sum256(content))
		}
	}
	return all.String()
}

// Errors do not quote a refused address, because it may contain a password.
func TestRefusedAddresses(t *testing.T) {
	for _, address := range []string{
		"", "s3cret", "sqlite", "sqlite:", "sqlite::memory:", "sqlite://daily.db", "sqlite:daily.db?_pragma=synchronous(OFF)",
		"mysql://user:s3cret@localhost/name", "://s3cret", "postgre://user:s3cret@localhost",
		"postgres://user:s3cret%@127.0.0.1/name", "postgres://user:%s3cret@127.0.0.1/name", "postgres://user:s3cret@127.0.0.1:port/name",
		"postgres://user:s3cret@127.0.0.1:1/name", "postgresql://user:s3cret@127.0.0.1:1,127.0.0.1:2/name?connect_timeout=2",
		"postgres://user:s3cret@127.0.0.1:1/name?sslmode=s3cret", "postgres://user@127.0.0.1:1/name?password=s3cret",
		"postgres://user:s3cret@[::1/name", "postgres://us er:s3cret@127.0.0.1:1/",
	} {
		s, err := store.Open(t.Context(), address)
		if err == nil {
			t.Errorf("%q was opened: %v", address, s.Close())
			continue
		}
		if strings.Contains(err.Error(), "s3cret") || strings.Contains(fmt.Sprintf("%+v %#v", err, err), "s3cret") {
			t.Errorf("%q: %v", address, err)
		}
		t.Logf("%s: %v", address, err)
	}
}

// Whatever characters a password has, and however it is written, no part of it is in an error.
func TestErrorsHaveNoPartOfAPassword(t *testing.T) {
	var addresses []string
	for c := rune(' '); c <= '~'; c++ {
		for _, password := range []string{"zqj%cwvk", "7391%cwvk", "%czqjwvk", "zqjwvk%c", "zqj@zqj%cwvk", "zqj%c7391@wvk"} {
			password = fmt.Sprintf(password, c)
			addresses = append(addresses, "postgres://bot:"+password+"@127.0.0.1:1/x", "postgresql://bot:"+password+"@127.0.0.1:1",
				"postgres://bot:"+password+"@127.0.0.1:1/x?sslmode=disable", "postgres://127.0.0.1:1/x?user=bot&password="+password)
		}
	}
	addresses = append(addresses, "sqlite:postgres://bot:zqjwvk@127.0.0.1/x", "postgres://bot%3Azqjwvk@127.0.0.1:1/x", "postgres:bot:zqjwvk@h/x", "bot:zqjwvk@h/x", "host=h password=zqjwvk")
	part := regexp.MustCompile(`zqj|wvk|7391`)
	for _, address := range addresses {
		s, err := store.Open(t.Context(), address)
		if err == nil {
			s.Close()
			t.Errorf("%s was opened", address)
		} else if part.MatchString(err.Error()) {
			t.Errorf("%s: %v", address, err)
		}
		if _, err := store.Copy(t.Context(), address, address+"y"); err == nil || part.MatchString(err.Error()) {
			t.Errorf("copy %s: %v", address, err)
		}
	}
}
