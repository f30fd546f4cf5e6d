package rows

import (
	"context"
	"database/sql"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/store"
)

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

// planMoves lets the moves of games that have just ended be asked for, and deletes those of a game whose players'
// accounts were forgotten.
func planMoves(tx *store.Tx, previous, e *evening.Event) {
	for i, g := range e.Online {
		if i >= len(previous.Online) || previous.Online[i] == g {
			continue
		}
		old := previous.Online[i]
		if e.HasEnded(g) && !old.AskAt.IsZero() {
			movesTable.InsertNew(tx, &movesRow{event: e.ID, index: i, askAt: g.At})
		}
		if old.Players[0] != "" && g.Players[0] == "" || old.Players[1] != "" && g.Players[1] == "" {
			tx.Exec(`DELETE FROM event_moves WHERE event = $1 AND number = $2`, e.ID, i)
		}
	}
}
