package store_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

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
	save := func(n int, text string) {
		t.Helper()
		if err := s.ChooseLanguage(t.Context(), fmt.Sprint("guild ", n), text); err != nil {
			t.Fatal(n, err)
		}
	}
	for n := range 60 {
		save(n, strings.Repeat("x", 3000)) // adds a page
		reading, err := reader.Begin()
		if err != nil {
			t.Fatal(err)
		}
		var rows int
		if err := reading.QueryRow("SELECT count(*) FROM server_language").Scan(&rows); err != nil || rows != n+1 {
			t.Fatal(rows, err)
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
