package rows

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"

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
