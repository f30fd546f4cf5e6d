package store_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/internal/store"
)

// While somebody reads, such as a backup, a part of the log is moved into the file. The header may
// then count pages that are only in the log. That is no damage.
func TestPartOfTheLogIsMoved(t *testing.T) {
	file := newFile(t)
	s, err := store.Open(t.Context(), "sqlite:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	reader, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	save := func(n int, reason string) {
		t.Helper()
		sub := subOf(fmt.Sprint("channel ", n))
		sub.Reason = reason
		if err := dailyrows.Of(s).Save(t.Context(), sub); err != nil {
			t.Fatal(n, err)
		}
	}
	for n := range 60 {
		save(n, strings.Repeat("x", 3000)) // adds a page
		reading, err := reader.Begin()
		if err != nil {
			t.Fatal(err)
		}
		var subs int
		if err := reading.QueryRow("SELECT count(*) FROM daily_sub").Scan(&subs); err != nil || subs != n+1 {
			t.Fatal(subs, err)
		}
		save(n, strings.Repeat("y", 3000)) // changes the page
		if err := s.Probe(t.Context()); err != nil {
			t.Fatal(n, err)
		}
		save(n, strings.Repeat("z", 3000))
		if err := reading.Rollback(); err != nil {
			t.Fatal(err)
		}
	}
}
