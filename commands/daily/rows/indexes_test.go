package rows

import (
	"fmt"
	"testing"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// filled makes tables so large that an index matters. One post in a hundred is open, and one
// subscription in ten is paused.
const filled = `
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
INSERT INTO daily_sub (channel, guild, minute, zone, theme, view, role, thread, status, reason, failing_since, set_by, set_at, next_date, next_at)
SELECT 'c' || i, 'g' || (i / 5), 0, '', '', '', '', false, CASE i % 10 WHEN 0 THEN 'paused' ELSE 'active' END, '', 0, '', 0, 0, i FROM n;

WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 24999)
INSERT INTO post (kind, subject, number, channel, due_at, expires_at, state)
SELECT 'daily', 'c' || (i % 5000), i / 5000, 'c' || (i % 5000), i, i, CASE i % 100 WHEN 0 THEN 'open' ELSE 'posted' END FROM n`

// No statement that runs often reads a whole table.
func TestQueriesUseTheirIndexes(t *testing.T) {
	storetest.CheckIndexes(t, filled, []string{"daily_sub", "post"}, func(db store.DB) []storetest.Query {
		return []storetest.Query{
			storetest.Runs("due subscriptions", dueSubs+db.SkipLocked(), "daily_sub_next", int64(1000), 10),
			storetest.Runs("strayed subscriptions", strayedSubs+db.SkipLocked(), "daily_sub_next", int64(19000), int64(19500), int64(0), 10),
			storetest.Runs("posts ahead", deleteAhead, "post_final", int64(24000)),
			storetest.Runs("crowds", countCrowds, "daily_sub_next", int64(1000), int64(1010)),
			storetest.Runs("server's subscriptions", subsByGuild, "daily_sub_guild", "g1000"),
			storetest.Runs("count a server's", countOthers, "daily_sub_guild", "g1000", "c1000"),
			storetest.Runs("subscription", subByChannel, "", "c1000"),
			storetest.Runs("move", fmt.Sprintf(moveSubs, store.ValueRows([]any{"c1000", 1, 1, "c1001", 1, 1}, 3)), "", "c1000", int64(1), int64(1), "c1001", int64(1), int64(1)),
			storetest.Runs("missed dates", fmt.Sprintf(deleteMissed, store.ValueRows([]any{"c1000", 1, "c1001", 1}, 2)), "", "c1000", int64(1), "c1001", int64(1)),
			storetest.Runs("dates pruned ahead", fmt.Sprintf(deletePrunedAhead, store.ValueRows([]any{"c1000", 1, 1, "c1001", 1, 1}, 3)), "", "c1000", int64(1), int64(1), "c1001", int64(1), int64(1)),
			storetest.Runs("last posts", lastPosts, "", "c1000", 10),
			storetest.Runs("open posts", deleteUntried, "", "c1000"),
		}
	})
}
