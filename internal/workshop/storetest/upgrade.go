package storetest

import (
	"database/sql"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/store"
)

var writeSchema = flag.Bool("write-schema", false, "add the rows of a part to databases of the present schema in internal/store/testdata")

// TooOld is the last schema that is refused, and Upgradable are the schemas that are brought up to date,
// and the present one. Each is the number of a migration.
const TooOld = "00021"

var Upgradable = []string{"00022", "00025", "00029"}

// Kept returns the addresses of copies of a database that was kept with a schema, by its kind.
var Kept = map[string]func(t *testing.T, schema string) string{"SQLite": keptSQLite, "PostgreSQL": keptPostgres}

// keptPath returns the path of a database that is kept.
func keptPath(t *testing.T, name string) string {
	return Path(t, "internal/store/testdata/"+name)
}

func keptSQLite(t *testing.T, schema string) string {
	t.Helper()
	content, err := os.ReadFile(keptPath(t, schema+".sqlite"))
	if err != nil {
		t.Fatalf("%v: write it with: go test -p 1 ./internal/store ./commands/... -run Upgrade -write-schema", err)
	}
	file := t.TempDir() + "/daily.db"
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return "sqlite:" + file
}

func keptPostgres(t *testing.T, schema string) string {
	t.Helper()
	address := Postgres(t)
	dump, err := os.ReadFile(keptPath(t, schema+".postgres.sql"))
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(string(dump)); err != nil {
		t.Fatal(err)
	}
	return address
}

// CheckUpgrade checks with want that a part's rows are whole in the databases that are kept, once Open has
// brought them up to date. Furnish writes these rows into a new database.
func CheckUpgrade(t *testing.T, part store.Part, furnish func(testing.TB, *store.Store), want func(*testing.T, *store.Store)) {
	if *writeSchema {
		addToKept(t, part, furnish)
	}
	for _, schema := range Upgradable {
		for kind, kept := range Kept {
			t.Run(schema+" "+kind, func(t *testing.T) {
				t.Parallel()
				want(t, Open(t, kept(t, schema), part))
			})
		}
	}
}

// addToKept adds the rows of a part to databases of the present schema.
func addToKept(t *testing.T, part store.Part, furnish func(testing.TB, *store.Store)) {
	t.Helper()
	present := Upgradable[len(Upgradable)-1]
	begun := func(kind, file string, address func(testing.TB) string) string {
		if _, err := os.Stat(keptPath(t, file)); errors.Is(err, fs.ErrNotExist) {
			return address(t)
		}
		return Kept[kind](t, present)
	}
	file := keptPath(t, present+".sqlite")
	address := begun("SQLite", present+".sqlite", SQLite)
	s := Open(t, address, part)
	furnish(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(file)
	db, err := sql.Open("sqlite", strings.TrimPrefix(address, "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("VACUUM INTO '" + file + "'"); err != nil {
		t.Fatal(err)
	}
	address = begun("PostgreSQL", present+".postgres.sql", Postgres)
	furnish(t, Open(t, address, part))
	schema := regexp.MustCompile(`search_path=(\w+)`).FindStringSubmatch(address)[1]
	dump, err := exec.Command("pg_dump", "--schema="+schema, "--inserts", "--no-owner", "--no-comments", os.Getenv("TEST_POSTGRES_URL")).Output()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(string(dump)) {
		if !notNeeded.MatchString(line) {
			text.WriteString(strings.ReplaceAll(line, schema+".", ""))
		}
	}
	if err := os.WriteFile(keptPath(t, present+".postgres.sql"), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// notNeeded matches the lines of a dump that set up the connection of psql.
var notNeeded = regexp.MustCompile(`^(SET |SELECT pg_catalog.set_config|--|\\|CREATE SCHEMA|\s*$)`)
