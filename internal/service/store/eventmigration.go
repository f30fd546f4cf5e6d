package store

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/pressly/goose/v3"
)

// eventRowsVersion is the version of the tables after eventRows.
const eventRowsVersion = 7

// eventRows takes the events apart: until then each was one JSON document in the column
// log. The databases take JSON apart in different ways, so it is done in Go.
var eventRows = goose.NewGoMigration(eventRowsVersion, &goose.GoFunc{RunTx: splitEvents}, nil)

// createEventRows makes the new tables.
//
//go:embed eventrows.sql
var createEventRows string

// An oldEvent is the JSON document of an event before this migration.
type oldEvent struct {
	Guild, OpenedBy string
	Rules           json.RawMessage
	Draws           []struct {
		Round, Pool     int
		SPs             []int
		By, Interaction string
		At              time.Time
		Shown           bool
		Seal            struct { // zero without a seal
			Number          int
			Order           []int
			Bits            string
			OpensAt, Opened time.Time
			Added           []struct {
				User   string
				Number int
			}
		}
		Void *struct {
			Reason, By string
			At         time.Time
		}
	}
}

func splitEvents(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, createEventRows); err != nil {
		return err
	}
	ids, err := query(ctx, tx, scanOne[string], `SELECT id FROM event`)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := splitLog(ctx, tx, id); err != nil {
			return fmt.Errorf("event %s: %w", id, err)
		}
	}
	_, err = tx.ExecContext(ctx, `ALTER TABLE event DROP COLUMN log`)
	return err
}

// splitLog writes the rows of one event.
func splitLog(ctx context.Context, tx *sql.Tx, id string) error {
	var log []byte
	if err := tx.QueryRowContext(ctx, `SELECT log FROM event WHERE id = $1`, id).Scan(&log); err != nil {
		return err
	}
	var e oldEvent
	if err := json.Unmarshal(log, &e); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE event SET guild = $2, opened_by = $3, rules = $4 WHERE id = $1`, id, e.Guild, e.OpenedBy, string(e.Rules)); err != nil {
		return err
	}
	for i, d := range e.Draws {
		void := valueOf(d.Void)
		values := []any{id, i, d.Round, d.Pool, joinNumbers(d.SPs), d.By, millis(d.At), d.Interaction, d.Shown,
			d.Seal.Number, joinNumbers(d.Seal.Order), d.Seal.Bits, millis(d.Seal.OpensAt), millis(d.Seal.Opened),
			d.Void != nil, void.Reason, void.By, millis(void.At)}
		if _, err := tx.ExecContext(ctx, insertOldDraw, values...); err != nil {
			return err
		}
		for index, a := range d.Seal.Added {
			if _, err := tx.ExecContext(ctx, `INSERT INTO event_number (event, draw, ordinal, person, number) VALUES ($1, $2, $3, $4, $5)`, id, i, index, a.User, a.Number); err != nil {
				return err
			}
		}
	}
	return nil
}

const insertOldDraw = `
INSERT INTO event_draw (event, number, round, pool, sps, drawn_by, drawn_at, interactions, shown,
	seal_number, seal_order, seal_bits, opens_at, opened_at, void, void_reason, void_by, void_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`
