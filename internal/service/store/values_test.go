package store

import (
	"database/sql"
	"testing"
)

// After an error, collect returns no rows, also not those that came before the error.
func TestCollectAfterAnError(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for query, fails := range map[string]bool{
		"VALUES (1), (2)":             false,
		"VALUES (1), ('two')":         true, // in scan
		"VALUES (1), (abs(-1 << 63))": true, // in SQLite, after the first row
	} {
		rows, err := db.Query(query)
		if err != nil {
			t.Fatal(query, err)
		}
		got, err := collect(rows, func(r row) (n int, err error) { return n, r.Scan(&n) })
		if fails && (err == nil || got != nil) || !fails && (err != nil || len(got) != 2) {
			t.Errorf("%s: %v, %v", query, got, err)
		}
	}
}
