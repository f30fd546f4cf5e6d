package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A schema has the columns of a table, and the statements that follow from them.
type schema struct {
	name    string
	columns []string
	list    string // the columns, for a statement

	insertSQL string // all columns of a row
	updateSQL string // all other columns of the row with its key
	upsertSQL string // insertSQL, or updateSQL if there is a row with its key
}

// newSchema returns the schema of a table: the first columns are its primary key.
func newSchema(name string, key int, columns ...string) schema {
	var parameters, keys, set, excluded []string
	for i, c := range columns {
		parameters = append(parameters, fmt.Sprintf("$%d", i+1))
		if i < key {
			keys = append(keys, fmt.Sprintf("%s = $%d", c, i+1))
			continue
		}
		set = append(set, fmt.Sprintf("%s = $%d", c, i+1))
		excluded = append(excluded, fmt.Sprintf("%s = excluded.%[1]s", c))
	}
	commas := func(list []string) string { return strings.Join(list, ", ") }
	s := schema{name: name, columns: columns, list: commas(columns)}
	s.insertSQL = fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", name, s.list, commas(parameters))
	s.updateSQL = fmt.Sprintf("UPDATE %s SET %s WHERE %s", name, commas(set), strings.Join(keys, " AND "))
	s.upsertSQL = fmt.Sprintf("%s ON CONFLICT (%s) DO UPDATE SET %s", s.insertSQL, commas(columns[:key]), commas(excluded))
	return s
}

// selectSQL returns a statement that reads rows. The rest follows the name of the table.
func (s schema) selectSQL(rest string) string {
	return fmt.Sprintf("SELECT %s FROM %s %s", s.list, s.name, rest)
}

// lockSQL returns a statement that reads rows, and keeps others from changing them until the
// end of the transaction. In both databases a write that changes nothing does this.
func (s schema) lockSQL(where string) string {
	return fmt.Sprintf("UPDATE %s SET %s = %[2]s WHERE %s RETURNING %s", s.name, s.columns[0], where, s.list)
}

// A table is a schema, and how its columns store a T.
type table[T any] struct {
	schema
	row func(*T) []column
}

// A column stores a part of a value.
type column struct {
	name string
	part stored
}

// newTable returns a table: the first columns of a row are its primary key.
func newTable[T any](name string, key int, row func(*T) []column) table[T] {
	var columns []string
	for _, c := range row(new(T)) {
		columns = append(columns, c.name)
	}
	return table[T]{newSchema(name, key, columns...), row}
}

// query runs a statement that returns the columns of the table, and reads all rows.
func (t table[T]) query(ctx context.Context, q querier, statement string, args ...any) ([]T, error) {
	var read T
	into := make([]any, 0, len(t.columns))
	for _, c := range t.row(&read) {
		into = append(into, c.part)
	}
	return query(ctx, q, func(r *sql.Rows) (T, error) {
		var none T
		read = none
		err := r.Scan(into...)
		return read, err
	}, statement, args...)
}

// all is query in a transaction.
func (t table[T]) all(tx *transaction, statement string, args ...any) (rows []T) {
	if tx.err == nil {
		rows, tx.err = t.query(tx.ctx, tx, statement, args...)
	}
	return rows
}

// queryAs is query for rows that are read as values of another type.
func queryAs[R, T any](ctx context.Context, q querier, t table[R], of func(R) T, statement string, args ...any) ([]T, error) {
	rows, err := t.query(ctx, q, statement, args...)
	var values []T
	for _, r := range rows {
		values = append(values, of(r))
	}
	return values, err
}

// one is query for one row. Without a row it returns the error none.
func (t table[T]) one(ctx context.Context, q querier, none error, statement string, args ...any) (*T, error) {
	rows, err := t.query(ctx, q, statement, args...)
	if err != nil || len(rows) == 0 {
		return nil, cmp.Or(err, none)
	}
	return &rows[0], nil
}

// valueOf returns what a pointer leads to, or a zero value for nil.
func valueOf[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// values returns what the columns store.
func (t table[T]) values(v *T) []any {
	values := make([]any, 0, len(t.columns))
	for _, c := range t.row(v) {
		values = append(values, c.part.value())
	}
	return values
}

// insertNew inserts a row, unless there is one with its primary key or another unique key.
func (t table[T]) insertNew(tx *transaction, v *T) (inserted bool) {
	return tx.exec(t.insertSQL+" ON CONFLICT DO NOTHING", t.values(v)...) > 0
}

// update replaces a row.
func (t table[T]) update(tx *transaction, v *T) { tx.exec(t.updateSQL, t.values(v)...) }

// upsert inserts or replaces a row.
func (t table[T]) upsert(tx *transaction, v *T) { tx.exec(t.upsertSQL, t.values(v)...) }

// differ reports whether two values have different rows.
func (t table[T]) differ(a, b *T) bool { return !slices.Equal(t.values(a), t.values(b)) }

// A stored writes a part of a value as a column, and reads the part from the column.
type stored interface {
	value() any // one of the types of driver.Value
	sql.Scanner
}

// asText stores a text.
func asText[T ~string](at *T) stored {
	return as[T, string]{at, text[T], func(s string) (T, error) { return T(s), nil }}
}

// asNumber stores an integer.
func asNumber[T ~int | ~int8 | ~int64 | ~uint8](at *T) stored {
	return as[T, int64]{at, func(n T) int64 { return int64(n) }, func(n int64) (T, error) {
		if int64(T(n)) != n {
			return 0, fmt.Errorf("%d is out of range", n)
		}
		return T(n), nil
	}}
}

// asIs stores a truth value or a number with a fraction.
func asIs[T bool | float64](at *T) stored {
	return as[T, T]{at, func(v T) T { return v }, func(v T) (T, error) { return v, nil }}
}

// asInstant stores an instant: see millis.
func asInstant(at *time.Time) stored {
	return as[time.Time, int64]{at, millis, func(ms int64) (time.Time, error) { return instantOf(ms), nil }}
}

// asMillis stores a time span in milliseconds.
func asMillis(at *time.Duration) stored {
	return as[time.Duration, int64]{at, time.Duration.Milliseconds, func(ms int64) (time.Duration, error) {
		return time.Duration(ms) * time.Millisecond, nil
	}}
}

// asNumbers stores a list as "518 534". An empty list is read as nil.
func asNumbers(at *[]int) stored {
	return as[[]int, string]{at, func(list []int) string { return strings.Trim(fmt.Sprint(list), "[]") }, func(s string) (list []int, err error) {
		for field := range strings.FieldsSeq(s) {
			n, err := strconv.Atoi(field)
			if err != nil {
				return nil, fmt.Errorf("read a list of numbers: %w", err)
			}
			list = append(list, n)
		}
		return list, nil
	}}
}

// asWords stores a list of texts without spaces. An empty list is read as nil.
func asWords(at *[]string) stored {
	return as[[]string, string]{at, func(list []string) string { return text(strings.Join(list, " ")) }, func(s string) ([]string, error) {
		return slices.Collect(strings.FieldsSeq(s)), nil
	}}
}

// asJSON stores a value of texts, numbers and truth values as a JSON document.
func asJSON[T any](at *T) stored {
	return as[T, string]{at, func(v T) string {
		document, err := json.Marshal(v)
		if err != nil {
			panic(err) // the type has something else
		}
		return text(string(document))
	}, func(document string) (v T, err error) {
		return v, json.Unmarshal([]byte(document), &v)
	}}
}

// An as stores a T as an S, one of the types of driver.Value.
type as[T, S any] struct {
	at    *T
	write func(T) S
	read  func(S) (T, error)
}

func (a as[T, S]) value() any { return a.write(*a.at) }

// Scan implements [sql.Scanner].
func (a as[T, S]) Scan(value any) error {
	s, ok := value.(S)
	if !ok { // such as a number for a truth value
		var converted sql.Null[S]
		if err := converted.Scan(value); err != nil {
			return err
		}
		if !converted.Valid {
			return errors.New("the column is NULL")
		}
		s = converted.V
	}
	v, err := a.read(s)
	if err == nil {
		*a.at = v
	}
	return err
}

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
