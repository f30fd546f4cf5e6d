package store_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// fill makes tables so large that an index matters. One post in a hundred is open, and one
// subscription in ten is paused. One draw in a hundred is sealed.
const fill = `
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
INSERT INTO daily_sub (channel, guild, minute, zone, theme, view, role, thread, status, reason, failing_since, set_by, set_at, next_date, next_at)
SELECT 'c' || i, 'g' || (i / 5), 0, '', '', '', '', false, CASE i % 10 WHEN 0 THEN 'paused' ELSE 'active' END, '', 0, '', 0, 0, i FROM n;

WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 24999)
INSERT INTO post (kind, subject, number, channel, due_at, expires_at, state)
SELECT 'daily', 'c' || (i % 5000), i / 5000, 'c' || (i % 5000), i, i, CASE i % 100 WHEN 0 THEN 'open' ELSE 'posted' END FROM n;

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

INSERT INTO event_game (event, number, draw, board, game, id, white, black, by_lot, days, changes, opened_at, ask_at)
SELECT id, 0, 0, 1, 1, id, '', '', '', false, 0, 0, closed_at FROM event;

WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
INSERT INTO quiz_turn (id, person, level, direction, scheme, sp, mixed, began, asked, hinted, outcome, answered, given, slip, next)
SELECT 't' || i, 'p' || (i % 500), '', '', '', 0, false, 0, i, false, 'right', 0, 0, '', '' FROM n;

WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
INSERT INTO quiz_card (person, scheme, card, due, stability, difficulty, state, reps, lapses, last, failed)
SELECT 'p' || (i % 500), 'sp', i, 0, 0, 0, 0, 0, 0, i, false FROM n;

ANALYZE;`

// No statement that runs often reads a whole table.
func TestQueriesUseTheirIndexes(t *testing.T) {
	testrun.NotShort(t, "asks for plans alone")
	for name, explain := range map[string]struct {
		query string
		wrong *regexp.Regexp
	}{
		"SQLite":     {"EXPLAIN QUERY PLAN ", regexp.MustCompile(`(?m)SCAN (daily_sub|post|next|earlier|event_draw|event_number|event_change|event_result|event_game|quiz_turn|quiz_card)$`)},
		"PostgreSQL": {"EXPLAIN ", regexp.MustCompile(`Seq Scan on (daily_sub|post|event_draw|event_number|event_change|event_result|event_game|quiz_turn|quiz_card)\b`)},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, storetest.Both[name](t))
			for statement := range strings.SplitSeq(fill, ";") {
				if _, err := s.DB().Exec(statement); err != nil {
					t.Fatal(err)
				}
			}
			for _, q := range s.Queries() {
				plan := queryPlan(t, s, explain.query, q)
				if !strings.Contains(plan, q.Index) || explain.wrong.MatchString(plan) {
					t.Errorf("%s:\n%s", q.Name, plan)
				}
				t.Logf("%s:\n%s", q.Name, plan)
			}
		})
	}
}

// queryPlan returns the database's plan for a query, line by line.
func queryPlan(t *testing.T, s *store.Store, explain string, q store.Planned) string {
	t.Helper()
	rows, err := s.DB().Query(explain+q.SQL, q.Args...)
	if err != nil {
		t.Fatalf("%s: %v", q.Name, err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		line := make([]any, len(columns))
		for i := range line {
			line[i] = new(any)
		}
		if err := rows.Scan(line...); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&plan, *line[len(line)-1].(*any))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
