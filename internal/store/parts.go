package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/languages"
	"chess960bot/internal/outbox"
	"chess960bot/internal/privacy"
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
	kinds:  []string{schedule.Kind, schedule.TroubleKind},
	servers: []serverTable{
		{"daily_sub", "channel", "dailyPosts"}, {"daily_removed", "channel", ""},
		{"server_language", "", "language"}, {"daily_guild", "", ""},
	},
	forget: func(tx *transaction, person string) []privacy.Deleted {
		return []privacy.Deleted{{Of: "dailyPostSettings", Rows: tx.exec(forgetSubs, person)}}
	},
	tidy: func(ctx context.Context, s *Store, now time.Time) error {
		return errors.Join(s.PruneRemoved(ctx, now.Add(-schedule.KeptAfterRemoval)), s.PruneSlots(ctx))
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

var _ privacy.Store = (*Store)(nil)

// ForgetPerson implements [privacy.Store].
func (s *Store) ForgetPerson(ctx context.Context, person string) (forgotten []privacy.Deleted, err error) {
	person = text(person)
	err = s.transaction(ctx, func(tx *transaction) {
		for _, p := range parts { // what people look for first comes last: the core's part is the first
			forgotten = append(some(p.forget(tx, person)...), forgotten...)
		}
	})
	if err == nil {
		_ = s.moveLog(ctx) // or else the next probe does
	}
	return forgotten, s.fail(err, "forget a person")
}

// some leaves out kinds of data of which there was nothing.
func some(deleted ...privacy.Deleted) []privacy.Deleted {
	return slices.DeleteFunc(deleted, func(d privacy.Deleted) bool { return d.Rows == 0 })
}

// The subjects of deletePosts: one, or all of a server.
const (
	oneSubject     = `$2`
	serverSubjects = `SELECT %s FROM %s WHERE guild = $2`
)

// deletePosts deletes the posts of some kinds and subjects, sent ones too. A process that is sending one
// finds no post to record the outcome of.
func deletePosts(tx *transaction, kinds []string, subjects, of string) (deleted int) {
	changes := counts{}
	for _, kind := range kinds {
		states := all(tx, scanOne[outbox.State],
			fmt.Sprintf(`DELETE FROM post WHERE kind = $1 AND subject IN (%s) RETURNING state`, subjects), kind, of)
		deleted += len(states)
		for _, state := range states {
			changes[counted{kind, state}]--
		}
		tx.exec(fmt.Sprintf(`DELETE FROM post_pruned WHERE kind = $1 AND subject IN (%s)`, subjects), kind, of)
	}
	addCounts(tx, changes)
	return deleted
}

// ForgetServer implements [privacy.Store].
func (s *Store) ForgetServer(ctx context.Context, guild string) (forgotten []privacy.Deleted, err error) {
	guild = text(guild)
	if guild == "" {
		return nil, nil // events outside servers have no server
	}
	err = s.transaction(ctx, func(tx *transaction) {
		tx.exec(lockGuild, guild)
		posts := 0
		for _, p := range parts {
			for _, t := range p.servers {
				if t.subject != "" {
					posts += deletePosts(tx, p.kinds, fmt.Sprintf(serverSubjects, t.subject, t.table), guild)
				}
				rows := tx.exec(`DELETE FROM `+t.table+` WHERE guild = $1`, guild)
				if t.of != "" {
					forgotten = append(forgotten, privacy.Deleted{Of: t.of, Rows: rows})
				}
			}
		}
		forgotten = some(append(forgotten, privacy.Deleted{Of: "posts", Rows: posts})...)
	})
	if err == nil {
		_ = s.moveLog(ctx) // or else the next probe does
	}
	return forgotten, s.fail(err, "forget server %q", guild)
}

// knownServers lists the servers that have data. %s stands for a SELECT of each table.
const knownServers = `
SELECT data.guild, COALESCE(daily_guild.left_at, -1) FROM (%s) AS data
LEFT JOIN daily_guild ON daily_guild.guild = data.guild
WHERE data.guild <> ''`

// Servers implements [privacy.Store].
func (s *Store) Servers(ctx context.Context) ([]privacy.KnownServer, error) {
	scan := func(r *sql.Rows) (known privacy.KnownServer, err error) {
		var left int64
		err = r.Scan(&known.Guild, &left)
		known.Joined, known.LeftAt = left >= 0, instantOf(max(left, 0))
		return known, err
	}
	var guilds []string
	for _, p := range parts {
		for _, t := range p.servers {
			guilds = append(guilds, `SELECT guild FROM `+t.table)
		}
	}
	servers, err := query(ctx, s.read, scan, fmt.Sprintf(knownServers, strings.Join(guilds, ` UNION `)))
	return servers, s.fail(err, "list the servers")
}

var guildTable = newSchema("daily_guild", 1, "guild", "left_at")

// NoteServer implements [privacy.Store].
func (s *Store) NoteServer(ctx context.Context, guild string, leftAt time.Time) error {
	return s.fail(s.exec(ctx, guildTable.upsertSQL, text(guild), millis(leftAt)), "note whether the bot is in server %q", guild)
}

// joined notes that the bot is a member of a server, or was when something was stored.
func joined(tx *transaction, guild string) {
	if guild != "" {
		tx.exec(`INSERT INTO daily_guild (guild) VALUES ($1) ON CONFLICT (guild) DO NOTHING`, text(guild))
	}
}

var _ languages.Store = (*Store)(nil)

var languageTable = newTable("server_language", 1, func(l *language) []column {
	return []column{{"guild", asText(&l.guild)}, {"chosen", asText(&l.Chosen)}, {"own", asText(&l.Own)}}
})

// language is a row of server_language.
type language struct {
	guild string
	languages.Setting
}

var languageByGuild = languageTable.selectSQL(`WHERE guild = $1`)

// Language implements [languages.Store].
func (s *Store) Language(ctx context.Context, guild string) (languages.Setting, error) {
	l, err := languageTable.one(ctx, s.read, nil, languageByGuild, text(guild))
	return valueOf(l).Setting, s.fail(err, "read the language of server %q", guild)
}

// setLanguage sets one column of a server.
const setLanguage = `
INSERT INTO server_language (guild, %[1]s) VALUES ($1, $2)
ON CONFLICT (guild) DO UPDATE SET %[1]s = excluded.%[1]s`

// ChooseLanguage implements [languages.Store].
func (s *Store) ChooseLanguage(ctx context.Context, guild string, chosen string) error {
	return s.setLanguage(ctx, "chosen", guild, chosen)
}

// NoteLanguage implements [languages.Store].
func (s *Store) NoteLanguage(ctx context.Context, guild string, own string) error {
	return s.setLanguage(ctx, "own", guild, own)
}

func (s *Store) setLanguage(ctx context.Context, column, guild string, to string) error {
	err := s.exec(ctx, fmt.Sprintf(setLanguage, column), text(guild), to)
	return s.fail(err, "set the language of server %q", guild)
}
