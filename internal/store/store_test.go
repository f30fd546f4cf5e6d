package store_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	eventrows "chess960bot/commands/event/rows"
	quizrows "chess960bot/commands/quiz/rows"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// newFile returns the path of a new SQLite file with tables. Nothing else is in its directory.
func newFile(t testing.TB) string { return strings.TrimPrefix(storetest.SQLite(t), "sqlite:") }

// missingFile returns the address of a SQLite file that does not exist yet.
func missingFile(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "daily.db") }

// missing has the same functions as storetest.Both, for databases that have no tables yet.
var missing = map[string]func(testing.TB) string{"SQLite": missingFile, "PostgreSQL": storetest.Postgres}

// open opens a store until the test ends. SQLite does not wait for the disk, which halves the
// time. The processes that are killed and lose power wait.
func open(t testing.TB, databaseURL string) *store.Store {
	return storetest.Open(t, databaseURL, parts...)
}

// parts are those of all features, core those of the features that every program has.
var (
	parts = append(core, eventrows.Part, quizrows.Part)
	core  = []store.Part{dailyrows.Part}
)

type (
	eventRows = eventrows.Store
	quizRows  = quizrows.Store
	dailyRows = dailyrows.Store
)

// A whole is a store with the rows of all features.
type whole struct {
	*store.Store
	dailyRows
	eventRows
	quizRows
}

func wholeOf(s *store.Store) whole { return whole{s, dailyrows.Of(s), eventrows.Of(s), quizrows.Of(s)} }

// subOf returns a plain subscription, of a channel in a server of its own.
func subOf(channel string) schedule.Sub {
	return schedule.Sub{Channel: channel, Guild: "guild of " + channel, Status: schedule.Active, SetAt: noon, NextDate: today, NextAt: noon}
}

// work saves, plans, claims and records a post for a new channel. It calls done after each
// step. It also finishes posts that a killed process left: a server may commit the last
// statement of a process after its death.
func work(t interface{ Fatal(...any) }, kept *store.Store, channel string, done func(step string)) {
	s := wholeOf(kept)
	sub := subOf(channel)
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
func wantStep(t *testing.T, kept *store.Store, channel, step string) {
	s := wholeOf(kept)
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
	for name, address := range storetest.Both {
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
