package store_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
func open(t testing.TB, databaseURL string) *store.Store { return storetest.Open(t, databaseURL) }

// save saves the language of a channel's server.
func save(ctx context.Context, s *store.Store, channel string) error {
	return s.ChooseLanguage(ctx, "guild of "+channel, "de")
}

// saved reports whether the language of a channel's server was saved.
func saved(t testing.TB, s *store.Store, channel string) bool {
	t.Helper()
	language, err := s.Language(ctx, "guild of "+channel)
	if err != nil {
		t.Fatal(err)
	}
	return language.Chosen == "de"
}

// plan plans a channel's post.
func plan(ctx context.Context, s *store.Store, channel string) error {
	return s.Wrap(storetest.Insert(ctx, s, channel, newPost(today, noon)), "plan a post")
}

// work saves, plans, claims and records a post for a new channel. It calls done after each
// step. It also finishes posts that a killed process left: a server may commit the last
// statement of a process after its death.
func work(t interface{ Fatal(...any) }, s *store.Store, channel string, done func(step string)) {
	if err := save(ctx, s, channel); err != nil {
		t.Fatal(err)
	}
	done("saved")
	if err := plan(ctx, s, channel); err != nil {
		t.Fatal(err)
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
func wantStep(t *testing.T, s *store.Store, channel, step string) {
	t.Helper()
	posts, err := storetest.PostsOf(ctx, s, channel)
	if err != nil {
		t.Fatal(err)
	}
	got := map[bool]string{true: "saved"}[saved(t, s, channel)]
	for _, p := range posts {
		got += fmt.Sprintf(", %d: %s after %d", p.Number-today, p.State, min(p.Attempts, 1))
	}
	want := map[string][]string{ // the step itself, or the next one
		"saved":   {"saved", "saved, 0: open after 0"},
		"planned": {"saved, 0: open after 0", "saved, 0: open after 1"},
		"claimed": {"saved, 0: open after 1", "saved, 0: posted after 1"},
		"posted":  {"saved, 0: posted after 1"},
	}[step]
	if !slices.Contains(want, got) {
		t.Errorf("%s was %s: got %s, want %q", channel, step, got, want)
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
