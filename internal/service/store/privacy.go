package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/events"
	"chess960bot/internal/club/privacy"
	"chess960bot/internal/club/quiz/day"
	"chess960bot/internal/club/quiz/race"
	"chess960bot/internal/outbox"
)

var _ privacy.Store = (*Store)(nil)

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
	{"event_number", "person", "person_name", "event", false},
	{"event_change", "changed_by", "changed_by_name", "event", false},
	{"event_result", "told_by", "told_by_name", "event", false},
	{"event_result", "white", "", "event", true},
	{"event_result", "black", "", "event", true},
}

const forgetSetter = `UPDATE daily_sub SET set_by = '' WHERE set_by = $1 AND set_by <> ''`

// ForgetPerson implements [privacy.Store].
func (s *Store) ForgetPerson(ctx context.Context, person string) (forgotten privacy.Person, err error) {
	person = text(person)
	err = s.transaction(ctx, func(tx *sql.Tx) (err error) {
		if forgotten.Quiz, err = forgetLearner(ctx, tx, person); err != nil {
			return err
		}
		if forgotten.Subs, err = affected(tx.ExecContext(ctx, forgetSetter, person)); err != nil {
			return err
		}
		return forgetInEvents(ctx, tx, person, &forgotten)
	})
	if err == nil {
		s.wipeLog(ctx)
	}
	return forgotten, s.fail(err, "forget a person")
}

// forgetInEvents deletes the events that were only the person's. In the others the person
// becomes somebody. All events are locked first: another transaction that has read one
// would write the person back.
func forgetInEvents(ctx context.Context, tx *sql.Tx, person string, forgotten *privacy.Person) error {
	ids, err := eventsOf(ctx, tx, person)
	if err != nil {
		return err
	}
	var own []string
	for _, id := range ids {
		guilds, err := query(ctx, tx, scanOne[string], `UPDATE event SET id = id WHERE id = $1 RETURNING guild`, id)
		if err != nil {
			return err
		}
		if len(guilds) == 0 {
			continue // it has just been deleted
		}
		if guilds[0] == "" {
			shared, err := hasOthers(ctx, tx, id, person)
			if err != nil {
				return err
			}
			if !shared {
				own = append(own, id)
			}
		}
	}
	forgotten.Own, forgotten.Events = len(own), len(ids)-len(own)
	for _, id := range own {
		if err := deleteEvent(ctx, tx, id); err != nil {
			return err
		}
	}
	for _, c := range eventPeople {
		set := c.id + " = ''"
		if c.name != "" {
			set += ", " + c.name + " = ''"
		}
		if _, err := tx.ExecContext(ctx, fmt.Sprintf(`UPDATE %s SET %s WHERE %[3]s = $1 AND %[3]s <> ''`, c.table, set, c.id), c.of(person)); err != nil {
			return err
		}
	}
	return nil
}

// eventsOf returns the ids of the events in which a person is named, in their order, so
// that transactions lock them in the same order.
func eventsOf(ctx context.Context, tx *sql.Tx, person string) ([]string, error) {
	var all []string
	for _, c := range eventPeople {
		ids, err := query(ctx, tx, scanOne[string], findPerson(c), c.of(person))
		if err != nil {
			return nil, err
		}
		all = append(all, ids...)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

func findPerson(c personColumn) string {
	return fmt.Sprintf(`SELECT %s FROM %s WHERE %[3]s = $1 AND %[3]s <> ''`, c.event, c.table, c.id)
}

// hasOthers reports whether other people are named in an event.
func hasOthers(ctx context.Context, tx *sql.Tx, event, person string) (bool, error) {
	for _, c := range eventPeople {
		counted := fmt.Sprintf(`SELECT count(*) FROM %s WHERE %s = $1 AND %s NOT IN ('', $2) AND %[3]s LIKE $3`, c.table, c.event, c.id)
		if others, err := count(ctx, tx, counted, event, c.of(person), c.of("%")); err != nil || others > 0 {
			return true, err
		}
	}
	return false, nil
}

// deleteEvent deletes an event, and its posts.
func deleteEvent(ctx context.Context, tx *sql.Tx, id string) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM event WHERE id = $1`, id); err != nil {
		return err
	}
	_, err := deletePosts(ctx, tx, oneSubject, id)
	return err
}

// PostKinds are the kinds of posts that are forgotten with a person or a server. Their subjects
// are channels, events, people and races.
var PostKinds = []string{daily.Kind, daily.TroubleKind, events.SealKind, events.MessageKind, events.RoundKind, events.RoundTroubleKind, day.Kind, race.Kind}

// The subjects of deletePosts: one, or all of a server.
const (
	oneSubject     = `$2`
	serverSubjects = `
SELECT channel FROM daily_sub WHERE guild = $2
UNION ALL SELECT channel FROM daily_removed WHERE guild = $2
UNION ALL SELECT id FROM event WHERE guild = $2
UNION ALL SELECT id FROM quiz_race WHERE guild = $2`
)

// deletePosts deletes the posts of subjects, sent ones too. A process that is sending one
// finds no post to record the outcome of.
func deletePosts(ctx context.Context, tx *sql.Tx, subjects, of string) (int, error) {
	changes, deleted := counts{}, 0
	for _, kind := range PostKinds {
		states, err := query(ctx, tx, scanOne[outbox.State], fmt.Sprintf(`DELETE FROM post WHERE kind = $1 AND subject IN (%s) RETURNING state`, subjects), kind, of)
		if err != nil {
			return 0, err
		}
		deleted += len(states)
		for _, state := range states {
			changes[counted{kind, state}]--
		}
		if _, err := tx.ExecContext(ctx, fmt.Sprintf(`DELETE FROM post_pruned WHERE kind = $1 AND subject IN (%s)`, subjects), kind, of); err != nil {
			return 0, err
		}
	}
	return deleted, addCounts(ctx, tx, changes)
}

// ForgetServer implements [privacy.Store].
func (s *Store) ForgetServer(ctx context.Context, guild string) (forgotten privacy.Server, err error) {
	guild = text(guild)
	if guild == "" {
		return privacy.Server{}, nil // events outside servers have no server
	}
	err = s.transaction(ctx, func(tx *sql.Tx) (err error) {
		if _, err := tx.ExecContext(ctx, lockGuild, guild); err != nil {
			return err
		}
		if forgotten.Posts, err = deletePosts(ctx, tx, serverSubjects, guild); err != nil {
			return err
		}
		rows := map[string]int{}
		for _, table := range []string{"daily_sub", "event", "quiz_race", "daily_removed", "server_language", "daily_guild"} {
			if rows[table], err = affected(tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE guild = $1`, guild)); err != nil {
				return err
			}
		}
		forgotten.Subs, forgotten.Events = rows["daily_sub"], rows["event"]
		forgotten.Races, forgotten.Language = rows["quiz_race"], rows["server_language"] > 0
		return nil
	})
	if err == nil {
		s.wipeLog(ctx)
	}
	return forgotten, s.fail(err, "forget server %q", guild)
}

// knownServers lists the servers that have data.
const knownServers = `
SELECT data.guild, COALESCE(daily_guild.left_at, -1) FROM (
	SELECT guild FROM daily_sub
	UNION SELECT guild FROM event
	UNION SELECT guild FROM quiz_race
	UNION SELECT guild FROM daily_removed
	UNION SELECT guild FROM server_language
	UNION SELECT guild FROM daily_guild) AS data
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
	servers, err := query(ctx, s.read, scan, knownServers)
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
