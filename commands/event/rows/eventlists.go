package rows

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
)

// dueGames puts off the games to ask for, and returns them.
const dueGames = `
UPDATE event_game SET ask_at = $2 WHERE (event, number) IN (
	SELECT event, number FROM event_game WHERE ask_at <> 0 AND ask_at <= $1 ORDER BY ask_at LIMIT $3)
RETURNING (SELECT channel FROM event WHERE event.id = event_game.event), event, id`

// DueGames implements [events.Store].
func (s Store) DueGames(ctx context.Context, now, until time.Time, most int) (due []evening.DueGame, err error) {
	err = s.Transaction(ctx, func(tx *store.Tx) {
		due = store.All(tx, func(r *sql.Rows) (g evening.DueGame, err error) {
			err = r.Scan(&g.Channel, &g.Event, &g.ID)
			return g, err
		}, dueGames, store.Millis(now), store.Millis(until), most)
	})
	return due, s.Wrap(err, "find the games to ask lichess for")
}

// reopenMissed opens missed posts again that are not due yet.
const reopenMissed = `
UPDATE post SET state = 'open', attempts = 0, first_sent = 0, not_before = 0, trouble = '', reason = ''
WHERE kind = $1 AND state = 'missed' AND due_at > $2`

// ReopenMissed implements [events.Store].
func (s Store) ReopenMissed(ctx context.Context, kind string, now time.Time) error {
	err := s.Transaction(ctx, func(tx *store.Tx) {
		store.AddCounts(tx, store.Counts{{Kind: kind, State: outbox.Missed}: -tx.Exec(reopenMissed, kind, store.Millis(now))})
	})
	return s.Wrap(err, "open missed posts again")
}

// overduePlans are the open events whose planned round has not come, if nobody was told so far.
const overduePlans = `
SELECT channel, id FROM event WHERE closed_at = 0 AND plan_at <> 0 AND plan_at <= $1
AND NOT EXISTS (SELECT 1 FROM post WHERE kind = '` + evening.RoundTroubleKind + `' AND subject = event.id AND number = event.plan_at)
LIMIT 100`

// OverduePlans implements [events.Store].
func (s Store) OverduePlans(ctx context.Context, before time.Time) (late []*evening.Event, err error) {
	refs, err := store.Query(ctx, s.Reader(), func(r *sql.Rows) (ref evening.Ref, err error) {
		return ref, r.Scan(&ref.Channel, &ref.ID)
	}, overduePlans, store.Millis(before))
	for _, ref := range refs {
		e, failed := s.Event(ctx, ref)
		switch {
		case failed == nil && e.Plan != nil:
			late = append(late, e)
		case failed != nil && !errors.Is(failed, evening.ErrNone):
			err = cmp.Or(err, failed)
		}
	}
	return late, s.Wrap(err, "find rounds that have not come")
}

var readPost = store.PostTable.SelectSQL(`WHERE kind = $1 AND subject = $2 AND number = $3`)

// PostOf implements [events.Store].
func (s Store) PostOf(ctx context.Context, kind, event string, number int) (outbox.Post, error) {
	p, err := store.PostTable.One(ctx, s.Reader(), nil, readPost, kind, store.Text(event), number)
	return store.ValueOf(p), s.Wrap(err, "read a %s post of an event", kind)
}

// PlanPost implements [events.Store].
func (s Store) PlanPost(ctx context.Context, p outbox.Post) error {
	_, err := store.Share(ctx, s, p)
	return err
}

// lastEvents are the events of a channel or of its threads.
const lastEvents = `
SELECT id, rules, opened_at FROM event WHERE channel = $1 OR thread = $1 AND thread <> '' ORDER BY opened_at DESC, id LIMIT $2`

// Heads implements [events.Store].
func (s Store) Heads(ctx context.Context, channel string, most int) ([]evening.Head, error) {
	heads, err := store.Query(ctx, s.Reader(), func(r *sql.Rows) (h evening.Head, err error) {
		var rules evening.Rules
		err = r.Scan(&h.ID, store.AsJSON(&rules), store.AsInstant(&h.OpenedAt))
		h.Name = rules.Name
		return h, err
	}, lastEvents, store.Text(channel), most)
	return heads, s.Wrap(err, "list the events of channel %q", channel)
}

var readLastResults = resultTable.SelectSQL(`WHERE event = $1 ORDER BY number DESC LIMIT $2`)

// Players implements [events.Store].
func (s Store) Players(ctx context.Context, channel string) (names []string, err error) {
	const mostEvents, mostResults = 5, 500 // a choice that is offered while somebody types should cost little
	heads, err := s.Heads(ctx, channel, mostEvents)
	if err != nil {
		return nil, err
	}
	left, known := mostResults, map[string]bool{"": true}
	for _, h := range heads {
		var e evening.Event
		e.Results, err = store.QueryAs(ctx, s.Reader(), resultTable, resultRow.whole, readLastResults, store.Text(h.ID), left)
		if err == nil {
			e.Changes, err = store.QueryAs(ctx, s.Reader(), changeTable, changeRow.whole, readChanges, store.Text(h.ID))
		}
		if err != nil {
			return nil, s.Wrap(err, "list the players of channel %q", channel)
		}
		left -= len(e.Results)
		slices.Reverse(e.Results)
		for _, name := range e.Players() {
			if key := evening.PlayerKey(name); !known[key] {
				known[key], names = true, append(names, name)
			}
		}
	}
	return names, nil
}

// manyResults counts the events of a channel that have a result with an index.
const manyResults = `
SELECT count(*) FROM event JOIN event_result ON event_result.event = event.id AND event_result.number = $2
WHERE channel = $1 OR thread = $1 AND thread <> ''`

// ManyResults implements [events.Store].
func (s Store) ManyResults(ctx context.Context, channel string) (bool, error) {
	n, err := store.Count(ctx, s.Reader(), manyResults, store.Text(channel), evening.LargeLog)
	return n > 0, s.Wrap(err, "count the results of channel %q", channel)
}

// Evenings implements [events.Store].
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

// Drawn implements [events.Store].
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

// pruneEvents also deletes the draws, numbers and changes of the events.
const pruneEvents = `DELETE FROM event WHERE closed_at <> 0 AND closed_at < $1`

// PruneEvents implements [events.Store].
func (s Store) PruneEvents(ctx context.Context, closedBefore time.Time) error {
	return s.Wrap(s.Execute(ctx, pruneEvents, store.Millis(closedBefore)), "delete old events")
}

// countEvents counts with the indexes event_open and event_closed.
const countEvents = `
SELECT 'open', count(*) FROM event WHERE closed_at = 0
UNION ALL SELECT 'closed', count(*) FROM event WHERE closed_at <> 0`
