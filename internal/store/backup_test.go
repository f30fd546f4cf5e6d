package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// A backup of what a bot left that was killed has its log, and leaves it where it is.
func TestBackupAfterAKill(t *testing.T) {
	testrun.NotShort(t, "starts processes")
	address := storetest.SQLite(t)
	s := open(t, address)
	if err := save(ctx, s, "a channel"); err != nil {
		t.Fatal(err)
	}
	left, running := filepath.Join(t.TempDir(), "left.db"), strings.TrimPrefix(address, "sqlite:")
	for _, end := range []string{"", "-wal"} {
		data, err := os.ReadFile(running + end)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(left+end, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Backup(t.Context(), "sqlite:"+left, left+".backup"); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{left + ".backup", left} {
		copied := open(t, "sqlite:"+file)
		if !saved(t, copied, "a channel") {
			t.Errorf("%s lacks what was saved", file)
		}
	}
}

// A backup that is made while the bot writes has all that was saved before, opens without a
// warning, and is readable by its owner alone.
func TestBackup(t *testing.T) {
	address := storetest.SQLite(t)
	s := open(t, address)
	furnish(t, s)
	file := filepath.Join(t.TempDir(), "backup.db")
	var written atomic.Int64
	writes := testrun.Choose(300, 1000)
	begun, done := make(chan bool), make(chan error, 1)
	go func() {
		for i := range writes {
			if err := save(ctx, s, fmt.Sprint("channel ", i)); err != nil {
				done <- err
				return
			}
			if written.Add(1) == int64(writes/10) {
				close(begun)
			}
		}
		done <- nil
	}()
	select {
	case <-begun:
	case err := <-done:
		t.Fatal(err)
	}
	before := written.Load()
	if err := store.Backup(t.Context(), address, file); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := store.CheckPages(t.Context(), file); err != nil {
		t.Errorf("the pages of the copy: %v", err)
	}
	copied := open(t, "sqlite:"+file)
	if copied.Created() {
		t.Error("the copy opens as a new one")
	}
	all, kept := storetest.Rows(t, s), storetest.Rows(t, copied) // sorted
	for _, row := range all {
		if _, found := slices.BinarySearch(kept, row); !found && !strings.Contains(row, "channel ") {
			t.Errorf("the copy lacks %s", row)
		}
	}
	for _, row := range kept {
		if _, found := slices.BinarySearch(all, row); !found {
			t.Errorf("only the copy has %s", row)
		}
	}
	for i := range before {
		if !saved(t, copied, fmt.Sprint("channel ", i)) {
			t.Fatalf("%d of %d were saved before, and the copy lacks number %d", before, writes, i)
		}
	}
	if err := store.Backup(t.Context(), address, file); !errors.Is(err, store.ErrBackupExists) {
		t.Errorf("over an existing file: %v", err)
	}
	if err := store.Backup(t.Context(), "postgres://nobody@127.0.0.1:1/none", file+"2"); !errors.Is(err, store.ErrBackupOther) {
		t.Errorf("of PostgreSQL: %v", err)
	}
	if err := store.Backup(t.Context(), "sqlite:"+file+".missing", file+"2"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of no file: %v", err)
	}
	if err := os.WriteFile(file+".broken", bytes.Repeat([]byte("no database"), 999), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store.Backup(t.Context(), "sqlite:"+file+".broken", file+"2"); err == nil {
		t.Error("a backup of no database")
	}
	if left, err := filepath.Glob(file + "[2.]*"); err != nil || !slices.Equal(left, []string{file + ".broken"}) {
		t.Errorf("backups that failed left %v, %v", left, err)
	}
}
