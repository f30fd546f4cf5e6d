package rows

import (
	"testing"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// filled makes tables so large that an index matters. One draw in a hundred is sealed.
const filled = `
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999)
INSERT INTO event (id, channel, opened_at, closed_at) SELECT 'e' || i, 'c' || i, 0, i FROM n;

INSERT INTO event_draw (event, number, round, pool, sps, drawn_by, drawn_at, interactions, shown,
	seal_number, seal_order, seal_bits, opens_at, opened_at, void, void_reason, void_by, void_at)
SELECT id, 0, 1, 960, '', 'p' || closed_at, 0, '', false, 0, '', CASE closed_at % 100 WHEN 0 THEN 'x' ELSE '' END, 0, 0, false, '', '', 0 FROM event;

INSERT INTO event_number (event, draw, ordinal, person, number) SELECT id, 0, 0, 'p' || closed_at, 1 FROM event;

INSERT INTO event_change (event, number, was, draws, joined, reopened, changed_by, changed_at, interactions, showing_at, shown, changed_by_name)
SELECT id, 0, '', 0, -1, false, 'p' || closed_at, 0, '', 0, true, '' FROM event;

INSERT INTO event_result (event, number, draw, board, game, white, black, outcome, link, changes, told_by, told_by_name, told_at)
SELECT id, 0, 0, 1, 1, '<@p' || closed_at || '>', '<@p' || closed_at || '>', '1-0', '', 0, 'p' || closed_at, '', 0 FROM event;

INSERT INTO event_telling (event, number, kind, draw, board, game, black, name, outcome, results, changes, told_by, told_by_name, told_at)
SELECT id, 0, 'tell', 0, 1, 1, false, '<@p' || closed_at || '>', '1-0', 0, 0, 'p' || closed_at, '', 0 FROM event;

INSERT INTO event_game (event, number, draw, board, game, id, white, black, by_lot, days, changes, opened_at, ask_at)
SELECT id, 0, 0, 1, 1, id, '', '', '', false, 0, 0, closed_at FROM event`

// No statement that runs often reads a whole table.
func TestQueriesUseTheirIndexes(t *testing.T) {
	tables := []string{"event_draw", "event_number", "event_change", "event_result", "event_game", "event_telling"}
	storetest.CheckIndexes(t, filled, tables, queries)
}

// queries are the queries of evenings.
func queries(store.DB) []storetest.Query {
	people := []storetest.Query{
		storetest.Runs("large logs", manyResults, "", "c1000", 0),
		storetest.Runs("due games", dueGames, "event_game_due", int64(1000), int64(2000), 10),
		storetest.Runs("sealed draws", countSealed, "event_draw_sealed", "p7", "e7"),
	}
	indexes := []string{"event_person", "event_plan_by", "event_draw_person", "event_draw_void", "event_draw_started", "event_draw_opened", "event_number_person", "event_change_person", "event_result_told_by", "event_telling_told_by", "event_telling_name", "event_change_renamed_from", "event_change_renamed_to", "event_result_white", "event_result_black"}
	for i, c := range eventPeople {
		people = append(people, storetest.Runs("a person in "+indexes[i], findPerson(c), indexes[i], c.of("p7")))
	}
	return people
}
