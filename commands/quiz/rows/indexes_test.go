package rows

import (
	"testing"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// filled makes tables so large that an index matters.
const filled = `
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
INSERT INTO quiz_turn (id, person, level, direction, scheme, sp, mixed, began, asked, hinted, outcome, answered, given, slip, next)
SELECT 't' || i, 'p' || (i % 500), '', '', '', 0, false, 0, i, false, 'right', 0, 0, '', '' FROM n;

WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
INSERT INTO quiz_card (person, scheme, card, due, stability, difficulty, state, reps, lapses, last, failed)
SELECT 'p' || (i % 500), 'sp', i, 0, 0, 0, 0, 0, 0, i, false FROM n`

// No statement that runs often reads a whole table.
func TestQueriesUseTheirIndexes(t *testing.T) {
	storetest.CheckIndexes(t, filled, []string{"quiz_turn", "quiz_card"}, func(store.DB) []storetest.Query {
		return []storetest.Query{
			storetest.Runs("last questions", lastTurns, "quiz_turn_person", "p100", 100),
			storetest.Runs("memories", readMemories, "", "p100", "sp"),
			storetest.Runs("old questions", pruneTurns, "quiz_turn_asked", int64(100)),
			storetest.Runs("old cards", pruneCards, "quiz_card_last", int64(100)),
		}
	})
}
