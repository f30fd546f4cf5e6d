package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/privacy"
)

// A part is what the store keeps for the core, or for a feature: a club that does without the
// feature has a program without its part. Copying, forgetting, tidying and the metrics use the list
// of the parts. The tables stay in the migrations: a database keeps the data of a part that the
// program does not have.
type part struct {
	tables  []schema      // all with data, in the order in which Copy fills them
	kinds   []string      // of posts
	servers []serverTable // what a server has
	forget  func(tx *transaction, person string) []privacy.Deleted
	tidy    func(ctx context.Context, s *Store, now time.Time) error // nil if the kinds of posts prune
	counted string                                                   // a name for the metrics, and
	count   string                                                   // a statement that returns states and numbers; "" for none
}

// A serverTable has the column guild.
type serverTable struct {
	table   string
	subject string // the column with the subjects of posts; "" for none
	of      string // what /forget calls the rows; "" for nothing
}

// parts are the core's part and those of the features.
var parts = []part{
	corePart,
	eventPart,
	quizPart,
}

var corePart = part{
	tables: []schema{guildTable, languageTable.schema, removedTable, subTable.schema, postTable.schema},
	kinds:  []string{daily.Kind, daily.TroubleKind},
	servers: []serverTable{
		{"daily_sub", "channel", "dailyPosts"}, {"daily_removed", "channel", ""},
		{"server_language", "", "language"}, {"daily_guild", "", ""},
	},
	forget: forgetSetter,
	tidy: func(ctx context.Context, s *Store, now time.Time) error {
		return errors.Join(s.PruneRemoved(ctx, now.Add(-daily.KeptAfterRemoval)), s.PruneSlots(ctx))
	},
}

// PostKinds returns the kinds of posts that are forgotten with a person or a server. Their
// subjects are channels, events, people and races.
func PostKinds() (kinds []string) {
	for _, p := range parts {
		kinds = append(kinds, p.kinds...)
	}
	return kinds
}

// Tidy deletes what is no longer needed. The kinds of posts delete what they have planned.
func (s *Store) Tidy(ctx context.Context, now time.Time) error {
	var failed []error
	for _, p := range parts {
		if p.tidy != nil {
			failed = append(failed, p.tidy(ctx, s, now))
		}
	}
	return errors.Join(failed...)
}

// CountRows counts for the metrics what the parts have in each state.
func (s *Store) CountRows(ctx context.Context) (map[string]map[string]int, error) {
	all := map[string]map[string]int{}
	for _, p := range parts {
		if p.count == "" {
			continue
		}
		states := map[string]int{}
		_, err := query(ctx, s.read, func(r *sql.Rows) (state string, err error) {
			var rows int
			err = r.Scan(&state, &rows)
			states[state] = rows
			return state, err
		}, p.count)
		if err != nil {
			return nil, s.fail(err, "count the %s", p.counted)
		}
		all[p.counted] = states
	}
	return all, nil
}

// tables lists the tables of all parts.
func tables() (all []schema) {
	for _, p := range parts {
		all = append(all, p.tables...)
	}
	return all
}
