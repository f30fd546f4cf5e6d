package store

import (
	"database/sql"
	"testing"
)

// After an error, query returns no rows, also not those that came before the error.
func TestQueryAfterAnError(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for statement, fails := range map[string]bool{
		"VALUES (1), (2)":             false,
		"VALUES (1), ('two')":         true, // in scan
		"VALUES (1), (abs(-1 << 63))": true, // in SQLite, after the first row
	} {
		got, err := query(t.Context(), db, scanOne[int], statement)
		if fails && (err == nil || got != nil) || !fails && (err != nil || len(got) != 2) {
			t.Errorf("%s: %v, %v", statement, got, err)
		}
	}
}
