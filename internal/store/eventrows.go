package store

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"chess960bot/internal/events"
)

const eventColumns = `id, channel, guild, opened_by, opened_at, closed_at, rules, opened_by_name, message, thread`

// insertEvent inserts nothing if the channel has an open event.
const insertEvent = `
INSERT INTO event (` + eventColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT DO NOTHING`

// eventValues are the values of the eventColumns. The rules are JSON.
func eventValues(e *events.Event) ([]any, error) {
	rules, err := json.Marshal(e.Rules)
	if err != nil {
		return nil, err
	}
	return []any{text(e.ID), text(e.Channel), text(e.Guild), text(e.OpenedBy), millis(e.OpenedAt), millis(e.ClosedAt), text(string(rules)), text(e.OpenedByName), text(e.Message), text(e.Thread)}, nil
}

// scanEvent reads the eventColumns.
func scanEvent(r row) (*events.Event, error) {
	e := new(events.Event)
	var rules []byte
	if err := r.Scan(&e.ID, &e.Channel, &e.Guild, &e.OpenedBy, instant{&e.OpenedAt}, instant{&e.ClosedAt}, &rules, &e.OpenedByName, &e.Message, &e.Thread); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(rules, &e.Rules); err != nil {
		return nil, fmt.Errorf("read the rules of an event: %w", err)
	}
	return e, nil
}

const drawColumns = `number, round, pool, sps, drawn_by, drawn_at, interactions, shown, ` +
	`seal_number, seal_order, seal_bits, opens_at, opened_at, by_press, void, void_reason, void_by, void_at, ` +
	`drawn_by_name, void_by_name, showing, showing_at, message, ` +
	`seal_channel, seal_message`

// saveDraw inserts a draw, or replaces what can change.
const saveDraw = `
INSERT INTO event_draw (event, ` + drawColumns + `)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)
ON CONFLICT (event, number) DO UPDATE SET sps = excluded.sps, interactions = excluded.interactions, shown = excluded.shown,
	opened_at = excluded.opened_at, void = excluded.void, void_reason = excluded.void_reason, void_by = excluded.void_by, void_at = excluded.void_at,
	void_by_name = excluded.void_by_name, showing = excluded.showing, showing_at = excluded.showing_at, message = excluded.message,
	seal_channel = excluded.seal_channel, seal_message = excluded.seal_message`

// drawValues are the event's id and the values of the drawColumns. A draw without a seal
// has no bits.
func drawValues(event string, d *events.Draw) []any {
	seal, void := events.Seal{}, events.Void{}
	if d.Seal != nil {
		seal = *d.Seal
	}
	if d.Void != nil {
		void = *d.Void
	}
	return []any{
		text(event), d.Index, d.Round, d.Pool, joinNumbers(d.SPs), text(d.By), millis(d.At), text(strings.Join(d.Interactions, " ")), d.Shown,
		seal.Number, joinNumbers(seal.Order), seal.Bits, millis(seal.OpensAt), millis(seal.Opened), seal.ByPress,
		d.Void != nil, text(void.Reason), text(void.By), millis(void.At),
		text(d.ByName), text(void.ByName), text(d.Showing), millis(d.ShowingAt), text(d.Message),
		text(seal.Channel), text(seal.Message),
	}
}

// scanDraw reads the drawColumns.
func scanDraw(r row) (d events.Draw, err error) {
	var sps, interactions, order string
	var isVoid bool
	seal, void := new(events.Seal), new(events.Void)
	err = r.Scan(&d.Index, &d.Round, &d.Pool, &sps, &d.By, instant{&d.At}, &interactions, &d.Shown,
		&seal.Number, &order, &seal.Bits, instant{&seal.OpensAt}, instant{&seal.Opened}, &seal.ByPress,
		&isVoid, &void.Reason, &void.By, instant{&void.At},
		&d.ByName, &void.ByName, &d.Showing, instant{&d.ShowingAt}, &d.Message,
		&seal.Channel, &seal.Message)
	if err != nil {
		return d, err
	}
	if interactions != "" {
		d.Interactions = strings.Fields(interactions)
	}
	if isVoid {
		d.Void = void
	}
	if d.SPs, err = splitNumbers(sps); err != nil || seal.Bits == "" {
		return d, err
	}
	d.Seal = seal
	seal.Order, err = splitNumbers(order)
	return d, err
}

const changeColumns = `event, number, was, draws, joined, reopened, changed_by, changed_at, interactions, showing_at, shown, changed_by_name`

// saveChange inserts a change, or replaces what can change.
const saveChange = `
INSERT INTO event_change (` + changeColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (event, number) DO UPDATE SET interactions = excluded.interactions, showing_at = excluded.showing_at, shown = excluded.shown`

// changeValues are the values of the changeColumns.
func changeValues(event string, c *events.Change) ([]any, error) {
	was, err := json.Marshal(c.Was)
	if err != nil {
		return nil, err
	}
	return []any{
		text(event), c.Index, text(string(was)), c.Draws, c.Joined, c.Reopened, text(c.By), millis(c.At),
		text(strings.Join(c.Interactions, " ")), millis(c.ShowingAt), c.Shown, text(c.ByName),
	}, nil
}

// scanChange reads the changeColumns.
func scanChange(r row) (c events.Change, err error) {
	var event, interactions string
	var was []byte
	if err := r.Scan(&event, &c.Index, &was, &c.Draws, &c.Joined, &c.Reopened, &c.By, instant{&c.At}, &interactions, instant{&c.ShowingAt}, &c.Shown, &c.ByName); err != nil {
		return c, err
	}
	if interactions != "" {
		c.Interactions = strings.Fields(interactions)
	}
	if err := json.Unmarshal(was, &c.Was); err != nil {
		return c, fmt.Errorf("read the earlier rules of an event: %w", err)
	}
	return c, nil
}

// joinNumbers writes a list as "518 534".
func joinNumbers(list []int) string {
	var b []byte
	for i, n := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return string(b)
}

// splitNumbers reads what joinNumbers writes. An empty list is nil.
func splitNumbers(s string) ([]int, error) {
	if s == "" {
		return nil, nil
	}
	list := make([]int, 0, strings.Count(s, " ")+1)
	for field := range strings.SplitSeq(s, " ") {
		n, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("read the positions of a draw: %w", err)
		}
		list = append(list, n)
	}
	return list, nil
}

const numberColumns = `event, draw, ordinal, person, number, person_name`

const insertNumber = `
INSERT INTO event_number (` + numberColumns + `) VALUES ($1, $2, $3, $4, $5, $6)`

// An addedNumber is a row of event_number.
type addedNumber struct {
	event string
	draw  int // index
	index int // in Seal.Added
	events.Added
}

// numberValues are the values of the numberColumns.
func numberValues(n addedNumber) []any {
	return []any{text(n.event), n.draw, n.index, text(n.User), n.Number, text(n.Name)}
}

// scanNumber reads the numberColumns.
func scanNumber(r row) (n addedNumber, err error) {
	return n, r.Scan(&n.event, &n.draw, &n.index, &n.User, &n.Number, &n.Name)
}
