package store_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// A copy has every column of every row, from any database to any other, and a bot can use
// it.
func TestCopy(t *testing.T) {
	testrun.NotShort(t, "copies whole databases")
	for name, ways := range map[string][]func(testing.TB) string{
		"SQLite to SQLite":                  {furnished, missingFile},
		"SQLite to PostgreSQL to SQLite":    {furnished, storetest.Postgres, missingFile},
		"PostgreSQL to PostgreSQL":          {furnishedPostgres, storetest.Postgres},
		"SQLite to a database with a bot's": {furnished, storetest.SQLite},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from := ways[0](t)
			want := dump(t, from)
			for _, way := range ways[1:] {
				to := way(t)
				copied, err := store.Copy(ctx, from, to)
				if err != nil || !slices.Equal(copied, []store.Copied{{Table: "daily_guild", Rows: 12}, {Table: "daily_sub", Rows: 10}, {Table: "daily_removed", Rows: 1}, {Table: "post", Rows: 14}, {Table: "server_language", Rows: 2}, {Table: "event", Rows: 1}, {Table: "event_draw", Rows: 3}, {Table: "event_number", Rows: 2}, {Table: "event_change", Rows: 2}, {Table: "event_result", Rows: 1}, {Table: "event_game", Rows: 1}, {Table: "quiz_card", Rows: 3}, {Table: "quiz_turn", Rows: 3},
					{Table: "quiz_race", Rows: 1}, {Table: "quiz_answer", Rows: 2}, {Table: "quiz_day", Rows: 1}, {Table: "quiz_streak", Rows: 1}}) {
					t.Fatalf("copied %v, %v", copied, err)
				}
				if got := dump(t, to); !slices.Equal(got, want) || len(got) != 60 {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				if got := dump(t, from); !slices.Equal(got, want) {
					t.Errorf("the source has changed:\n%s", strings.Join(got, "\n"))
				}
				from = to
			}
			s := open(t, from)
			if p, ok, err := s.Claim(ctx, noon, "another", time.Minute); !ok || err != nil || p.Attempts != 2 || !p.FirstSent.Equal(noon) {
				t.Errorf("the lease has not ended: %+v, %t, %v", p, ok, err)
			}
			work(t, s, "new", func(string) {})
		})
	}
}

// A copy that is not possible fails with a clear error, and changes neither database.
func TestCopyRefused(t *testing.T) {
	testrun.NotShort(t, "copies whole databases")
	inUse := func(t testing.TB) string {
		url := storetest.SQLite(t)
		open(t, url)
		return url
	}
	spoilt := func(trigger string) func(testing.TB) string {
		return func(t testing.TB) string {
			url := storetest.SQLite(t)
			execute(t.(*testing.T), strings.TrimPrefix(url, "sqlite:"), "CREATE TRIGGER spoil BEFORE INSERT ON post WHEN NEW.channel = '5' BEGIN SELECT RAISE("+trigger+"); END")
			return url
		}
	}
	for name, c := range map[string]struct {
		from, to func(testing.TB) string
		want     string
	}{
		"target not empty":         {furnished, furnished, "the target is not empty; nothing was copied"},
		"target in use":            {furnished, inUse, "another chess960bot is using"},
		"source in use":            {inUse, missingFile, "another chess960bot is using"},
		"source missing":           {missingFile, missingFile, "no such file"},
		"source empty":             {storetest.SQLite, missingFile, "it holds nothing, so there is nothing to copy"},
		"target fails in between":  {furnished, spoilt("ABORT, 'disk is full'"), "disk is full"},
		"target swallows a row":    {furnished, spoilt("IGNORE"), "table post: the source has 14 rows, 14 were copied, and the target has 13"},
		"target of no known kind":  {furnished, func(testing.TB) string { return "mysql://user:s3cret@localhost/name" }, "must be sqlite:PATH or postgres://"},
		"source out of reach":      {func(testing.TB) string { return "postgres://user:s3cret@127.0.0.1:1/name" }, missingFile, "127.0.0.1:1"},
		"PostgreSQL not empty":     {furnished, furnishedPostgres, "is not empty"},
		"source without addresses": {func(testing.TB) string { return "" }, missingFile, "must be sqlite:PATH"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to := c.from(t), c.to(t)
			previous := [2][]string{contents(t, from), contents(t, to)}
			copied, err := store.Copy(ctx, from, to)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("copied %v, %v; want %q", copied, err, c.want)
			}
			t.Log(err)
			for i, url := range []string{from, to} {
				if got := contents(t, url); !slices.Equal(got, previous[i]) {
					t.Errorf("%s has changed:\n%s", url, strings.Join(got, "\n"))
				}
			}
		})
	}
}

// Copying a database to itself is refused, also under another address.
func TestCopyToItself(t *testing.T) {
	url := furnished(t)
	file := strings.TrimPrefix(url, "sqlite:")
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(file))
	for from, to := range map[string]string{
		url: url, "sqlite:" + link: url, "sqlite:./" + filepath.Base(file): url,
		"postgres://user:s3cret@127.0.0.1:1/name":           "postgresql://user:another@127.0.0.1:1/name?connect_timeout=5",
		"postgres://127.0.0.1:1/name?search_path=x&user=me": "postgres://me@127.0.0.1:1/name?search_path=x",
	} {
		if _, err := store.Copy(ctx, from, to); err == nil || !strings.Contains(err.Error(), "the same database") || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s to %s: %v", from, to, err)
		}
	}
	if got := dump(t, url); len(got) != 60 {
		t.Errorf("%d rows", len(got))
	}
}
