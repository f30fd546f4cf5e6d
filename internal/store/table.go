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

// A Schema has the columns of a table, and the statements that follow from them.
type Schema struct {
	Name    string
	Columns []string
	List    string // the columns, for a statement

	InsertSQL string // all columns of a row
	UpdateSQL string // all other columns of the row with its key
	UpsertSQL string // InsertSQL, or UpdateSQL if there is a row with its key
}

// NewSchema returns the schema of a table: the first columns are its primary key.
func NewSchema(name string, key int, columns ...string) Schema {
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
	s := Schema{Name: name, Columns: columns, List: commas(columns)}
	s.InsertSQL = fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", name, s.List, commas(parameters))
	s.UpdateSQL = fmt.Sprintf("UPDATE %s SET %s WHERE %s", name, commas(set), strings.Join(keys, " AND "))
	s.UpsertSQL = fmt.Sprintf("%s ON CONFLICT (%s) DO UPDATE SET %s", s.InsertSQL, commas(columns[:key]), commas(excluded))
	return s
}

// SelectSQL returns a statement that reads rows. The rest follows the name of the table.
func (s Schema) SelectSQL(rest string) string {
	return fmt.Sprintf("SELECT %s FROM %s %s", s.List, s.Name, rest)
}

// LockSQL returns a statement that reads rows, and keeps others from changing them until the
// end of the transaction. In both databases a write that changes nothing does this.
func (s Schema) LockSQL(where string) string {
	return fmt.Sprintf("UPDATE %s SET %s = %[2]s WHERE %s RETURNING %s", s.Name, s.Columns[0], where, s.List)
}

// A Table is a schema, and how its columns store a T.
type Table[T any] struct {
	Schema
	row func(*T) []Column
}

// A Column stores a part of a value: see [Col].
type Column struct {
	name string
	part Stored
}

// Col returns the column of a name that stores a part of a value.
func Col(name string, part Stored) Column { return Column{name, part} }

// NewTable returns a table: the first columns of a row are its primary key.
func NewTable[T any](name string, key int, row func(*T) []Column) Table[T] {
	var columns []string
	for _, c := range row(new(T)) {
		columns = append(columns, c.name)
	}
	return Table[T]{NewSchema(name, key, columns...), row}
}

// Query runs a statement that returns the columns of the table, and reads all rows.
func (t Table[T]) Query(ctx context.Context, q Querier, statement string, args ...any) ([]T, error) {
	var read T
	into := make([]any, 0, len(t.Columns))
	for _, c := range t.row(&read) {
		into = append(into, c.part)
	}
	return Query(ctx, q, func(r *sql.Rows) (T, error) {
		var none T
		read = none
		err := r.Scan(into...)
		return read, err
	}, statement, args...)
}

// All is query in a transaction.
func (t Table[T]) All(tx *Tx, statement string, args ...any) (rows []T) {
	if tx.Err == nil {
		rows, tx.Err = t.Query(tx.ctx, tx, statement, args...)
	}
	return rows
}

// QueryAs is query for rows that are read as values of another type.
func QueryAs[R, T any](ctx context.Context, q Querier, t Table[R], of func(R) T, statement string, args ...any) ([]T, error) {
	rows, err := t.Query(ctx, q, statement, args...)
	var values []T
	for _, r := range rows {
		values = append(values, of(r))
	}
	return values, err
}

// One is query for one row. Without a row it returns the error none.
func (t Table[T]) One(ctx context.Context, q Querier, none error, statement string, args ...any) (*T, error) {
	rows, err := t.Query(ctx, q, statement, args...)
	if err != nil || len(rows) == 0 {
		return nil, cmp.Or(err, none)
	}
	return &rows[0], nil
}

// ValueOf returns what a pointer leads to, or a zero value for nil.
func ValueOf[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// values returns what the columns store.
func (t Table[T]) values(v *T) []any {
	values := make([]any, 0, len(t.Columns))
	for _, c := range t.row(v) {
		values = append(values, c.part.value())
	}
	return values
}

// InsertNew inserts a row, unless there is one with its primary key or another unique key.
func (t Table[T]) InsertNew(tx *Tx, v *T) (inserted bool) {
	return tx.Exec(t.InsertSQL+" ON CONFLICT DO NOTHING", t.values(v)...) > 0
}

// Update replaces a row.
func (t Table[T]) Update(tx *Tx, v *T) { tx.Exec(t.UpdateSQL, t.values(v)...) }

// Upsert inserts or replaces a row.
func (t Table[T]) Upsert(tx *Tx, v *T) { tx.Exec(t.UpsertSQL, t.values(v)...) }

// Differ reports whether two values have different rows.
func (t Table[T]) Differ(a, b *T) bool { return !slices.Equal(t.values(a), t.values(b)) }

// A Stored writes a part of a value as a column, and reads the part from the column.
type Stored interface {
	value() any // one of the types of driver.Value
	sql.Scanner
}

// AsText stores a text.
func AsText[T ~string](at *T) Stored {
	return as[T, string]{at, Text[T], func(s string) (T, error) { return T(s), nil }}
}

// AsNumber stores an integer.
func AsNumber[T ~int | ~int8 | ~int64 | ~uint8](at *T) Stored {
	return as[T, int64]{at, func(n T) int64 { return int64(n) }, func(n int64) (T, error) {
		if int64(T(n)) != n {
			return 0, fmt.Errorf("%d is out of range", n)
		}
		return T(n), nil
	}}
}

// AsIs stores a truth value or a number with a fraction.
func AsIs[T bool | float64](at *T) Stored {
	return as[T, T]{at, func(v T) T { return v }, func(v T) (T, error) { return v, nil }}
}

// AsInstant stores an instant: see millis.
func AsInstant(at *time.Time) Stored {
	return as[time.Time, int64]{at, Millis, func(ms int64) (time.Time, error) { return InstantOf(ms), nil }}
}

// AsMillis stores a time span in milliseconds.
func AsMillis(at *time.Duration) Stored {
	return as[time.Duration, int64]{at, time.Duration.Milliseconds, func(ms int64) (time.Duration, error) {
		return time.Duration(ms) * time.Millisecond, nil
	}}
}

// AsNumbers stores a list as "518 534". An empty list is read as nil.
func AsNumbers(at *[]int) Stored {
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

// AsWords stores a list of texts without spaces. An empty list is read as nil.
func AsWords(at *[]string) Stored {
	return as[[]string, string]{at, func(list []string) string { return Text(strings.Join(list, " ")) }, func(s string) ([]string, error) {
		return slices.Collect(strings.FieldsSeq(s)), nil
	}}
}

// AsJSON stores a value of texts, numbers and truth values as a JSON document.
func AsJSON[T any](at *T) Stored {
	return as[T, string]{at, func(v T) string {
		document, err := json.Marshal(v)
		if err != nil {
			panic(err) // the type has something else
		}
		return Text(string(document))
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

// Millis returns the stored form of an instant: milliseconds since 1970 in UTC, and
// 0 for the zero time.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// InstantOf returns the instant that millis has stored.
func InstantOf(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Text replaces everything in a string that PostgreSQL would refuse.
func Text[T ~string](s T) string {
	const unknown = "\uFFFD"
	return strings.ToValidUTF8(strings.ReplaceAll(string(s), "\x00", unknown), unknown)
}
