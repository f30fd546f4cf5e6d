package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// The subcommand copies the database of the settings, also of those in .env, and says what is wrong
// otherwise.
func TestBackup(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("DATABASE_URL", "") // restored at the end
	os.Unsetenv("DATABASE_URL")
	kept, err := store.OpenUnsynced(t.Context(), "sqlite:mine.db")
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	if err := os.WriteFile(".env", []byte("DATABASE_URL=sqlite:mine.db\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		arguments []string
		database  string // in the environment
		code      int
		out, errs string
	}{
		{nil, "", exitUsage, "", "usage: chess960bot backup FILE"},
		{[]string{""}, "", exitUsage, "", "usage: "},
		{[]string{"-h"}, "", exitUsage, "", "usage: "},
		{[]string{"a", "b"}, "", exitUsage, "", "usage: "},
		{[]string{"copy.db"}, "", 0, "copied the database into copy.db", ""},
		{[]string{"copy.db"}, "", exitPassing, "", "copy.db exists: name a new file"},
		{[]string{"none/copy.db"}, "", exitPassing, "", "no such file or directory"},
		{[]string{"other.db"}, "sqlite:none.db", exitPassing, "", "none.db"},
		{[]string{"other.db"}, "postgres://u:secret@127.0.0.1/d", exitPassing, "", "back up PostgreSQL with pg_dump"},
	} {
		os.Unsetenv("DATABASE_URL") // what .env had set
		if c.database != "" {
			os.Setenv("DATABASE_URL", c.database)
		}
		var out, errs strings.Builder
		code := backup(c.arguments, &out, &errs)
		if code != c.code || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) || c.errs == "" && errs.Len() > 0 || strings.Contains(errs.String(), "secret") {
			t.Errorf("backup %q: %d, %q, %q", c.arguments, code, out.String(), errs.String())
		}
	}
	copied, err := store.OpenUnsynced(t.Context(), "sqlite:copy.db")
	if err != nil || copied.Created() {
		t.Fatal(err)
	}
	copied.Close()
}

// A backup that is killed leaves no file with the name that was asked for, and the next one makes it.
func TestKilledBackup(t *testing.T) {
	database := storetest.SQLite(t)
	subscribe(t, database)
	cmd, _ := process(t, "DATABASE_URL="+database)
	cmd.Args = append(cmd.Args, "backup", "copy.db")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for left, _ := filepath.Glob(cmd.Dir + "/*"); left == nil; left, _ = filepath.Glob(cmd.Dir + "/*") {
	}
	cmd.Process.Kill()
	killed := cmd.Wait() // nil if the backup was faster
	file := filepath.Join(cmd.Dir, "copy.db")
	if _, err := os.Stat(file); err == nil && killed != nil {
		t.Error("a part of a backup has the name of a backup")
	}
	again, stderr := process(t, "DATABASE_URL="+database)
	again.Args, again.Dir = append(again.Args, "backup", "copy.db"), cmd.Dir
	if err := again.Run(); killed != nil && err != nil {
		t.Errorf("the next backup: %v, %s", err, stderr)
	}
	copied, err := store.OpenUnsynced(t.Context(), "sqlite:"+file)
	if err != nil || copied.Created() {
		t.Fatal(err)
	}
	copied.Close()
}
