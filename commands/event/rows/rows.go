// Package rows keeps club evenings in a database, with their draws, changes, results and games. It
// implements [evening.Store].
//
// event has a row for each club evening, event_draw one for each of its draws,
// event_change one for each change of its rules, event_number one for each number that
// a person added to a sealed draw, event_result one for each result that somebody told, and
// event_game one for each game on lichess that counts. An update writes only the rows that
// have changed, and the posts of the event, in one transaction.
package rows

import (
	"chess960bot/commands/event/evening"
	"chess960bot/internal/store"
)

// A Store keeps evenings in a database.
type Store struct{ store.DB }

// Of returns the evenings of a database.
func Of(db store.DB) Store { return Store{db} }

var _ evening.Store = Store{}
