package rows

import (
	"context"
	"fmt"
	"slices"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/privacy"
	"chess960bot/internal/store"
)

// Part is what a database keeps of club evenings.
var Part = store.Part{
	Kinds:   eventKinds,
	Servers: []store.ServerTable{{Table: "event", Subject: "id", Of: "events"}},
	Forget:  forgetInEvents,
	Counted: "events",
	Count:   countEvents,
}

var eventKinds = []string{
	evening.SealKind, evening.MessageKind, evening.RoundKind, evening.RoundTroubleKind, evening.BeginKind, evening.LateResultsKind,
	evening.ToldKind,
	evening.PairingsKind,
	evening.ServerEventKind, evening.ServerTroubleKind,
}

// countEvents counts with the indexes event_open and event_closed.
const countEvents = `
SELECT 'open', count(*) FROM event WHERE closed_at = 0
UNION ALL SELECT 'closed', count(*) FROM event WHERE closed_at <> 0`

// A personColumn has ids of people. The empty id is somebody who was forgotten.
type personColumn struct {
	table, id string
	name      string // the column with the names of the people; "" if the id is the name
	event     string // the column with the ids of the events
	typed     bool   // the ids stand in mentions, such as "<@42>", beside names that people typed
}

// of returns what the column has for a person.
func (c personColumn) of(person string) string {
	if c.typed && person != "" {
		return evening.MentionOf(person)
	}
	return person
}

// eventPeople are the columns with people in events.
var eventPeople = []personColumn{
	{"event", "opened_by", "opened_by_name", "id", false},
	{"event", "plan_by", "plan_by_name", "id", false},
	{"event_draw", "drawn_by", "drawn_by_name", "event", false},
	{"event_draw", "void_by", "void_by_name", "event", false},
	{"event_draw", "started_by", "started_by_name", "event", false},
	{"event_draw", "opened_by", "opened_by_name", "event", false},
	{"event_number", "person", "person_name", "event", false},
	{"event_change", "changed_by", "changed_by_name", "event", false},
	{"event_result", "told_by", "told_by_name", "event", false},
	{"event_telling", "told_by", "told_by_name", "event", false},
	{"event_telling", "name", "", "event", true},
	{"event_change", "renamed_from", "", "event", true},
	{"event_change", "renamed_to", "", "event", true},
	{"event_result", "white", "", "event", true},
	{"event_result", "black", "", "event", true},
}

// forgetInEvents deletes the events that were only the person's. In the others the person
// becomes somebody. All events are locked first: another transaction that has read one
// would write the person back.
func forgetInEvents(tx *store.Tx, person string) []privacy.Deleted {
	var ids, own []string
	for _, c := range eventPeople {
		ids = append(ids, store.All(tx, store.ScanOne[string], findPerson(c), c.of(person))...)
	}
	slices.Sort(ids) // transactions lock them in the same order
	ids = slices.Compact(ids)
	for _, id := range ids {
		// An event that has just been deleted has no row.
		for _, guild := range store.All(tx, store.ScanOne[string], `UPDATE event SET id = id WHERE id = $1 RETURNING guild`, id) {
			othersAreNamed := func(c personColumn) bool {
				others := fmt.Sprintf(`SELECT count(*) FROM %s WHERE %s = $1 AND %s NOT IN ('', $2) AND %[3]s LIKE $3`, c.table, c.event, c.id)
				return tx.Count(others, id, c.of(person), c.of("%")) > 0
			}
			if guild == "" && !slices.ContainsFunc(eventPeople, othersAreNamed) {
				own = append(own, id)
			}
		}
	}
	for _, id := range own {
		tx.Exec(`DELETE FROM event WHERE id = $1`, id)
		store.DeletePosts(tx, eventKinds, store.OneSubject, id)
	}
	tx.Exec(forgetMoves, eventPeople[len(eventPeople)-1].of(person))
	for _, c := range eventPeople {
		set := c.id + " = ''"
		if c.name != "" {
			set += ", " + c.name + " = ''"
		}
		tx.Exec(fmt.Sprintf(`UPDATE %s SET %s WHERE %[3]s = $1 AND %[3]s <> ''`, c.table, set, c.id), c.of(person))
	}
	return []privacy.Deleted{{Of: "sharedEvents", Rows: len(ids) - len(own)}, {Of: "ownEvents", Rows: len(own)}}
}

// forgetMoves deletes the moves of the games in which somebody is named by a mention.
const forgetMoves = `
DELETE FROM event_moves WHERE (event, number) IN (
	SELECT event_game.event, event_game.number FROM event_result
	JOIN event_game ON event_game.event = event_result.event AND event_game.by_lot = event_result.link
	WHERE event_result.white = $1 OR event_result.black = $1)`

// findPerson returns a statement that reads the events in which a column names a person.
func findPerson(c personColumn) string {
	return fmt.Sprintf(`SELECT %s FROM %s WHERE %[3]s = $1 AND %[3]s <> ''`, c.event, c.table, c.id)
}

// pruneEvents also deletes the draws, numbers and changes of the events.
const pruneEvents = `DELETE FROM event WHERE closed_at <> 0 AND closed_at < $1`

// PruneEvents implements [evening.Store].
func (s Store) PruneEvents(ctx context.Context, closedBefore time.Time) error {
	return s.Wrap(s.Execute(ctx, pruneEvents, store.Millis(closedBefore)), "delete old events")
}
