package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"chess960bot/internal/club/privacy"
	"chess960bot/internal/outbox"
)

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
