package rows

import (
	"fmt"
	"slices"

	"chess960bot/internal/privacy"
	"chess960bot/internal/store"
)

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
		return "<@" + person + ">"
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
			if guild == "" && !hasOthers(tx, id, person) {
				own = append(own, id)
			}
		}
	}
	for _, id := range own {
		tx.Exec(`DELETE FROM event WHERE id = $1`, id)
		store.DeletePosts(tx, eventKinds, store.OneSubject, id)
	}
	for _, c := range eventPeople {
		set := c.id + " = ''"
		if c.name != "" {
			set += ", " + c.name + " = ''"
		}
		tx.Exec(fmt.Sprintf(`UPDATE %s SET %s WHERE %[3]s = $1 AND %[3]s <> ''`, c.table, set, c.id), c.of(person))
	}
	return []privacy.Deleted{{Of: "sharedEvents", Rows: len(ids) - len(own)}, {Of: "ownEvents", Rows: len(own)}}
}

// findPerson returns a statement that reads the events in which a column names a person.
func findPerson(c personColumn) string {
	return fmt.Sprintf(`SELECT %s FROM %s WHERE %[3]s = $1 AND %[3]s <> ''`, c.event, c.table, c.id)
}

// hasOthers reports whether other people are named in an event.
func hasOthers(tx *store.Tx, event, person string) bool {
	return slices.ContainsFunc(eventPeople, func(c personColumn) bool {
		others := fmt.Sprintf(`SELECT count(*) FROM %s WHERE %s = $1 AND %s NOT IN ('', $2) AND %[3]s LIKE $3`, c.table, c.event, c.id)
		return tx.Count(others, event, c.of(person), c.of("%")) > 0
	})
}
