package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// millis returns the stored form of an instant: milliseconds since 1970 in UTC, and
// 0 for the zero time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// instantOf returns the instant that millis has stored.
func instantOf(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// text replaces everything in a string that PostgreSQL would refuse.
func text[T ~string](s T) string {
	const unknown = "\uFFFD"
	return strings.ToValidUTF8(strings.ReplaceAll(string(s), "\x00", unknown), unknown)
}

// A querier is a transaction, or a database for single queries.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// query runs a query and reads all rows. It returns none of them after an error: on a full
// disk the rows of a statement arrive before its error.
func query[T any](ctx context.Context, q querier, scan func(*sql.Rows) (T, error), statement string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return all, nil
}

// scanOne reads a row of one value.
func scanOne[T any](r *sql.Rows) (v T, err error) {
	err = r.Scan(&v)
	return v, err
}

// count returns the number that a statement selects.
func count(ctx context.Context, q querier, statement string, args ...any) (n int, err error) {
	err = q.QueryRowContext(ctx, statement, args...).Scan(&n)
	return n, err
}

// rowsAtOnce is how many rows a statement writes at most. One statement for many rows
// needs one round trip, which matters if the database is far away.
const rowsAtOnce = 150

// valueRows returns the rows after VALUES, with a parameter for each value. Both databases
// name the columns column1, column2 and so on. PostgreSQL needs the types in the first row.
func valueRows(values []any, columns int) string {
	var list strings.Builder
	for i := range values {
		column := i % columns
		list.WriteString([]string{"(", ", "}[min(column, 1)])
		if i < columns {
			fmt.Fprintf(&list, "CAST($%d AS %s)", i+1, columnType(values[i]))
		} else {
			fmt.Fprintf(&list, "$%d", i+1)
		}
		if column == columns-1 {
			list.WriteString("),")
		}
	}
	return strings.TrimSuffix(list.String(), ",")
}

func columnType(value any) string {
	if _, ok := value.(string); ok {
		return "TEXT"
	}
	return "BIGINT"
}
