package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
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
