package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"reflect"
	"slices"
	"time"

	"chess960bot/internal/club/events"
	"chess960bot/internal/outbox"
)

var _ events.Store = (*Store)(nil)

// eventID finds the id of the event that a reference refers to. Its arguments are those
// of refValues.
const eventID = `(
SELECT id FROM event WHERE (channel = $1 OR thread = $1 AND thread <> '') AND (id = $2 OR $2 = '')
ORDER BY CASE WHEN closed_at = 0 THEN 0 ELSE 1 END, opened_at DESC, id LIMIT 1)`

func refValues(ref events.Ref) []any { return []any{text(ref.Channel), text(ref.ID)} }

const countOpen = `
SELECT count(*) FROM event WHERE closed_at = 0 AND guild = $1 AND ($1 <> '' OR opened_by = $2)`

// NewEvent implements [events.Store].
func (s *Store) NewEvent(ctx context.Context, e *events.Event) error {
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		if err := mayOpen(ctx, tx, e); err != nil {
			return err
		}
		switch inserted, err := eventTable.insertNew(ctx, tx, eventRowOf(e)); {
		case err != nil:
			return err
		case !inserted: // another process has just opened one
			return events.ErrExists
		}
		if e.Invited {
			if err := joined(ctx, tx, e.Guild); err != nil {
				return err
			}
		}
		return saveLog(ctx, tx, &events.Event{}, e)
	})
	return s.fail(err, "open an event in channel %q", e.Channel)
}

// countOpenHere counts the other open events in the channel or the thread of an event.
const countOpenHere = `
SELECT count(*) FROM event WHERE closed_at = 0 AND id <> $1 AND (channel IN ($2, $3) OR thread IN ($2, $3))`

// mayOpen returns an error if the event must not be open.
func mayOpen(ctx context.Context, tx *sql.Tx, e *events.Event) error {
	others, err := count(ctx, tx, countOpenHere, text(e.ID), text(e.Channel), text(e.PostChannel()))
	if err != nil {
		return err
	}
	open, err := count(ctx, tx, countOpen, text(e.Guild), text(e.OpenedBy))
	if err != nil {
		return err
	}
	switch {
	case others > 0:
		return events.ErrExists
	case open >= events.MostOpen:
		return events.ErrManyOpen
	}
	return nil
}

var readEvent = eventTable.selectSQL(`WHERE id = ` + eventID)

// Event implements [events.Store].
func (s *Store) Event(ctx context.Context, ref events.Ref) (*events.Event, error) {
	e, err := loadEvent(ctx, s.read, readEvent, ref)
	return e, s.fail(err, "read the event %q of channel %q", ref.ID, ref.Channel)
}

// isSealed is the condition for a sealed draw that has not been opened.
const isSealed = `event = $1 AND seal_bits <> '' AND opened_at = 0`

var (
	readDraws  = drawTable.selectSQL(`WHERE event = $1 ORDER BY number`)
	readSealed = drawTable.selectSQL(`WHERE ` + isSealed)

	readChanges = changeTable.selectSQL(`WHERE event = $1 ORDER BY number`)

	readResults = resultTable.selectSQL(`WHERE event = $1 ORDER BY number`)
	readGames   = gameTable.selectSQL(`WHERE event = $1 ORDER BY number`)

	readNumbers  = numberTable.selectSQL(`WHERE event = $1 ORDER BY draw, ordinal`)
	readUnopened = numberTable.selectSQL(`
WHERE event = $1 AND draw IN (SELECT number FROM event_draw WHERE ` + isSealed + `)
ORDER BY ordinal`)
)

// loadEvent reads an event by a statement that returns the columns of the eventTable. Without a
// transaction, a draw is read before its numbers, so that an opened seal has all of
// them.
func loadEvent(ctx context.Context, q querier, statement string, ref events.Ref) (*events.Event, error) {
	found, err := eventTable.one(ctx, q, events.ErrNone, statement, refValues(ref)...)
	if err != nil {
		return nil, err
	}
	e := found.whole()
	draws, numbers := readDraws, readNumbers
	if ref.OnlySealed {
		draws, numbers = readSealed, readUnopened
	} else {
		changes, err := changeTable.query(ctx, q, readChanges, text(e.ID))
		if err != nil {
			return nil, err
		}
		for _, c := range changes {
			e.Changes = append(e.Changes, c.whole())
		}
		if err := loadResults(ctx, q, e); err != nil {
			return nil, err
		}
	}
	drawn, err := drawTable.query(ctx, q, draws, text(e.ID))
	if err != nil {
		return nil, err
	}
	for _, d := range drawn {
		e.Draws = append(e.Draws, d.whole())
	}
	added, err := numberTable.query(ctx, q, numbers, text(e.ID))
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

// loadResults reads the results of an event, and its games on lichess that count.
func loadResults(ctx context.Context, q querier, e *events.Event) error {
	results, err := resultTable.query(ctx, q, readResults, text(e.ID))
	if err != nil {
		return err
	}
	for _, r := range results {
		e.Results = append(e.Results, r.Result)
	}
	games, err := gameTable.query(ctx, q, readGames, text(e.ID))
	for _, g := range games {
		e.Online = append(e.Online, g.OnlineGame)
	}
	return err
}

var lockEvent = eventTable.lockSQL(`id = ` + eventID)

// errUnchanged undoes a transaction that has nothing to save.
var errUnchanged = errors.New("nothing has changed")

// UpdateEvent implements [events.Store].
func (s *Store) UpdateEvent(ctx context.Context, ref events.Ref, update func(*events.Event) error) (*events.Event, error) {
	var previous *events.Event
	e, err := updateRow(ctx, s, func(tx *sql.Tx) (*events.Event, error) {
		e, err := loadEvent(ctx, tx, lockEvent, ref)
		if err == nil {
			previous = snapshot(e)
		}
		return e, err
	}, update, func(tx *sql.Tx, e *events.Event) error {
		return saveEvent(ctx, tx, previous, e)
	})
	if errors.Is(err, errUnchanged) {
		return e, nil
	}
	return e, s.fail(err, "change the event %q of channel %q", ref.ID, ref.Channel)
}

// snapshot returns a copy of an event. Lists of numbers are shared with the event:
// changes replace them or append to them.
func snapshot(e *events.Event) *events.Event {
	previous := *e
	previous.Changes = slices.Clone(e.Changes)
	previous.Results, previous.Online = slices.Clone(e.Results), slices.Clone(e.Online)
	previous.Draws = slices.Clone(e.Draws)
	for i, d := range e.Draws {
		if d.Seal != nil {
			seal := *d.Seal
			d.Seal = &seal
		}
		if d.Void != nil {
			void := *d.Void
			d.Void = &void
		}
		previous.Draws[i] = d
	}
	return &previous
}

// saveEvent writes the rows of an event that have changed. Without a change it returns
// errUnchanged.
func saveEvent(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	if reflect.DeepEqual(previous, e) {
		return errUnchanged
	}
	if e.ClosedAt.IsZero() && !previous.ClosedAt.IsZero() {
		if err := mayOpen(ctx, tx, e); err != nil {
			return err
		}
	}
	if row := eventRowOf(e); eventTable.differ(eventRowOf(previous), row) {
		if err := eventTable.update(ctx, tx, row); err != nil {
			return err
		}
	}
	return saveLog(ctx, tx, previous, e)
}

// saveLog writes the draws, changes, results and games that are new or have changed. They are
// never deleted.
func saveLog(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	for i, c := range e.Changes {
		if i < len(previous.Changes) && reflect.DeepEqual(previous.Changes[i], c) {
			continue
		}
		if err := changeTable.upsert(ctx, tx, changeRowOf(e.ID, c)); err != nil {
			return err
		}
	}
	for i, r := range e.Results {
		if i < len(previous.Results) && previous.Results[i] == r {
			continue
		}
		if err := resultTable.upsert(ctx, tx, &resultRow{e.ID, r}); err != nil {
			return err
		}
	}
	for i, g := range e.Online {
		if i < len(previous.Online) && previous.Online[i] == g {
			continue
		}
		if err := gameTable.upsert(ctx, tx, &gameRow{e.ID, i, g}); err != nil {
			return err
		}
	}
	if err := saveDraws(ctx, tx, previous, e); err != nil {
		return err
	}
	return planRound(ctx, tx, previous, e)
}

// saveDraws writes the draws that have changed, and the numbers that were added. Draws
// and numbers are never deleted. It brings the outbox in step with the event's seal and
// its message.
func saveDraws(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	opening := e.PostChannel() != previous.PostChannel()
	for i := range e.Draws {
		d := &e.Draws[i]
		var old events.Draw
		if i < len(previous.Draws) {
			old = previous.Draws[i]
		}
		if reflect.DeepEqual(old, *d) {
			continue
		}
		row := rowOf(e.ID, *d)
		if i >= len(previous.Draws) || drawTable.differ(rowOf(e.ID, old), row) {
			if err := drawTable.upsert(ctx, tx, row); err != nil {
				return err
			}
			opening = opening || d.Seal != nil
		}
		if err := saveNumbers(ctx, tx, e.ID, d, old.Seal); err != nil {
			return err
		}
		if err := planMessage(ctx, tx, e, &old, d); err != nil {
			return err
		}
	}
	if !opening {
		return nil
	}
	return planSeal(ctx, tx, previous, e)
}

// saveNumbers writes the numbers that a seal did not have before.
func saveNumbers(ctx context.Context, tx *sql.Tx, id string, d *events.Draw, previous *events.Seal) error {
	if d.Seal == nil {
		return nil
	}
	had := 0
	if previous != nil {
		had = len(previous.Added)
	}
	for index := had; index < len(d.Seal.Added); index++ {
		if err := numberTable.insert(ctx, tx, &numberRow{id, d.Index, index, d.Seal.Added[index]}); err != nil {
			return err
		}
	}
	return nil
}

// showOpen marks a draw without seal as shown. That changes no post.
const showOpen = `
UPDATE event_draw SET shown = TRUE, message = CASE WHEN $4 = '' THEN message ELSE $4 END
WHERE event = ` + eventID + ` AND number = $3 AND seal_bits = ''`

// ShowDraw implements [events.Store].
func (s *Store) ShowDraw(ctx context.Context, ref events.Ref, index int, message string) error {
	var shown int64
	err := s.transaction(ctx, func(tx *sql.Tx) (err error) {
		shown, err = affected(tx.ExecContext(ctx, showOpen, append(refValues(ref), index, text(message))...))
		return err
	})
	if shown > 0 || err != nil {
		return s.fail(err, "note that a draw of the event %q was shown", ref.ID)
	}
	_, err = s.UpdateEvent(ctx, ref, func(e *events.Event) error {
		d := &e.Draws[index]
		d.Shown, d.Message = true, cmp.Or(message, d.Message)
		return nil
	})
	if errors.Is(err, events.ErrNone) {
		return nil
	}
	return err
}

// countSealed counts the seals of a person that are to be posted, in all other events.
const countSealed = `
SELECT count(*) FROM event_draw WHERE drawn_by = $1 AND event <> $2 AND seal_bits <> '' AND opened_at = 0 AND NOT by_press`

// saveMessage plans a post, unless one is planned that has not been tried: that one will
// tell the same.
const saveMessage = `
INSERT INTO post (kind, subject, number, channel, turn, due_at, expires_at, state)
SELECT 'sealed', CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS TEXT), 0, CAST($4 AS BIGINT), CAST($5 AS BIGINT), 'open'
WHERE NOT EXISTS (SELECT 1 FROM post WHERE kind = 'sealed' AND subject = $1 AND state = 'open' AND first_sent = 0)
ON CONFLICT (kind, subject, number) DO NOTHING`

// planMessage plans the edit of the message of a draw's seal if there is something new to
// tell: see [events.Event.MessagePost].
func planMessage(ctx context.Context, tx *sql.Tx, e *events.Event, old, d *events.Draw) error {
	p, planned := e.MessagePost(d)
	if told, _ := e.MessagePost(old); !planned || p.Number == told.Number {
		return nil
	}
	_, err := tx.ExecContext(ctx, saveMessage, text(p.Subject), p.Number, text(p.Channel), millis(p.DueAt), millis(p.ExpiresAt))
	return err
}

// planSeal brings the outbox in step with an event: see [events.Event.SealPost]. The
// posts of a person who has sealed many draws take turns with those of all others.
func planSeal(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	p, planned := e.SealPost()
	if !planned {
		return planOnly(ctx, tx, outbox.Post{Kind: events.SealKind, Subject: e.ID}, false)
	}
	if err := tx.QueryRowContext(ctx, countSealed, text(e.Waiting().By), text(e.ID)).Scan(&p.Turn); err != nil {
		return err
	}
	if len(e.Draws) > len(previous.Draws) && p.Turn >= events.MostSealed {
		return events.ErrManySealed
	}
	return planOnly(ctx, tx, p, true)
}

// planRound brings the outbox in step with the plan of an event: see [events.Event.RoundPost].
func planRound(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	p, planned := e.RoundPost()
	if old, was := previous.RoundPost(); planned == was && p == old {
		return nil
	}
	p.Kind, p.Subject = events.RoundKind, e.ID
	return planOnly(ctx, tx, p, planned)
}

// dueGames puts off the games to ask for, and returns them.
const dueGames = `
UPDATE event_game SET ask_at = $2 WHERE (event, number) IN (
	SELECT event, number FROM event_game WHERE ask_at <> 0 AND ask_at <= $1 ORDER BY ask_at LIMIT $3)
RETURNING (SELECT channel FROM event WHERE event.id = event_game.event), event, id`

// DueGames implements [events.Store].
func (s *Store) DueGames(ctx context.Context, now, until time.Time, most int) (due []events.DueGame, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		due, err = query(ctx, tx, func(r row) (g events.DueGame, err error) {
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
	ids, err := query(ctx, s.read, func(r row) (id string, err error) { return id, r.Scan(&id) }, lastEvents, text(channel), most)
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
	_, err = query(ctx, s.read, func(r row) (list string, err error) {
		var event string
		if err := r.Scan(&event, &list); err != nil {
			return "", err
		}
		counted[event] = true
		drawn, err := splitNumbers(list)
		sps = append(sps, drawn...)
		return list, err
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

// CountEvents implements [events.Store].
func (s *Store) CountEvents(ctx context.Context) (open, closed int, err error) {
	err = s.read.QueryRowContext(ctx, countEvents).Scan(&open, &closed)
	return open, closed, s.fail(err, "count the events")
}
