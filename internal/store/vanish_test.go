package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/testrun"
)

// harms are ways to damage a SQLite file while it is open, with the error that follows.
var harms = []struct {
	name, want string
	harm       func(t *testing.T, file, older string)
}{
	{"deleted", "has been deleted or moved", func(t *testing.T, file, _ string) { remove(t, file) }},
	{"all files deleted", "has been deleted or moved", func(t *testing.T, file, _ string) { remove(t, file, file+"-wal", file+"-shm") }},
	{"directory deleted", "has been deleted or moved", func(t *testing.T, file, _ string) {
		if err := os.RemoveAll(filepath.Dir(file)); err != nil {
			t.Fatal(err)
		}
	}},
	{"moved", "has been deleted or moved", func(t *testing.T, file, _ string) { rename(t, file, file+".moved") }},
	{"emptied", "has been emptied, cut short or overwritten", func(t *testing.T, file, _ string) { truncate(t, file, 0) }},
	{"cut", "has been emptied, cut short or overwritten", func(t *testing.T, file, _ string) { truncate(t, file, 3*4096) }},
	{"overwritten with text", "has been emptied, cut short or overwritten", func(t *testing.T, file, _ string) {
		if err := os.WriteFile(file, []byte(strings.Repeat("dear diary\n", 10000)), 0o600); err != nil {
			t.Fatal(err)
		}
	}},
	{"replaced by an older copy", "has been replaced by another", func(t *testing.T, file, older string) { rename(t, older, file) }},
	{"overwritten with an older copy", "has been emptied, cut short or overwritten", func(t *testing.T, file, older string) { copyFile(t, older, file) }},
	{"replaced by an empty file", "has been replaced by another", func(t *testing.T, file, _ string) {
		remove(t, file)
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}},
}

// The next change notices that the file was deleted, moved, emptied or replaced: no lost
// change is acknowledged.
func TestFileVanishesWhileOpen(t *testing.T) {
	for _, c := range harms {
		for name, write := range testrun.Choose(map[string]func(*store.Store) error{"Save": writers["Save"]}, writers) {
			t.Run(c.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				file := newFile(t)
				s := open(t, "sqlite:"+file)
				if err := s.Probe(ctx); err != nil {
					t.Fatal(err)
				}
				older := filepath.Join(t.TempDir(), "older.db")
				copyFile(t, file, older)
				work(t, s, "1", func(string) {})
				if err := s.Probe(ctx); err != nil {
					t.Fatal(err)
				}
				if err := save(ctx, s, "4"); err != nil { // in the log alone
					t.Fatal(err)
				}
				c.harm(t, file, older)
				err := write(s)
				if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), file) {
					t.Fatalf("got %v, want %q", err, c.want)
				}
				if err := s.Probe(ctx); err == nil {
					t.Error("a probe succeeds afterwards")
				}
			})
		}
	}
}

// writers are the ways to save something.
var writers = map[string]func(s *store.Store) error{
	"Save":   func(s *store.Store) error { return save(ctx, s, "2") },
	"Remove": func(s *store.Store) error { _, err := s.ForgetServer(ctx, "guild of 1"); return err },
	"Plan":   func(s *store.Store) error { return plan(ctx, s, "2") },
	"Claim":  func(s *store.Store) error { _, _, err := s.Claim(ctx, noon, "h", time.Minute); return err },
	"Probe":  func(s *store.Store) error { return s.Probe(ctx) },
}

// A file that is put back is used again.
func TestFileIsMovedBack(t *testing.T) {
	file := newFile(t)
	s := open(t, "sqlite:"+file)
	work(t, s, "1", func(string) {})
	rename(t, file, file+".moved")
	if err := save(ctx, s, "2"); err == nil {
		t.Error("saved in a file that is elsewhere")
	}
	rename(t, file+".moved", file)
	work(t, s, "3", func(string) {})
}

// If the file vanishes in the middle of a transaction, the transaction fails.
func TestFileVanishesDuringATransaction(t *testing.T) {
	for _, c := range harms {
		if c.want == "has been deleted or moved" || c.want == "has been replaced by another" {
			file := newFile(t)
			s := open(t, "sqlite:"+file)
			older := filepath.Join(t.TempDir(), "older.db")
			copyFile(t, file, older)
			work(t, s, "1", func(string) {})
			if err := s.Transaction(ctx, func(tx *store.Tx) { tx.Exec("DELETE FROM server_language"); c.harm(t, file, older) }); err == nil {
				t.Errorf("%s: saved", c.name)
			}
		}
	}
}

// Nobody notices that the write-ahead log was deleted. What is saved before and afterwards is in
// the file with the next probe, and when the file is closed.
func TestDeletedLogIsMoved(t *testing.T) {
	file := newFile(t)
	s := open(t, "sqlite:"+file)
	work(t, s, "before", func(string) {})
	remove(t, file+"-wal")
	work(t, s, "afterwards", func(string) {})
	if err := s.Probe(ctx); err != nil {
		t.Fatal(err)
	}
	killed := filepath.Join(t.TempDir(), "daily.db")
	copyFile(t, file, killed)
	work(t, s, "closed", func(string) {})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for file, channels := range map[string][]string{killed: {"before", "afterwards"}, file: {"before", "afterwards", "closed"}} {
		for next := open(t, "sqlite:"+file); len(channels) > 0; channels = channels[1:] {
			wantStep(t, next, channels[0], "posted")
		}
	}
}

// A failed read is no verdict about the file: the next one may succeed.
func TestFailedReadIsNoVerdict(t *testing.T) {
	s := open(t, "sqlite:"+newFile(t))
	work(t, s, "1", func(string) {})
	if err := s.Probe(ctx); err != nil {
		t.Fatal(err)
	}
	readable := s.MakeUnreadable(t)
	if err := s.Probe(ctx); err == nil || !strings.Contains(err.Error(), "the database file cannot be read") || strings.Contains(err.Error(), "restored") {
		t.Errorf("while the file cannot be read: %v", err)
	}
	readable()
	if err := s.Probe(ctx); err != nil {
		t.Errorf("once the file can be read again: %v", err)
	}
	work(t, s, "2", func(string) {})
	s.FinishCheck(errors.New("the pages cannot be read"))
	if err := s.Probe(ctx); err != nil {
		t.Errorf("after a check without a result: %v", err)
	}
	readable = s.MakeUnreadable(t)
	s.FinishCheck(fmt.Errorf("%w: page 3", store.ErrDamaged))
	if err := s.Probe(ctx); err == nil {
		t.Error("the file can be read")
	}
	readable()
	if err := s.Probe(ctx); err == nil || !strings.Contains(err.Error(), "damaged: page 3") {
		t.Errorf("the damage that was found meanwhile: %v", err)
	}
}

// readByTool begins to read a file, like another program. Until the end of the
// transaction the program sees the file unchanged.
func readByTool(t *testing.T, file string) *sql.Tx {
	t.Helper()
	tool, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tool.Close() })
	reading, err := tool.Begin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reading.Rollback() })
	var n int
	if err := reading.QueryRow("SELECT count(*) FROM server_language").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return reading
}

// Only the owner can read new files.
func TestFilesArePrivate(t *testing.T) {
	dir := t.TempDir()
	s := open(t, "sqlite:"+filepath.Join(dir, "daily.db"))
	work(t, s, "1", func(string) {})
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 3 {
		t.Fatalf("files %v, %v; want the database, its log and its index", files, err)
	}
	for _, file := range files {
		if info, err := file.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, %v", file.Name(), info.Mode(), err)
		}
	}
}

// Created reports whether Open has made a new database.
func TestCreated(t *testing.T) {
	for name, address := range missing {
		t.Run(name, func(t *testing.T) {
			url := address(t)
			for _, want := range []bool{true, false} {
				s := open(t, url)
				if s.Created() != want {
					t.Errorf("created %t, want %t", s.Created(), want)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// A second process cannot open the database, even after somebody has deleted the lock file
// of an older release.
func TestLockCannotBeDeleted(t *testing.T) {
	if runtime.GOOS != "linux" {
		testrun.CannotRun(t, "on some systems the lock is a separate file")
	}
	file := newFile(t)
	open(t, "sqlite:"+file)
	for _, name := range []string{".lock", "-shm", ".new"} {
		_ = os.Remove(file + name)
	}
	out, err := childProcess("work", "sqlite:"+file, 0).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "another chess960bot is using "+file) {
		t.Errorf("a second process: %v\n%s", err, out)
	}
}

// An unfinished database, left by a crash during its creation, is not used.
func TestUnfinishedFileIsMadeAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "daily.db")
	for _, name := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.WriteFile(file+".new"+name, []byte("half a page"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	work(t, open(t, "sqlite:"+file), "1", func(string) {})
}

func remove(t *testing.T, files ...string) {
	t.Helper()
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func truncate(t *testing.T, file string, size int64) {
	t.Helper()
	if err := os.Truncate(file, size); err != nil {
		t.Fatal(err)
	}
}

// copyFile copies the contents. It overwrites an existing file in place.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
