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
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		forgotten = nil
		for _, p := range parts { // what people look for first comes last: the core's part is the first
			deleted, err := p.forget(ctx, tx, person)
			if err != nil {
				return err
			}
			forgotten = append(some(deleted...), forgotten...)
		}
		return nil
	})
	if err == nil {
		s.wipeLog(ctx)
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
func deletePosts(ctx context.Context, tx *sql.Tx, kinds []string, subjects, of string) (int, error) {
	changes, deleted := counts{}, 0
	for _, kind := range kinds {
		states, err := query(ctx, tx, scanOne[outbox.State],
			fmt.Sprintf(`DELETE FROM post WHERE kind = $1 AND subject IN (%s) RETURNING state`, subjects), kind, of)
		if err != nil {
			return 0, err
		}
		deleted += len(states)
		for _, state := range states {
			changes[counted{kind, state}]--
		}
		if _, err := tx.ExecContext(ctx,
			fmt.Sprintf(`DELETE FROM post_pruned WHERE kind = $1 AND subject IN (%s)`, subjects), kind, of); err != nil {
			return 0, err
		}
	}
	return deleted, addCounts(ctx, tx, changes)
}

// ForgetServer implements [privacy.Store].
func (s *Store) ForgetServer(ctx context.Context, guild string) (forgotten []privacy.Deleted, err error) {
	guild = text(guild)
	if guild == "" {
		return nil, nil // events outside servers have no server
	}
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, lockGuild, guild); err != nil {
			return err
		}
		forgotten = nil
		posts := 0
		for _, p := range parts {
			for _, t := range p.servers {
				if t.subject != "" {
					deleted, err := deletePosts(ctx, tx, p.kinds, fmt.Sprintf(serverSubjects, t.subject, t.table), guild)
					if err != nil {
						return err
					}
					posts += deleted
				}
			}
		}
		for _, p := range parts {
			for _, t := range p.servers {
				rows, err := affected(tx.ExecContext(ctx, `DELETE FROM `+t.table+` WHERE guild = $1`, guild))
				if err != nil {
					return err
				}
				if t.of != "" {
					forgotten = append(forgotten, privacy.Deleted{Of: t.of, Rows: rows})
				}
			}
		}
		forgotten = some(append(forgotten, privacy.Deleted{Of: "posts", Rows: posts})...)
		return nil
	})
	if err == nil {
		s.wipeLog(ctx)
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
	err := s.exec(ctx, guildTable.upsertSQL, text(guild), millis(leftAt))
	return s.fail(err, "note whether the bot is in server %q", guild)
}

// joined notes that the bot is a member of a server, or was when something was stored.
func joined(ctx context.Context, tx *sql.Tx, guild string) error {
	if guild == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO daily_guild (guild) VALUES ($1) ON CONFLICT (guild) DO NOTHING`, text(guild))
	return err
}
