package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"chess960bot/internal/club/events"
	"chess960bot/internal/outbox"
)

// dueGames puts off the games to ask for, and returns them.
const dueGames = `
UPDATE event_game SET ask_at = $2 WHERE (event, number) IN (
	SELECT event, number FROM event_game WHERE ask_at <> 0 AND ask_at <= $1 ORDER BY ask_at LIMIT $3)
RETURNING (SELECT channel FROM event WHERE event.id = event_game.event), event, id`

// DueGames implements [events.Store].
func (s *Store) DueGames(ctx context.Context, now, until time.Time, most int) (due []events.DueGame, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		due, err = query(ctx, tx, func(r *sql.Rows) (g events.DueGame, err error) {
			err = r.Scan(&g.Channel, &g.Event, &g.ID)
			return g, err
		}, dueGames, millis(now), millis(until), most)
		return err
	})
	return due, s.fail(err, "find the games to ask lichess for")
}

// reopenMissed opens missed posts again that are not due yet.
const reopenMissed = `
UPDATE post SET state = 'open', attempts = 0, first_sent = 0, not_before = 0, trouble = '', reason = ''
WHERE kind = $1 AND state = 'missed' AND due_at > $2`

// ReopenMissed implements [events.Store].
func (s *Store) ReopenMissed(ctx context.Context, kind string, now time.Time) error {
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		opened, err := affected(tx.ExecContext(ctx, reopenMissed, kind, millis(now)))
		if err != nil || opened == 0 {
			return err
		}
		return addCounts(ctx, tx, counts{counted{kind, outbox.Missed}: -opened})
	})
	return s.fail(err, "open missed posts again")
}

// overduePlans are the open events whose planned round has not come, if nobody was told so far.
const overduePlans = `
SELECT channel, id FROM event WHERE closed_at = 0 AND plan_at <> 0 AND plan_at <= $1
AND NOT EXISTS (SELECT 1 FROM post WHERE kind = 'round_trouble' AND subject = event.id AND number = event.plan_at)
LIMIT 100`

// OverduePlans implements [events.Store].
func (s *Store) OverduePlans(ctx context.Context, before time.Time) (late []*events.Event, err error) {
	refs, err := query(ctx, s.read, func(r *sql.Rows) (ref events.Ref, err error) {
		return ref, r.Scan(&ref.Channel, &ref.ID)
	}, overduePlans, millis(before))
	for _, ref := range refs {
		e, failed := s.Event(ctx, ref)
		switch {
		case failed == nil && e.Plan != nil:
			late = append(late, e)
		case failed != nil && !errors.Is(failed, events.ErrNone):
			err = cmp.Or(err, failed)
		}
	}
	return late, s.fail(err, "find rounds that have not come")
}

var readRoundPost = postTable.selectSQL(`WHERE kind = 'round' AND subject = $1 AND number = $2`)

// RoundPost implements [events.Store].
func (s *Store) RoundPost(ctx context.Context, event string, number int) (p outbox.Post, err error) {
	posts, err := postTable.query(ctx, s.read, readRoundPost, text(event), number)
	if len(posts) == 1 {
		p = posts[0]
	}
	return p, s.fail(err, "read the post of a round")
}

// lastEvents are the ids of the events of a channel or of its threads.
const lastEvents = `SELECT id FROM event WHERE channel = $1 OR thread = $1 AND thread <> '' ORDER BY opened_at DESC, id LIMIT $2`

// Evenings implements [events.Store].
func (s *Store) Evenings(ctx context.Context, channel string, most int) ([]*events.Event, error) {
	ids, err := query(ctx, s.read, scanOne[string], lastEvents, text(channel), most)
	if err != nil {
		return nil, s.fail(err, "list the events of channel %q", channel)
	}
	var all []*events.Event
	for _, id := range ids {
		e, err := s.Event(ctx, events.Ref{Channel: channel, ID: id})
		switch {
		case errors.Is(err, events.ErrNone): // deleted meanwhile
		case err != nil:
			return nil, err
		default:
			all = append(all, e)
		}
	}
	return all, nil
}

// lastDraws are the draws of the events of a channel that were closed and had a draw.
const lastDraws = `
SELECT event, sps FROM event_draw WHERE event IN (
	SELECT id FROM event WHERE channel = $1 AND closed_at <> 0
	AND EXISTS (SELECT 1 FROM event_draw WHERE event_draw.event = event.id)
	ORDER BY opened_at DESC, id LIMIT $2)`

// Drawn implements [events.Store].
func (s *Store) Drawn(ctx context.Context, channel string, most int) (sps []int, evenings int, err error) {
	counted := map[string]bool{}
	_, err = query(ctx, s.read, func(r *sql.Rows) (drawn []int, err error) {
		var event string
		err = r.Scan(&event, asNumbers(&drawn))
		counted[event] = true
		sps = append(sps, drawn...)
		return drawn, err
	}, lastDraws, text(channel), max(most, 0))
	if err != nil {
		return nil, 0, s.fail(err, "read the last events of channel %q", channel)
	}
	slices.Sort(sps)
	return slices.Compact(sps), len(counted), nil
}

// pruneEvents also deletes the draws, numbers and changes of the events.
const pruneEvents = `DELETE FROM event WHERE closed_at <> 0 AND closed_at < $1`

// PruneEvents implements [events.Store].
func (s *Store) PruneEvents(ctx context.Context, closedBefore time.Time) error {
	err := s.exec(ctx, pruneEvents, millis(closedBefore))
	return s.fail(err, "delete old events")
}

// countEvents counts with the indexes event_open and event_closed.
const countEvents = `
SELECT (SELECT count(*) FROM event WHERE closed_at = 0), (SELECT count(*) FROM event WHERE closed_at <> 0)`

// CountEvents counts the events for the metrics.
func (s *Store) CountEvents(ctx context.Context) (open, closed int, err error) {
	err = s.read.QueryRowContext(ctx, countEvents).Scan(&open, &closed)
	return open, closed, s.fail(err, "count the events")
}
