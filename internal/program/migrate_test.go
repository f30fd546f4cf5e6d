package program

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/store"
)

// migrated runs the subcommand in this process, and returns its exit code and its output.
func migrated(arguments ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = migrate(arguments, &out, &errs)
	return code, out.String(), errs.String()
}

func TestMigrate(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	kept, err := store.Open(t.Context(), "sqlite:"+filepath.Join(dir, "old.db"))
	if err != nil {
		t.Fatal(err)
	}
	want := schedule.Sub{Channel: "1", Guild: "2", Zone: "UTC", Status: schedule.Active, NextDate: 20777, NextAt: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
	if err := dailyrows.Of(kept).Save(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := migrated("-from", "sqlite:old.db", "-to", "sqlite:new.db"); code != 1 || out != "" {
		t.Errorf("from a database in use: exit code %d, %s", code, out)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	cmd, stderr := process(t)
	cmd.Dir, cmd.Args = dir, append(cmd.Args, "migrate", "-from", "sqlite:old.db", "-to", "sqlite:new.db")
	copiedRows, err := cmd.Output()
	if err != nil || string(copiedRows) != "daily_guild: 1 rows copied\ndaily_sub: 1 rows copied\ndaily_removed: 0 rows copied\npost: 0 rows copied\nserver_language: 0 rows copied\nevent: 0 rows copied\nevent_draw: 0 rows copied\nevent_number: 0 rows copied\nevent_change: 0 rows copied\nevent_result: 0 rows copied\nevent_game: 0 rows copied\nquiz_card: 0 rows copied\nquiz_turn: 0 rows copied\nquiz_race: 0 rows copied\nquiz_answer: 0 rows copied\nquiz_day: 0 rows copied\nquiz_streak: 0 rows copied\nevent_moves: 0 rows copied\n" || stderr.Len() > 0 {
		t.Errorf("%v\n%s%s", err, copiedRows, stderr)
	}
	code, out, said := migrated("-from", "sqlite:old.db", "-to", "sqlite:new.db")
	if code != 1 || out != "" || !strings.Contains(said, "the target is not empty") {
		t.Errorf("once more: exit code %d\n%s%s", code, out, said)
	}
	copied, err := store.Open(t.Context(), "sqlite:"+filepath.Join(dir, "new.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if got, err := dailyrows.Of(copied).Sub(t.Context(), "1"); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Errors about wrong arguments never show a password.
func TestMigrateArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	const secret = "postgres://user:s3cret@127.0.0.1:1/name"
	for arguments, want := range map[string]int{
		"-help": 0, "": 64, "-from sqlite:old.db": 64, "-to " + secret: 64, "-from " + secret + " -to": 64, "-form " + secret: 64, "-from=sqlite:a -to=sqlite:b " + secret: 64,
		"-from " + secret + " -to sqlite:new.db": 1, "-from " + secret + " -to " + secret: 1, "-from s3cret -to s3cret": 1,
		"-from postgres://user:s3cret%@host/name -to sqlite:new.db": 1, "-from sqlite:missing.db -to " + secret: 1,
	} {
		code, out, stderr := migrated(strings.Fields(arguments)...)
		if code != want || strings.Contains(out+stderr, "s3cret") || out != "" || (want != 1) != strings.Contains(stderr, "usage: chess960bot migrate -from") {
			t.Errorf("migrate %s: exit code %d, want %d\n%s%s", arguments, code, want, out, stderr)
		}
	}
}
