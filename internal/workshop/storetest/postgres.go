package storetest

import (
	"crypto/rand"
	"database/sql"
	"net/url"
	"strings"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

// postgresServer returns the address of the PostgreSQL server for tests. It skips the
// test if no server is set.
func postgresServer(t testing.TB) string {
	t.Helper()
	return testrun.Variable(t, "TEST_POSTGRES_URL", "the address of a PostgreSQL server such as postgres://user@127.0.0.1/test")
}

// Postgres returns the address of an empty schema of the server to test with. The
// schema is dropped when the test ends.
func Postgres(t testing.TB) string {
	t.Helper()
	server := postgresServer(t)
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal("TEST_POSTGRES_URL is not an address")
	}
	db, err := sql.Open("pgx", server) // the driver of package store
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	if _, err := db.Exec("CREATE SCHEMA " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + name + " CASCADE"); err != nil {
			t.Error(err)
		}
		_ = db.Close()
	})
	query := address.Query()
	query.Set("search_path", name)
	query.Set("sslmode", "disable") // else a server without TLS is asked twice for each connection
	address.RawQuery = query.Encode()
	return address.String()
}

// Hold runs a statement in a transaction, which lasts until its caller or the test ends it.
func Hold(t testing.TB, databaseURL, statement string) *sql.Tx {
	t.Helper()
	db, err := sql.Open("pgx", databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback() })
	if _, err := tx.Exec(statement); err != nil {
		t.Fatal(err)
	}
	return tx
}

// FreeSlots forgets which slots are taken in a PostgreSQL database, as if they had passed.
// The slots of a SQLite database end with the process.
func FreeSlots(t testing.TB, databaseURL string) {
	t.Helper()
	if !strings.HasPrefix(databaseURL, "postgres") {
		return
	}
	db, err := sql.Open("pgx", databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("DO $$ BEGIN IF to_regclass('request_slot') IS NOT NULL THEN DELETE FROM request_slot; END IF; END $$"); err != nil {
		t.Fatal(err)
	}
}
