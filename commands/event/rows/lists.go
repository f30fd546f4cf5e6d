package rows

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/store"
)

// lastEvents are the events of a channel or of its threads.
const lastEvents = `
SELECT id, rules, opened_at FROM event WHERE channel = $1 OR thread = $1 AND thread <> '' ORDER BY opened_at DESC, id LIMIT $2`

// Heads implements [evening.Store].
func (s Store) Heads(ctx context.Context, channel string, most int) ([]evening.Head, error) {
	heads, err := store.Query(ctx, s.Reader(), func(r *sql.Rows) (h evening.Head, err error) {
		var rules evening.Rules
		err = r.Scan(&h.ID, store.AsJSON(&rules), store.AsInstant(&h.OpenedAt))
		h.Name = rules.Name
		return h, err
	}, lastEvents, store.Text(channel), most)
	return heads, s.Wrap(err, "list the events of channel %q", channel)
}

// Players implements [evening.Store].
func (s Store) Players(ctx context.Context, channel string) (names []string, err error) {
	const mostEvents, mostResults = 5, 500 // a choice that is offered while somebody types should cost little
	heads, err := s.Heads(ctx, channel, mostEvents)
	left, known := mostResults, map[string]bool{"": true}
	for _, h := range heads {
		r := reader{ctx, s.Reader(), h.ID, nil}
		e := evening.Event{
			Results: list(&r, resultTable, entryRow[evening.Result].whole, `WHERE event = $1 ORDER BY number DESC LIMIT $2`, left),
			Changes: list(&r, changeTable, changeRow.whole, ofEvent),
		}
		err = cmp.Or(err, r.err)
		left -= len(e.Results)
		slices.Reverse(e.Results)
		for _, name := range e.Players() {
			if key := evening.PlayerKey(name); !known[key] {
				known[key], names = true, append(names, name)
			}
		}
	}
	return names, s.Wrap(err, "list the players of channel %q", channel)
}

// manyResults counts the events of a channel that have a result with an index.
const manyResults = `
SELECT count(*) FROM event JOIN event_result ON event_result.event = event.id AND event_result.number = $2
WHERE channel = $1 OR thread = $1 AND thread <> ''`

// ManyResults implements [evening.Store].
func (s Store) ManyResults(ctx context.Context, channel string) (bool, error) {
	n, err := store.Count(ctx, s.Reader(), manyResults, store.Text(channel), evening.LargeLog)
	return n > 0, s.Wrap(err, "count the results of channel %q", channel)
}

// Evenings implements [evening.Store].
func (s Store) Evenings(ctx context.Context, channel string, most int) ([]*evening.Event, error) {
	heads, err := s.Heads(ctx, channel, most)
	if err != nil {
		return nil, err
	}
	var all []*evening.Event
	results := 0
	for _, h := range heads {
		e, err := s.Event(ctx, evening.Ref{Channel: channel, ID: h.ID})
		switch {
		case errors.Is(err, evening.ErrNone): // deleted meanwhile
			continue
		case err != nil:
			return nil, err
		}
		all = append(all, e)
		if results += len(e.Results); results >= evening.MostSummed {
			break
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

// Drawn implements [evening.Store].
func (s Store) Drawn(ctx context.Context, channel string, most int) (sps []int, evenings int, err error) {
	counted := map[string]bool{}
	_, err = store.Query(ctx, s.Reader(), func(r *sql.Rows) (drawn []int, err error) {
		var event string
		err = r.Scan(&event, store.AsNumbers(&drawn))
		counted[event] = true
		sps = append(sps, drawn...)
		return drawn, err
	}, lastDraws, store.Text(channel), max(most, 0))
	if err != nil {
		return nil, 0, s.Wrap(err, "read the last events of channel %q", channel)
	}
	slices.Sort(sps)
	return slices.Compact(sps), len(counted), nil
}

// dueGames and dueMoves put off the games to ask for, or those whose moves are to be asked for, and return them.
const (
	dueGames = `
UPDATE event_game SET ask_at = $2 WHERE (event, number) IN (
	SELECT event, number FROM event_game WHERE ask_at <> 0 AND ask_at <= $1 ORDER BY ask_at LIMIT $3)
RETURNING (SELECT channel FROM event WHERE event.id = event_game.event), event, number, id`
	dueMoves = `
UPDATE event_moves SET ask_at = $2 WHERE (event, number) IN (
	SELECT event, number FROM event_moves WHERE ask_at <> 0 AND ask_at <= $1 ORDER BY ask_at LIMIT $3)
RETURNING '', event, number, (SELECT id FROM event_game WHERE event_game.event = event_moves.event AND event_game.number = event_moves.number)`
)

// DueGames implements [evening.Store].
func (s Store) DueGames(ctx context.Context, now, until time.Time, most int) ([]evening.DueGame, error) {
	return s.due(ctx, dueGames, now, until, most)
}

// DueMoves implements [evening.Store].
func (s Store) DueMoves(ctx context.Context, now, until time.Time, most int) ([]evening.DueGame, error) {
	return s.due(ctx, dueMoves, now, until, most)
}

func (s Store) due(ctx context.Context, statement string, now, until time.Time, most int) (due []evening.DueGame, err error) {
	err = s.Transaction(ctx, func(tx *store.Tx) {
		due = store.All(tx, func(r *sql.Rows) (g evening.DueGame, err error) {
			err = r.Scan(&g.Channel, &g.Event, &g.Index, &g.ID)
			return g, err
		}, statement, store.Millis(now), store.Millis(until), most)
	})
	return due, s.Wrap(err, "find what to ask lichess for")
}

// keepMoves stores moves, none if they are too many for the event. A game that was forgotten has no row.
const keepMoves = `
UPDATE event_moves SET ask_at = 0, moves = CASE
	WHEN (SELECT coalesce(sum(length(moves)), 0) FROM event_moves WHERE event = $1) + length(CAST($3 AS TEXT)) > $4 THEN '' ELSE CAST($3 AS TEXT) END
WHERE event = $1 AND number = $2`

// KeepMoves implements [evening.Store].
func (s Store) KeepMoves(ctx context.Context, g evening.DueGame, moves string) error {
	err := s.Execute(ctx, keepMoves, store.Text(g.Event), g.Index, store.Text(moves), evening.MostMoves)
	return s.Wrap(err, "keep the moves of a game")
}

const readMoves = `
SELECT by_lot, moves FROM event_moves JOIN event_game ON event_game.event = event_moves.event AND event_game.number = event_moves.number
WHERE event_moves.event = $1 AND moves <> ''`

// Moves implements [evening.Store].
func (s Store) Moves(ctx context.Context, event string) (map[string]string, error) {
	all := map[string]string{}
	_, err := store.Query(ctx, s.Reader(), func(r *sql.Rows) (link string, err error) {
		var moves string
		err = r.Scan(&link, &moves)
		all[link] = moves
		return link, err
	}, readMoves, store.Text(event))
	return all, s.Wrap(err, "read the moves of an event")
}
