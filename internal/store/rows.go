package store

import (
	"fmt"
	"strings"
)

// rowsAtOnce is how many rows a statement writes at most. One statement for many rows
// needs one round trip, which matters if the database is far away.
const rowsAtOnce = 250

// The types of columns, for valueRows.
const (
	textColumn    = "TEXT"
	integerColumn = "BIGINT"
)

// valueRows returns the rows after VALUES, with a parameter for each column. Both databases
// name the columns column1, column2 and so on. PostgreSQL needs the types in the first row.
func valueRows(rows int, types ...string) string {
	var list strings.Builder
	for i := range rows * len(types) {
		column := i % len(types)
		list.WriteString([]string{"(", ", "}[min(column, 1)])
		if i < len(types) {
			fmt.Fprintf(&list, "CAST($%d AS %s)", i+1, types[column])
		} else {
			fmt.Fprintf(&list, "$%d", i+1)
		}
		if column == len(types)-1 {
			list.WriteString("),")
		}
	}
	return strings.TrimSuffix(list.String(), ",")
}
