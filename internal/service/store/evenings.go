package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"chess960bot/internal/club/events"
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
