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

// Part is what a database keeps of club evenings.
var Part = store.Part{
	Kinds:   eventKinds,
	Servers: []store.ServerTable{{Table: "event", Subject: "id", Of: "events"}},
	Forget:  forgetInEvents,
	Counted: "events",
	Count:   countEvents,
}

var eventKinds = []string{
	evening.SealKind, evening.MessageKind, evening.RoundKind, evening.RoundTroubleKind, evening.BeginKind, evening.LateResultsKind,
	evening.PairingsKind,
	evening.ServerEventKind, evening.ServerTroubleKind,
}

// eventID finds the id of the event that a reference refers to. Its arguments are those
// of refValues.
const eventID = `(
SELECT id FROM event WHERE (channel = $1 OR thread = $1 AND thread <> '') AND (id = $2 OR $2 = '')
ORDER BY CASE WHEN closed_at = 0 THEN 0 ELSE 1 END, opened_at DESC, id LIMIT 1)`

func refValues(ref evening.Ref) []any { return []any{store.Text(ref.Channel), store.Text(ref.ID)} }

const countOpen = `
SELECT count(*) FROM event WHERE closed_at = 0 AND guild = $1 AND ($1 <> '' OR opened_by = $2)`

// NewEvent implements [evening.Store].
func (s Store) NewEvent(ctx context.Context, e *evening.Event) error {
	err := s.Transaction(ctx, func(tx *store.Tx) {
		wantRoom(tx, e)
		followServer(tx, &evening.Event{}, e)
		if !eventTable.InsertNew(tx, eventRowOf(e)) { // another process has just opened one
			tx.Fail(evening.ErrExists)
		}
		if e.Invited {
			store.Joined(tx, e.Guild)
		}
		saveLog(tx, &evening.Event{}, e)
	})
	return s.Wrap(err, "open an event in channel %q", e.Channel)
}

// countOpenHere counts the other open events in the channel or the thread of an event.
const countOpenHere = `
SELECT count(*) FROM event WHERE closed_at = 0 AND id <> $1 AND (channel IN ($2, $3) OR thread IN ($2, $3))`

// wantRoom fails if the event must not be open.
func wantRoom(tx *store.Tx, e *evening.Event) {
	switch {
	case tx.Count(countOpenHere, store.Text(e.ID), store.Text(e.Channel), store.Text(e.PostChannel())) > 0:
		tx.Fail(evening.ErrExists)
	case tx.Count(countOpen, store.Text(e.Guild), store.Text(e.OpenedBy)) >= evening.MostOpen:
		tx.Fail(evening.ErrManyOpen)
	}
}

var readEvent = eventTable.SelectSQL(`WHERE id = ` + eventID)

// Event implements [evening.Store].
func (s Store) Event(ctx context.Context, ref evening.Ref) (*evening.Event, error) {
	e, err := loadEvent(ctx, s.Reader(), readEvent, ref)
	return e, s.Wrap(err, "read the event %q of channel %q", ref.ID, ref.Channel)
}

// isSealed is the condition for a sealed draw that has not been opened.
const isSealed = `event = $1 AND seal_bits <> '' AND opened_at = 0`

var (
	readDraws  = drawTable.SelectSQL(`WHERE event = $1 ORDER BY number`)
	readSealed = drawTable.SelectSQL(`WHERE ` + isSealed)

	readChanges = changeTable.SelectSQL(`WHERE event = $1 ORDER BY number`)

	readResults = resultTable.SelectSQL(`WHERE event = $1 ORDER BY number`)
	readGames   = gameTable.SelectSQL(`WHERE event = $1 ORDER BY number`)

	readNumbers  = numberTable.SelectSQL(`WHERE event = $1 ORDER BY draw, ordinal`)
	readUnopened = numberTable.SelectSQL(`
WHERE event = $1 AND draw IN (SELECT number FROM event_draw WHERE ` + isSealed + `)
ORDER BY ordinal`)
)

// loadEvent reads an event by a statement that returns the columns of the eventTable. Without a
// transaction, a draw is read before its numbers, so that an opened seal has all of
// them.
func loadEvent(ctx context.Context, q store.Querier, statement string, ref evening.Ref) (*evening.Event, error) {
	found, err := eventTable.One(ctx, q, evening.ErrNone, statement, refValues(ref)...)
	if err != nil {
		return nil, err
	}
	e := &found.Event // without its log
	if found.plan.Round > 0 {
		e.Plan = &found.plan
		if found.planStudy >= 0 {
			e.Plan.Study = &found.planStudy
		}
	}
	draws, numbers := readDraws, readNumbers
	if ref.OnlySealed {
		draws, numbers = readSealed, readUnopened
	} else {
		e.Changes, err = store.QueryAs(ctx, q, changeTable, changeRow.whole, readChanges, store.Text(e.ID))
		if err == nil && !ref.WithoutResults {
			e.Results, err = store.QueryAs(ctx, q, resultTable, resultRow.whole, readResults, store.Text(e.ID))
		}
		if err == nil && !ref.WithoutResults {
			e.Online, err = store.QueryAs(ctx, q, gameTable, func(g gameRow) evening.OnlineGame { return g.OnlineGame }, readGames, store.Text(e.ID))
		}
		if err != nil {
			return nil, err
		}
	}
	if e.Draws, err = store.QueryAs(ctx, q, drawTable, drawRow.whole, draws, store.Text(e.ID)); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(e.Draws, func(d evening.Draw) bool { return d.Seal != nil }) {
		return e, nil
	}
	added, err := numberTable.Query(ctx, q, numbers, store.Text(e.ID))
	if err != nil {
		return nil, err
	}
	for i := range e.Draws {
		d := &e.Draws[i]
		for ; len(added) > 0 && added[0].draw == d.Index; added = added[1:] {
			d.Seal.Added = append(d.Seal.Added, added[0].Added)
		}
	}
	return e, nil
}

var lockEvent = eventTable.LockSQL(`id = ` + eventID)

// errUnchanged undoes a transaction that has nothing to save.
var errUnchanged = errors.New("nothing has changed")

// UpdateEvent implements [evening.Store].
func (s Store) UpdateEvent(ctx context.Context, ref evening.Ref, update func(*evening.Event) error) (*evening.Event, error) {
	var previous *evening.Event
	var forgot bool
	e, err := store.UpdateRow(ctx, s, func(q store.Querier) (*evening.Event, error) {
		e, err := loadEvent(ctx, q, lockEvent, ref)
		if err == nil {
			previous = snapshot(e)
		}
		return e, err
	}, update, func(tx *store.Tx, e *evening.Event) {
		if ref.WithoutResults && len(e.Results)+len(e.Online) > 0 {
			tx.Fail(errors.New("the update of an event without its results has added some"))
			return
		}
		forgot = saveEvent(tx, previous, e)
	})
	switch {
	case errors.Is(err, errUnchanged):
		return e, nil
	case err == nil && forgot:
		_ = s.WipeLog(ctx) // or else the next probe does
	}
	return e, s.Wrap(err, "change the event %q of channel %q", ref.ID, ref.Channel)
}

// showOpen marks a draw without seal as shown. That changes no post.
const showOpen = `
UPDATE event_draw SET shown = TRUE, message = CASE WHEN $4 = '' THEN message ELSE $4 END
WHERE event = ` + eventID + ` AND number = $3 AND seal_bits = ''`

// ShowDraw implements [evening.Store].
func (s Store) ShowDraw(ctx context.Context, ref evening.Ref, index int, message string) error {
	var shown int
	err := s.Transaction(ctx, func(tx *store.Tx) {
		shown = tx.Exec(showOpen, append(refValues(ref), index, store.Text(message))...)
	})
	if shown > 0 || err != nil {
		return s.Wrap(err, "note that a draw of the event %q was shown", ref.ID)
	}
	ref.WithoutResults = true
	_, err = s.UpdateEvent(ctx, ref, func(e *evening.Event) error {
		d := &e.Draws[index]
		d.Shown, d.Message = true, cmp.Or(message, d.Message)
		return nil
	})
	if errors.Is(err, evening.ErrNone) {
		return nil
	}
	return err
}

// dueGames puts off the games to ask for, and returns them.
const dueGames = `
UPDATE event_game SET ask_at = $2 WHERE (event, number) IN (
	SELECT event, number FROM event_game WHERE ask_at <> 0 AND ask_at <= $1 ORDER BY ask_at LIMIT $3)
RETURNING (SELECT channel FROM event WHERE event.id = event_game.event), event, id`

// DueGames implements [evening.Store].
func (s Store) DueGames(ctx context.Context, now, until time.Time, most int) (due []evening.DueGame, err error) {
	err = s.Transaction(ctx, func(tx *store.Tx) {
		due = store.All(tx, func(r *sql.Rows) (g evening.DueGame, err error) {
			err = r.Scan(&g.Channel, &g.Event, &g.ID)
			return g, err
		}, dueGames, store.Millis(now), store.Millis(until), most)
	})
	return due, s.Wrap(err, "find the games to ask lichess for")
}

// dueMoves puts off the moves to ask for, and returns their games.
const dueMoves = `
UPDATE event_moves SET ask_at = $2 WHERE (event, number) IN (
	SELECT event, number FROM event_moves WHERE ask_at <> 0 AND ask_at <= $1 ORDER BY ask_at LIMIT $3)
RETURNING event, number, (SELECT id FROM event_game WHERE event_game.event = event_moves.event AND event_game.number = event_moves.number)`

// DueMoves implements [evening.Store].
func (s Store) DueMoves(ctx context.Context, now, until time.Time, most int) (due []evening.DueMoves, err error) {
	err = s.Transaction(ctx, func(tx *store.Tx) {
		due = store.All(tx, func(r *sql.Rows) (g evening.DueMoves, err error) {
			return g, r.Scan(&g.Event, &g.Index, &g.ID)
		}, dueMoves, store.Millis(now), store.Millis(until), most)
	})
	return due, s.Wrap(err, "find the moves to ask lichess for")
}

// keepMoves stores moves, none if they are too many for the event. A game that was forgotten has no row.
const keepMoves = `
UPDATE event_moves SET ask_at = 0, moves = CASE
	WHEN (SELECT coalesce(sum(length(moves)), 0) FROM event_moves WHERE event = $1) + length(CAST($3 AS TEXT)) > $4 THEN '' ELSE CAST($3 AS TEXT) END
WHERE event = $1 AND number = $2`

// KeepMoves implements [evening.Store].
func (s Store) KeepMoves(ctx context.Context, g evening.DueMoves, moves string) error {
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

// reopenMissed opens missed posts again that are not due yet.
const reopenMissed = `
UPDATE post SET state = 'open', attempts = 0, first_sent = 0, not_before = 0, trouble = '', reason = ''
WHERE kind = $1 AND state = 'missed' AND due_at > $2`

// ReopenMissed implements [evening.Store].
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

// OverduePlans implements [evening.Store].
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

// PostOf implements [evening.Store].
func (s Store) PostOf(ctx context.Context, kind, event string, number int) (outbox.Post, error) {
	p, err := store.PostTable.One(ctx, s.Reader(), nil, readPost, kind, store.Text(event), number)
	return store.ValueOf(p), s.Wrap(err, "read a %s post of an event", kind)
}

// PlanPost implements [evening.Store].
func (s Store) PlanPost(ctx context.Context, p outbox.Post) error {
	_, err := store.Share(ctx, s, p)
	return err
}

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

var readLastResults = resultTable.SelectSQL(`WHERE event = $1 ORDER BY number DESC LIMIT $2`)

// Players implements [evening.Store].
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

// pruneEvents also deletes the draws, numbers and changes of the events.
const pruneEvents = `DELETE FROM event WHERE closed_at <> 0 AND closed_at < $1`

// PruneEvents implements [evening.Store].
func (s Store) PruneEvents(ctx context.Context, closedBefore time.Time) error {
	return s.Wrap(s.Execute(ctx, pruneEvents, store.Millis(closedBefore)), "delete old events")
}

// countEvents counts with the indexes event_open and event_closed.
const countEvents = `
SELECT 'open', count(*) FROM event WHERE closed_at = 0
UNION ALL SELECT 'closed', count(*) FROM event WHERE closed_at <> 0`
