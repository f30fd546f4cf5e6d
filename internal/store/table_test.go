package store

import (
	"database/sql"
	"slices"
	"testing"
	"time"
)

// A column that cannot be read is an error, and changes nothing that was read before.
func TestReadColumns(t *testing.T) {
	number, word, truth, real := uint8(7), "7", true, 7.5
	at, span := time.UnixMilli(7), time.Millisecond
	numbers, words, document := []int{7}, []string{"7"}, map[string]int{"7": 7}
	for _, c := range []struct {
		part  Stored
		value any
		fails bool
	}{
		{AsNumber(&number), int64(255), false},
		{AsNumber(&number), int64(256), true},
		{AsNumber(&number), int64(-1), true},
		{AsNumber(&number), "many", true},
		{AsNumber(&number), nil, true},
		{AsText(&word), []byte("a"), false},
		{AsText(&word), nil, true},
		{AsIs(&truth), int64(0), false},
		{AsIs(&truth), int64(2), true},
		{AsIs(&real), 0.25, false},
		{AsInstant(&at), int64(0), false},
		{AsInstant(&at), "noon", true},
		{AsMillis(&span), int64(1500), false},
		{AsNumbers(&numbers), "518 534", false},
		{AsNumbers(&numbers), "518 many", true},
		{AsWords(&words), "a b", false},
		{AsJSON(&document), `{"a":1}`, false},
		{AsJSON(&document), "", true},
	} {
		if err := c.part.Scan(c.value); (err != nil) != c.fails {
			t.Errorf("%T from %v: %v", c.part, c.value, err)
		}
	}
	if number != 255 || word != "a" || truth || real != 0.25 || !at.IsZero() || span != 1500*time.Millisecond {
		t.Error(number, word, truth, real, at, span)
	}
	if !slices.Equal(numbers, []int{518, 534}) || !slices.Equal(words, []string{"a", "b"}) || len(document) != 1 || document["a"] != 1 {
		t.Error(numbers, words, document)
	}
}

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
		got, err := Query(t.Context(), db, ScanOne[int], statement)
		if fails && (err == nil || got != nil) || !fails && (err != nil || len(got) != 2) {
			t.Errorf("%s: %v, %v", statement, got, err)
		}
	}
}
