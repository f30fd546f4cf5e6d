package store_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/daily"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/store/storetest"
)

func TestSQLite(t *testing.T) {
	storetest.Exercise(t, func(t *testing.T) storetest.Store { return openUnsynced(t) })
}

func TestPostgreSQL(t *testing.T) {
	storetest.PostgresServer(t)
	storetest.Exercise(t, func(t *testing.T) storetest.Store { return open(t, storetest.Postgres(t)) })
}

func TestEventsOnSQLite(t *testing.T) {
	storetest.Events(t, func(t *testing.T) storetest.Store { return openUnsynced(t) })
}

// openUnsynced opens a new SQLite database that does not wait for the disk, which halves
// the time. Tests of crashes and power cuts wait.
func openUnsynced(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.OpenSQLite(t.Context(), newFile(t), "synchronous(OFF)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestEventsOnPostgres(t *testing.T) {
	storetest.PostgresServer(t)
	storetest.Events(t, func(t *testing.T) storetest.Store { return open(t, storetest.Postgres(t)) })
}

func TestQuizOnSQLite(t *testing.T) {
	open := func(t *testing.T) storetest.Store { return openUnsynced(t) }
	storetest.Quiz(t, open)
	storetest.Races(t, open)
	storetest.Days(t, open)
}

func TestQuizOnPostgres(t *testing.T) {
	storetest.PostgresServer(t)
	open := func(t *testing.T) storetest.Store { return open(t, storetest.Postgres(t)) }
	storetest.Quiz(t, open)
	storetest.Races(t, open)
	storetest.Days(t, open)
}

// databases has, for both kinds of database, a function that returns the address of a new
// one. The SQLite file has its tables already.
var databases = map[string]func(testing.TB) string{"SQLite": storetest.SQLite, "PostgreSQL": storetest.Postgres}

// newFile returns the path of a new SQLite file with tables. Nothing else is in its directory.
func newFile(t testing.TB) string { return strings.TrimPrefix(storetest.SQLite(t), "sqlite:") }

// missingFile returns the address of a SQLite file that does not exist yet.
func missingFile(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "daily.db") }

// missing has the same functions as databases, for databases that have no tables yet.
var missing = map[string]func(testing.TB) string{"SQLite": missingFile, "PostgreSQL": storetest.Postgres}

// open opens a store until the test ends.
func open(t testing.TB, databaseURL string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func newSub(channel string) daily.Sub {
	return daily.Sub{Channel: channel, Guild: "guild of " + channel, Status: daily.Active, SetAt: noon, NextDate: 20777, NextAt: noon}
}

// tomorrow plans the post of the date and the next day.
func tomorrow(s daily.Sub, _ int) daily.Planned {
	return daily.Planned{
		Posts:    []outbox.Post{{Number: int(s.NextDate), DueAt: s.NextAt, ExpiresAt: s.NextAt.Add(6 * time.Hour), State: outbox.Open}},
		NextDate: s.NextDate + 1, NextAt: s.NextAt.Add(24 * time.Hour),
	}
}

// work saves, plans, claims and records a post for a new channel. It calls done after each
// step. It also finishes posts that a killed process left: a server may commit the last
// statement of a process after its death.
func work(t interface{ Fatal(...any) }, s storetest.Store, channel string, done func(step string)) {
	sub := newSub(channel)
	if err := s.Save(ctx, sub); err != nil {
		t.Fatal(err)
	}
	done("saved")
	if n, err := s.Plan(ctx, noon, 10, tomorrow); n == 0 || err != nil {
		t.Fatal("plan:", n, err)
	}
	done("planned")
	for mine := false; !mine; {
		p, ok, err := s.Claim(ctx, noon, "worker", 0)
		if !ok || err != nil {
			t.Fatal("claim:", ok, err)
		}
		if mine = p.Channel == channel; mine {
			done("claimed")
		}
		p.State, p.MessageID = outbox.Posted, "message "+p.Channel
		if held, err := s.Record(ctx, "worker", p); !held || err != nil {
			t.Fatal("record:", held, err)
		}
	}
	done("posted")
}

// wantStep checks that the acknowledged step of a channel's work is in the database.
func wantStep(t *testing.T, s storetest.Store, channel, step string) {
	t.Helper()
	sub, err := s.Sub(ctx, channel)
	if err != nil {
		t.Fatalf("%s after %s: %v", channel, step, err)
	}
	posts, err := s.Posts(ctx, channel, 10)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("next %d", int(sub.NextDate)-20777)
	for _, p := range posts {
		got += fmt.Sprintf(", %d: %s after %d", int(p.Date)-20777, p.State, min(p.Attempts, 1))
	}
	want := map[string]string{ // the step itself, or the next one
		"saved":   "next 0 | next 1, 0: open after 0",
		"planned": "next 1, 0: open after 0 | next 1, 0: open after 1",
		"claimed": "next 1, 0: open after 1 | next 1, 0: posted after 1",
		"posted":  "next 1, 0: posted after 1",
	}[step]
	found := false
	for _, w := range strings.Split(want, " | ") {
		found = found || got == w
	}
	if !found {
		t.Errorf("%s was %s: got %s, want %s", channel, step, got, want)
	}
}

func TestReopenKeepsAll(t *testing.T) {
	for name, address := range databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := address(t)
			for round := range 3 {
				s := open(t, url)
				for i := range round * 5 {
					wantStep(t, s, fmt.Sprint(i), "posted")
				}
				for i := range 5 {
					work(t, s, fmt.Sprint(round*5+i), func(string) {})
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
