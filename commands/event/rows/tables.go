// Package rows keeps club evenings in a database, with their draws, changes, results and games. It
// implements [evening.Store].
//
// event has a row for each club evening, event_draw one for each of its draws,
// event_change one for each change of its rules, event_number one for each number that
// a person added to a sealed draw, event_result one for each result that somebody told,
// event_telling one for each line of what players tell themselves, and event_game one for each game
// on lichess that counts. event_moves has the moves of such a game from its end on; only the files of an
// event read them. An update writes only the rows that have changed, and the posts of the event, in one
// transaction:
//
//	tables.go   the columns of each table
//	events.go  reads an event, and after a change compares it with what it was, and writes the rows
//	posts.go   brings the outbox in step with the event
//	lists.go   the events of a channel, and games to ask lichess for
//	forget.go  what is deleted, and whose names
package rows

import (
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/store"
)

var eventTable = store.NewTable("event", 1, func(e *eventRow) []store.Column {
	return []store.Column{
		store.Col("id", store.AsText(&e.ID)), store.Col("channel", store.AsText(&e.Channel)), store.Col("guild", store.AsText(&e.Guild)),
		store.Col("opened_by", store.AsText(&e.OpenedBy)), store.Col("opened_at", store.AsInstant(&e.OpenedAt)),
		store.Col("closed_at", store.AsInstant(&e.ClosedAt)), store.Col("rules", store.AsJSON(&e.Rules)),
		store.Col("opened_by_name", store.AsText(&e.OpenedByName)), store.Col("message", store.AsText(&e.Message)),
		store.Col("thread", store.AsText(&e.Thread)), store.Col("plan_round", store.AsNumber(&e.plan.Round)),
		store.Col("plan_at", store.AsInstant(&e.plan.At)), store.Col("plan_by", store.AsText(&e.plan.By)),
		store.Col("plan_by_name", store.AsText(&e.plan.ByName)), store.Col("plan_study", store.AsNumber(&e.planStudy)),
		store.Col("server_event", store.AsJSON(&e.Server)),
	}
})

// An eventRow is a row of event. Its plan has no round if the event has no plan, and -1 as its
// study time if that is the one of the rules.
type eventRow struct {
	evening.Event
	plan      evening.Plan
	planStudy int
}

// whole returns the event of a row, without its lists.
func (row *eventRow) whole() *evening.Event {
	e := &row.Event
	if row.plan.Round > 0 {
		e.Plan = &row.plan
		if row.planStudy >= 0 {
			e.Plan.Study = &row.planStudy
		}
	}
	return e
}

// eventRowOf returns the row of an event.
func eventRowOf(e *evening.Event) *eventRow {
	row := &eventRow{*e, store.ValueOf(e.Plan), -1}
	if study := row.plan.Study; study != nil {
		row.planStudy = *study
	}
	return row
}

// A drawRow is a row of event_draw. Its seal has no bits if the draw has no seal.
type drawRow struct {
	event  string
	draw   evening.Draw
	seal   evening.Seal
	void   evening.Void
	isVoid bool
}

var drawTable = store.NewTable("event_draw", 2, func(d *drawRow) []store.Column {
	return []store.Column{
		store.Col("event", store.AsText(&d.event)), store.Col("number", store.AsNumber(&d.draw.Index)), store.Col("round", store.AsNumber(&d.draw.Round)),
		store.Col("by_hand", store.AsIs(&d.draw.ByHand)), store.Col("pool", store.AsNumber(&d.draw.Pool)), store.Col("sps", store.AsNumbers(&d.draw.SPs)),
		store.Col("drawn_by", store.AsText(&d.draw.By)), store.Col("drawn_by_name", store.AsText(&d.draw.ByName)),
		store.Col("drawn_at", store.AsInstant(&d.draw.At)), store.Col("interactions", store.AsWords(&d.draw.Interactions)),
		store.Col("showing", store.AsText(&d.draw.Showing)), store.Col("showing_at", store.AsInstant(&d.draw.ShowingAt)),
		store.Col("shown", store.AsIs(&d.draw.Shown)), store.Col("message", store.AsText(&d.draw.Message)),
		store.Col("seal_number", store.AsNumber(&d.seal.Number)), store.Col("seal_order", store.AsNumbers(&d.seal.Order)),
		store.Col("seal_bits", store.AsText(&d.seal.Bits)), store.Col("seal_channel", store.AsText(&d.seal.Channel)),
		store.Col("seal_message", store.AsText(&d.seal.Message)), store.Col("opens_at", store.AsInstant(&d.seal.OpensAt)),
		store.Col("opened_at", store.AsInstant(&d.seal.Opened)), store.Col("by_press", store.AsIs(&d.seal.ByPress)),
		store.Col("void", store.AsIs(&d.isVoid)), store.Col("void_reason", store.AsText(&d.void.Reason)), store.Col("void_by", store.AsText(&d.void.By)),
		store.Col("void_by_name", store.AsText(&d.void.ByName)), store.Col("void_at", store.AsInstant(&d.void.At)),
		store.Col("study", store.AsNumber(&d.draw.Study)), store.Col("begins_at", store.AsInstant(&d.draw.BeginsAt)),
		store.Col("started_by", store.AsText(&d.draw.StartedBy)), store.Col("started_by_name", store.AsText(&d.draw.StartedByName)),
		store.Col("opened_by", store.AsText(&d.seal.OpenedBy)), store.Col("opened_by_name", store.AsText(&d.seal.OpenedByName)),
	}
})

// rowOf returns the row of a draw, without the numbers that were added to its seal: they have rows of their own.
func rowOf(event string, d evening.Draw) *drawRow {
	row := &drawRow{event, d, store.ValueOf(d.Seal), store.ValueOf(d.Void), d.Void != nil}
	row.draw.Seal, row.draw.Void, row.seal.Added = nil, nil, nil
	return row
}

// whole returns the draw of a row.
func (d drawRow) whole() evening.Draw {
	if d.seal.Bits != "" {
		d.draw.Seal = &d.seal
	}
	if d.isVoid {
		d.draw.Void = &d.void
	}
	return d.draw
}

// A changeRow is a row of event_change. Its redraw has no board if no board was drawn again, and its plan
// no round if no plan was made.
type changeRow struct {
	event string
	evening.Change
	redraw evening.Redraw
	rename evening.Rename
	plan   evening.Plan
}

// whole returns the change of a row.
func (c changeRow) whole() evening.Change {
	if c.redraw.Board > 0 {
		c.Redraw = &c.redraw
	}
	if c.rename.To != "" {
		c.Rename = &c.rename
	}
	if c.plan.Round > 0 {
		c.Plan = &c.plan
	}
	return c.Change
}

var changeTable = store.NewTable("event_change", 2, func(c *changeRow) []store.Column {
	return []store.Column{
		store.Col("event", store.AsText(&c.event)), store.Col("number", store.AsNumber(&c.Index)), store.Col("was", store.AsJSON(&c.Was)),
		store.Col("draws", store.AsNumber(&c.Draws)), store.Col("joined", store.AsNumber(&c.Joined)), store.Col("reopened", store.AsIs(&c.Reopened)),
		store.Col("closed", store.AsIs(&c.Closed)), store.Col("renamed_from", store.AsText(&c.rename.From)),
		store.Col("renamed_to", store.AsText(&c.rename.To)), store.Col("planned_round", store.AsNumber(&c.plan.Round)),
		store.Col("planned_at", store.AsInstant(&c.plan.At)), store.Col("redrawn", store.AsNumber(&c.redraw.Draw)),
		store.Col("board", store.AsNumber(&c.redraw.Board)), store.Col("sp", store.AsNumber(&c.redraw.SP)),
		store.Col("reason", store.AsText(&c.redraw.Reason)), store.Col("changed_by", store.AsText(&c.By)),
		store.Col("changed_by_name", store.AsText(&c.ByName)), store.Col("changed_at", store.AsInstant(&c.At)),
		store.Col("interactions", store.AsWords(&c.Interactions)), store.Col("showing_at", store.AsInstant(&c.ShowingAt)),
		store.Col("shown", store.AsIs(&c.Shown)),
	}
})

// A numberRow is a row of event_number.
type numberRow struct {
	event string
	draw  int // index
	index int // in Seal.Added
	evening.Added
}

var numberTable = store.NewTable("event_number", 3, func(n *numberRow) []store.Column {
	return []store.Column{
		store.Col("event", store.AsText(&n.event)), store.Col("draw", store.AsNumber(&n.draw)), store.Col("ordinal", store.AsNumber(&n.index)),
		store.Col("person", store.AsText(&n.User)), store.Col("person_name", store.AsText(&n.Name)), store.Col("number", store.AsNumber(&n.Number)),
	}
})

// An entryRow is a row of a list of an event: of its results, its tellings, or its games on lichess.
type entryRow[T any] struct {
	event string
	index int // in the list
	of    T
}

func (r entryRow[T]) whole() T { return r.of }

var resultTable = store.NewTable("event_result", 2, func(row *entryRow[evening.Result]) []store.Column {
	r := &row.of
	return []store.Column{
		store.Col("event", store.AsText(&row.event)), store.Col("number", store.AsNumber(&r.Index)), store.Col("draw", store.AsNumber(&r.Game.Draw)),
		store.Col("board", store.AsNumber(&r.Game.Board)), store.Col("game", store.AsNumber(&r.Game.Game)), store.Col("white", store.AsText(&r.White)),
		store.Col("black", store.AsText(&r.Black)), store.Col("outcome", store.AsText((*string)(&r.Outcome))), store.Col("link", store.AsText(&r.Link)),
		store.Col("changes", store.AsNumber(&r.Changes)), store.Col("told_by", store.AsText(&r.By)), store.Col("told_by_name", store.AsText(&r.ByName)),
		store.Col("told_at", store.AsInstant(&r.At)),
	}
})

var tellingTable = store.NewTable("event_telling", 2, func(row *entryRow[evening.Telling]) []store.Column {
	t := &row.of
	return []store.Column{
		store.Col("event", store.AsText(&row.event)), store.Col("number", store.AsNumber(&t.Index)), store.Col("kind", store.AsText((*string)(&t.Kind))),
		store.Col("draw", store.AsNumber(&t.Game.Draw)), store.Col("board", store.AsNumber(&t.Game.Board)), store.Col("game", store.AsNumber(&t.Game.Game)),
		store.Col("black", store.AsIs(&t.Black)), store.Col("name", store.AsText(&t.Name)), store.Col("outcome", store.AsText((*string)(&t.Outcome))),
		store.Col("results", store.AsNumber(&t.Results)), store.Col("changes", store.AsNumber(&t.Changes)), store.Col("told_by", store.AsText(&t.By)),
		store.Col("told_by_name", store.AsText(&t.ByName)), store.Col("told_at", store.AsInstant(&t.At)),
	}
})

var gameTable = store.NewTable("event_game", 2, func(row *entryRow[evening.OnlineGame]) []store.Column {
	g := &row.of
	return []store.Column{
		store.Col("event", store.AsText(&row.event)), store.Col("number", store.AsNumber(&row.index)), store.Col("draw", store.AsNumber(&g.Game.Draw)),
		store.Col("board", store.AsNumber(&g.Game.Board)), store.Col("game", store.AsNumber(&g.Game.Game)), store.Col("id", store.AsText(&g.ID)),
		store.Col("white", store.AsText(&g.White)), store.Col("black", store.AsText(&g.Black)), store.Col("by_lot", store.AsText(&g.ByLot)),
		store.Col("days", store.AsIs(&g.Days)), store.Col("changes", store.AsNumber(&g.Changes)), store.Col("opened_at", store.AsInstant(&g.At)),
		store.Col("ask_at", store.AsInstant(&g.AskAt)), store.Col("white_account", store.AsText(&g.Players[0])),
		store.Col("black_account", store.AsText(&g.Players[1])),
	}
})

// A movesRow is a row of event_moves.
type movesRow struct {
	event string
	index int       // in Event.Online
	askAt time.Time // when lichess is asked for the moves; zero if never again
	moves string
}

var movesTable = store.NewTable("event_moves", 2, func(m *movesRow) []store.Column {
	return []store.Column{
		store.Col("event", store.AsText(&m.event)), store.Col("number", store.AsNumber(&m.index)),
		store.Col("ask_at", store.AsInstant(&m.askAt)), store.Col("moves", store.AsText(&m.moves)),
	}
})
