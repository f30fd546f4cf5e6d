// Package rows keeps the daily posts of channels in a database. It implements [schedule.Store].
//
// daily_sub has a row for each subscription; the key is the channel. A row with
// status 'active' is due at next_at: then [Store.Plan] inserts the post of next_date
// and sets the next date and instant, in one transaction. Rows of other statuses
// are never due. The posts of a removed subscription stay until [Store.PruneRemoved] deletes
// them: daily_removed has a row until then.
package rows

import (
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/store"
)

// A Store keeps daily posts in a database.
type Store struct{ store.DB }

// Of returns the daily posts of a database.
func Of(db store.DB) Store { return Store{db} }

var _ schedule.Store = Store{}
