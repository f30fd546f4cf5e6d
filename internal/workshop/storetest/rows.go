package storetest

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/store"
)

// Columns returns the columns of each table.
func Columns(t testing.TB, s *store.Store) map[string][]string {
	t.Helper()
	statement := `SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`
	if strings.HasPrefix(s.String(), "PostgreSQL") {
		statement = `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`
	}
	columns := map[string][]string{}
	_, err := store.Query(t.Context(), s.Reader(), func(r *sql.Rows) (table string, err error) {
		var column string
		err = r.Scan(&table, &column)
		columns[table] = append(columns[table], column)
		return table, err
	}, statement)
	if err != nil {
		t.Fatal(err)
	}
	return columns
}

// Rows returns all rows of all tables, as sorted lines. Leases are left out: a copy has none.
func Rows(t testing.TB, s *store.Store) (lines []string) {
	t.Helper()
	for table := range Columns(t, s) {
		rows, err := store.Query(t.Context(), s.Reader(), func(r *sql.Rows) (string, error) {
			columns, err := r.Columns()
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(any)
			}
			err = errors.Join(err, r.Scan(values...))
			line := table
			for i, column := range columns {
				value := *values[i].(*any)
				if truth, ok := value.(bool); ok { // SQLite stores a number
					value = map[bool]int64{true: 1}[truth]
				}
				if !strings.HasPrefix(column, "lease_") {
					line += fmt.Sprintf(" %s=%v", column, value)
				}
			}
			return line, err
		}, `SELECT * FROM `+table)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, rows...)
	}
	slices.Sort(lines)
	return lines
}

// Data returns the rows of the tables that are copied as they are.
func Data(t testing.TB, s *store.Store) []string {
	t.Helper()
	return slices.DeleteFunc(Rows(t, s), func(row string) bool {
		table, _, _ := strings.Cut(row, " ")
		return slices.Contains([]string{"chess960bot_version", "daily_probe", "post_count", "request_slot"}, table)
	})
}

// Naming returns the rows that have one of the texts.
func Naming(rows []string, texts ...string) []string {
	return slices.DeleteFunc(slices.Clone(rows), func(row string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(row, text) })
	})
}

// SameRows compares rows.
func SameRows(t testing.TB, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Bytes counts how often texts are in a SQLite file, its log and its index.
func Bytes(t testing.TB, file string, texts ...string) (found int) {
	t.Helper()
	files, err := filepath.Glob(file + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			found += bytes.Count(content, []byte(text))
		}
	}
	return found
}

// Path returns the path of a file of this repository.
func Path(t testing.TB, name string) string {
	t.Helper()
	folder, err := os.Getwd()
	for ; err == nil; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); !errors.Is(err, fs.ErrNotExist) || folder == filepath.Dir(folder) {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, name)
}

// page returns docs/privacy.md.
func page(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(Path(t, "docs/privacy.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Described is a row of the table in docs/privacy.md.
type Described struct {
	Table   string
	Columns []string
	About   string // a person, a server or nobody
}

var (
	describedRow = regexp.MustCompile("(?m)^\\| [^|]+ \\| `(\\w+)`: ([^|]+) \\| ([^|]+) \\|")
	columnName   = regexp.MustCompile("`(\\w+)`")
)

// PrivacyPage returns the rows of the table in docs/privacy.md.
func PrivacyPage(t testing.TB) (all []Described) {
	t.Helper()
	for _, row := range describedRow.FindAllStringSubmatch(page(t), -1) {
		data := Described{Table: row[1], About: row[3]}
		for _, name := range columnName.FindAllStringSubmatch(row[2], -1) {
			data.Columns = append(data.Columns, name[1])
		}
		all = append(all, data)
	}
	return all
}

// naming returns the rows in which a column of the data has one of the texts.
func (d Described) naming(rows []string, texts ...string) []string {
	var values []string
	for _, column := range d.Columns {
		for _, text := range texts {
			values = append(values, " "+column+"="+text, " "+column+"=<@"+text)
		}
	}
	ofTable := slices.DeleteFunc(slices.Clone(rows), func(row string) bool { return !strings.HasPrefix(row, d.Table+" ") })
	return Naming(ofTable, values...)
}

// CheckKept fails if docs/privacy.md does not say how long something is kept.
func CheckKept(t *testing.T, says string, kept time.Duration) {
	t.Helper()
	days := strconv.Itoa(int(kept.Hours() / 24))
	if !strings.Contains(says, " "+days+" ") || !strings.Contains(page(t), says) {
		t.Errorf("docs/privacy.md says %q, and the data are kept for %s days", says, days)
	}
}
