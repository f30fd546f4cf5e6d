package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"chess960bot/internal/languages"
	"chess960bot/internal/outbox"
	"chess960bot/internal/privacy"
)

// A Part is what the store keeps for a feature. Forgetting, tidying and the metrics use the parts
// with which a database was opened; [Copy] needs none. The tables stay in the migrations: a database keeps the data
// of a part that the program does not have.
type Part struct {
	Kinds   []string      // of posts
	Servers []ServerTable // what a server has
	Forget  func(tx *Tx, person string) []privacy.Deleted
	Tidy    func(ctx context.Context, db DB, now time.Time) error // nil if the kinds of posts prune
	Counted string                                                // a name for the metrics, and
	Count   string                                                // a statement that returns states and numbers; "" for none
}

// A ServerTable has the column guild.
type ServerTable struct {
	Table   string
	Subject string // the column with the subjects of posts; "" for none
	Of      string // what /forget calls the rows; "" for nothing
}

// corePart is what the store itself keeps of servers.
var corePart = Part{
	Servers: []ServerTable{{"server_language", "", "language"}, {"daily_guild", "", ""}},
}

// Tidy deletes what is no longer needed. The kinds of posts delete what they have planned.
func (s *Store) Tidy(ctx context.Context, now time.Time) error {
	failed := []error{s.PruneSlots(ctx)}
	for _, p := range s.parts {
		if p.Tidy != nil {
			failed = append(failed, p.Tidy(ctx, s, now))
		}
	}
	return errors.Join(failed...)
}

// CountRows counts for the metrics what the parts have in each state.
func (s *Store) CountRows(ctx context.Context) (map[string]map[string]int, error) {
	all := map[string]map[string]int{}
	for _, p := range s.parts {
		if p.Count == "" {
			continue
		}
		states := map[string]int{}
		_, err := Query(ctx, s.read, func(r *sql.Rows) (state string, err error) {
			var rows int
			err = r.Scan(&state, &rows)
			states[state] = rows
			return state, err
		}, p.Count)
		if err != nil {
			return nil, s.Wrap(err, "count the %s", p.Counted)
		}
		all[p.Counted] = states
	}
	return all, nil
}

var _ privacy.Store = (*Store)(nil)

// ForgetPerson implements [privacy.Store].
func (s *Store) ForgetPerson(ctx context.Context, person string) (forgotten []privacy.Deleted, err error) {
	person = Text(person)
	err = s.Transaction(ctx, func(tx *Tx) {
		for _, p := range s.parts { // in the reverse order of the features: people look for daily posts last
			if p.Forget != nil {
				forgotten = append(some(p.Forget(tx, person)...), forgotten...)
			}
		}
	})
	if err == nil {
		_ = s.WipeLog(ctx) // or else the next probe does
	}
	return forgotten, s.Wrap(err, "forget a person")
}

// some leaves out kinds of data of which there was nothing.
func some(deleted ...privacy.Deleted) []privacy.Deleted {
	return slices.DeleteFunc(deleted, func(d privacy.Deleted) bool { return d.Rows == 0 })
}

// The subjects of DeletePosts: one, or all of a server.
const (
	OneSubject     = `$2`
	serverSubjects = `SELECT %s FROM %s WHERE guild = $2`
)

// DeletePosts deletes the posts of some kinds and subjects, sent ones too. A process that is sending one
// finds no post to record the outcome of.
func DeletePosts(tx *Tx, kinds []string, subjects, of string) (deleted int) {
	changes := Counts{}
	for _, kind := range kinds {
		states := All(tx, ScanOne[outbox.State],
			fmt.Sprintf(`DELETE FROM post WHERE kind = $1 AND subject IN (%s) RETURNING state`, subjects), kind, of)
		deleted += len(states)
		for _, state := range states {
			changes[Counted{kind, state}]--
		}
		tx.Exec(fmt.Sprintf(`DELETE FROM post_pruned WHERE kind = $1 AND subject IN (%s)`, subjects), kind, of)
	}
	AddCounts(tx, changes)
	return deleted
}

// ForgetServer implements [privacy.Store].
func (s *Store) ForgetServer(ctx context.Context, guild string) (forgotten []privacy.Deleted, err error) {
	guild = Text(guild)
	if guild == "" {
		return nil, nil // events outside servers have no server
	}
	err = s.Transaction(ctx, func(tx *Tx) {
		LockServer(tx, guild)
		posts := 0
		for _, p := range s.parts {
			for _, t := range p.Servers {
				if t.Subject != "" {
					posts += DeletePosts(tx, p.Kinds, fmt.Sprintf(serverSubjects, t.Subject, t.Table), guild)
				}
				rows := tx.Exec(`DELETE FROM `+t.Table+` WHERE guild = $1`, guild)
				if t.Of != "" {
					forgotten = append(forgotten, privacy.Deleted{Of: t.Of, Rows: rows})
				}
			}
		}
		forgotten = some(append(forgotten, privacy.Deleted{Of: "posts", Rows: posts})...)
	})
	if err == nil {
		_ = s.WipeLog(ctx) // or else the next probe does
	}
	return forgotten, s.Wrap(err, "forget server %q", guild)
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
		known.Joined, known.LeftAt = left >= 0, InstantOf(max(left, 0))
		return known, err
	}
	var guilds []string
	for _, p := range s.parts {
		for _, t := range p.Servers {
			guilds = append(guilds, `SELECT guild FROM `+t.Table)
		}
	}
	servers, err := Query(ctx, s.read, scan, fmt.Sprintf(knownServers, strings.Join(guilds, ` UNION `)))
	return servers, s.Wrap(err, "list the servers")
}

var guildTable = NewSchema("daily_guild", 1, "guild", "left_at")

// NoteServer implements [privacy.Store].
func (s *Store) NoteServer(ctx context.Context, guild string, leftAt time.Time) error {
	return s.Wrap(s.Execute(ctx, guildTable.UpsertSQL, Text(guild), Millis(leftAt)), "note whether the bot is in server %q", guild)
}

// Joined notes that the bot is a member of a server, or was when something was stored.
func Joined(tx *Tx, guild string) {
	if guild != "" {
		tx.Exec(`INSERT INTO daily_guild (guild) VALUES ($1) ON CONFLICT (guild) DO NOTHING`, Text(guild))
	}
}

var _ languages.Store = (*Store)(nil)

var languageTable = NewTable("server_language", 1, func(l *language) []Column {
	return []Column{Col("guild", AsText(&l.guild)), Col("chosen", AsText(&l.Chosen)), Col("own", AsText(&l.Own))}
})

// language is a row of server_language.
type language struct {
	guild string
	languages.Setting
}

var languageByGuild = languageTable.SelectSQL(`WHERE guild = $1`)

// Language implements [languages.Store].
func (s *Store) Language(ctx context.Context, guild string) (languages.Setting, error) {
	l, err := languageTable.One(ctx, s.read, nil, languageByGuild, Text(guild))
	return ValueOf(l).Setting, s.Wrap(err, "read the language of server %q", guild)
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
	err := s.Execute(ctx, fmt.Sprintf(setLanguage, column), Text(guild), to)
	return s.Wrap(err, "set the language of server %q", guild)
}

// lockGuild writes a change that changes nothing: in both databases that locks a row.
const lockGuild = `
INSERT INTO daily_guild (guild) VALUES ($1)
ON CONFLICT (guild) DO UPDATE SET guild = excluded.guild`

// LockServer makes other transactions that lock the same server wait for this one.
func LockServer(tx *Tx, guild string) { tx.Exec(lockGuild, Text(guild)) }
