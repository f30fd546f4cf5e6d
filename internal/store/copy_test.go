package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// furnished returns the address of a SQLite database that furnish has filled.
var furnished = storetest.Copies(furnish)

// furnish fills the core's tables: languages, a server that has removed the bot, ten posts in every state, one
// of them under a lease, and what is left of one that was pruned.
func furnish(t testing.TB, s *store.Store) {
	t.Helper()
	states := []outbox.State{outbox.Open, outbox.Posted, outbox.Missed, outbox.Failed, outbox.Unknown}
	err := errors.Join(s.NoteServer(ctx, "guild of away", noon), s.NoteLanguage(ctx, "guild of away", "de"), s.ChooseLanguage(ctx, "1", "“♞” '; --"))
	pruned := newPost(today, noon.AddDate(-1, 0, 0))
	pruned.State = outbox.Posted
	if err := errors.Join(err, storetest.Insert(ctx, s, "pruned", pruned)); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Prune(ctx, noon); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	for i := range 10 {
		p := newPost(today, noon)
		p.NotBefore = noon.Add(-time.Hour)
		if err := storetest.Insert(ctx, s, fmt.Sprint(i), p); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 10 {
		p, ok, err := s.Claim(ctx, noon, "holder", time.Hour)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		if i == 0 {
			continue // keeps its lease
		}
		p.State, p.MessageID, p.Trouble, p.Reason, p.NotBefore = states[i%5], fmt.Sprint("message ", i), outbox.Forbidden, "“?”", noon.Add(time.Hour)
		if held, err := s.Record(ctx, "holder", p); !held || err != nil {
			t.Fatal(held, err)
		}
	}
}

// dump returns the rows of a database.
func dump(t *testing.T, databaseURL string) []string {
	t.Helper()
	s := open(t, databaseURL)
	defer s.Close()
	return storetest.Data(t, s)
}

func furnishedPostgres(t testing.TB) string {
	url := storetest.Postgres(t)
	s := open(t, url)
	furnish(t, s)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	return url
}

// contents returns the rows of a database, or the error of reading them.
func contents(t *testing.T, databaseURL string) []string {
	t.Helper()
	if file, ok := strings.CutPrefix(databaseURL, "sqlite:"); ok {
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
			return []string{"there is no file"}
		}
	}
	s, err := store.Open(ctx, databaseURL)
	if err != nil {
		return []string{"cannot be opened"}
	}
	defer s.Close()
	return storetest.Data(t, s)
}

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
				if err != nil || fmt.Sprint(slices.DeleteFunc(copied, func(c store.Copied) bool { return c.Rows == 0 })) != "[{daily_guild 1} {post 10} {server_language 2}]" {
					t.Fatalf("copied %v, %v", copied, err)
				}
				storetest.SameRows(t, "the copy", dump(t, to), want)
				storetest.SameRows(t, "the source", dump(t, from), want)
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
		"target swallows a row":    {furnished, spoilt("IGNORE"), "table post: the source has 10 rows, 10 were copied, and the target has 9"},
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
	if got := dump(t, url); len(got) != 14 {
		t.Errorf("%d rows", len(got))
	}
}
