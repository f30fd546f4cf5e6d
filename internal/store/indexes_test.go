package store_test

import (
	"testing"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// filled makes tables so large that an index matters. One post in a hundred is open.
const filled = `
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 24999)
INSERT INTO post (kind, subject, number, channel, due_at, expires_at, state)
SELECT 'daily', 'c' || (i % 5000), i / 5000, 'c' || (i % 5000), i, i, CASE i % 100 WHEN 0 THEN 'open' ELSE 'posted' END FROM n`

// No statement that runs often reads a whole table.
func TestQueriesUseTheirIndexes(t *testing.T) {
	storetest.CheckIndexes(t, filled, []string{"post", "next", "earlier"}, func(db store.DB) (queries []storetest.Query) {
		for _, q := range store.Queries(db) {
			queries = append(queries, storetest.Query(q))
		}
		return queries
	})
}
