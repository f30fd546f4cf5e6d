package store

import (
	"fmt"
	"strings"
)

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
