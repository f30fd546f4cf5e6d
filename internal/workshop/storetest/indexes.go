package storetest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/testrun"
)

// A Query is a statement that runs often or over many rows, with its arguments.
type Query struct {
	Name, SQL, Index string // Index is the one it must use, "" for the primary key
	Args             []any
}

// Runs returns a query.
func Runs(name, sql, index string, args ...any) Query { return Query{name, sql, index, args} }

// CheckIndexes fails if a query reads one of the tables whole, in either kind of database. The
// statements of fill, with semicolons between them, make the tables so large that an index matters.
func CheckIndexes(t *testing.T, fill string, tables []string, queries func(store.DB) []Query) {
	testrun.NotShort(t, "asks for plans alone")
	named := "(" + strings.Join(tables, "|") + ")"
	for kind, explain := range map[string]struct {
		query string
		wrong *regexp.Regexp
	}{
		"SQLite":     {"EXPLAIN QUERY PLAN ", regexp.MustCompile(`(?m)SCAN ` + named + `$`)},
		"PostgreSQL": {"EXPLAIN ", regexp.MustCompile(`Seq Scan on ` + named + `\b`)},
	} {
		t.Run(kind, func(t *testing.T) {
			s := Open(t, Both[kind](t))
			err := s.Transaction(t.Context(), func(tx *store.Tx) {
				for statement := range strings.SplitSeq(fill+"; ANALYZE", ";") {
					tx.Exec(statement)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range queries(s) {
				plan := queryPlan(t, s, explain.query, q)
				if !strings.Contains(plan, q.Index) || explain.wrong.MatchString(plan) {
					t.Errorf("%s:\n%s", q.Name, plan)
				}
				t.Logf("%s:\n%s", q.Name, plan)
			}
		})
	}
}

// queryPlan returns the database's plan for a query, line by line. Plans of statements that write are
// asked for in a transaction, as the connections for queries may not write.
func queryPlan(t *testing.T, s *store.Store, explain string, q Query) string {
	t.Helper()
	var plan strings.Builder
	err := s.Transaction(t.Context(), func(tx *store.Tx) {
		rows, err := tx.QueryContext(t.Context(), explain+q.SQL, q.Args...)
		if err != nil {
			tx.Fail(fmt.Errorf("%s: %w", q.Name, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			columns, err := rows.Columns()
			tx.Fail(err)
			line := make([]any, len(columns))
			for i := range line {
				line[i] = new(any)
			}
			tx.Fail(rows.Scan(line...))
			fmt.Fprintln(&plan, *line[len(line)-1].(*any))
		}
		tx.Fail(rows.Err())
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
