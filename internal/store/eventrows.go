package store

import "chess960bot/commands/event/evening"

var eventTable = newTable("event", 1, func(e *eventRow) []column {
	return []column{
		{"id", asText(&e.ID)}, {"channel", asText(&e.Channel)}, {"guild", asText(&e.Guild)},
		{"opened_by", asText(&e.OpenedBy)}, {"opened_at", asInstant(&e.OpenedAt)},
		{"closed_at", asInstant(&e.ClosedAt)}, {"rules", asJSON(&e.Rules)},
		{"opened_by_name", asText(&e.OpenedByName)}, {"message", asText(&e.Message)},
		{"thread", asText(&e.Thread)}, {"plan_round", asNumber(&e.plan.Round)},
		{"plan_at", asInstant(&e.plan.At)}, {"plan_by", asText(&e.plan.By)},
		{"plan_by_name", asText(&e.plan.ByName)}, {"plan_study", asNumber(&e.planStudy)},
	}
})

// An eventRow is a row of event. Its plan has no round if the event has no plan, and -1 as its
// study time if that is the one of the rules.
type eventRow struct {
	evening.Event
	plan      evening.Plan
	planStudy int
}

// eventRowOf returns the row of an event.
func eventRowOf(e *evening.Event) *eventRow {
	row := &eventRow{*e, valueOf(e.Plan), -1}
	if study := row.plan.Study; study != nil {
		row.planStudy = *study
	}
	return row
}

// whole returns the event of a row, without its log.
func (e eventRow) whole() *evening.Event {
	if e.plan.Round > 0 {
		e.Plan = &e.plan
		if e.planStudy >= 0 {
			e.Plan.Study = &e.planStudy
		}
	}
	return &e.Event
}

// A drawRow is a row of event_draw. Its seal has no bits if the draw has no seal.
type drawRow struct {
	event  string
	draw   evening.Draw
	seal   evening.Seal
	void   evening.Void
	isVoid bool
}

var drawTable = newTable("event_draw", 2, func(d *drawRow) []column {
	return []column{
		{"event", asText(&d.event)}, {"number", asNumber(&d.draw.Index)}, {"round", asNumber(&d.draw.Round)},
		{"by_hand", asIs(&d.draw.ByHand)}, {"pool", asNumber(&d.draw.Pool)}, {"sps", asNumbers(&d.draw.SPs)},
		{"drawn_by", asText(&d.draw.By)}, {"drawn_by_name", asText(&d.draw.ByName)},
		{"drawn_at", asInstant(&d.draw.At)}, {"interactions", asWords(&d.draw.Interactions)},
		{"showing", asText(&d.draw.Showing)}, {"showing_at", asInstant(&d.draw.ShowingAt)},
		{"shown", asIs(&d.draw.Shown)}, {"message", asText(&d.draw.Message)},
		{"seal_number", asNumber(&d.seal.Number)}, {"seal_order", asNumbers(&d.seal.Order)},
		{"seal_bits", asText(&d.seal.Bits)}, {"seal_channel", asText(&d.seal.Channel)},
		{"seal_message", asText(&d.seal.Message)}, {"opens_at", asInstant(&d.seal.OpensAt)},
		{"opened_at", asInstant(&d.seal.Opened)}, {"by_press", asIs(&d.seal.ByPress)},
		{"void", asIs(&d.isVoid)}, {"void_reason", asText(&d.void.Reason)}, {"void_by", asText(&d.void.By)},
		{"void_by_name", asText(&d.void.ByName)}, {"void_at", asInstant(&d.void.At)},
		{"study", asNumber(&d.draw.Study)}, {"begins_at", asInstant(&d.draw.BeginsAt)},
		{"started_by", asText(&d.draw.StartedBy)}, {"started_by_name", asText(&d.draw.StartedByName)},
		{"opened_by", asText(&d.seal.OpenedBy)}, {"opened_by_name", asText(&d.seal.OpenedByName)},
	}
})

// rowOf returns the row of a draw.
func rowOf(event string, d evening.Draw) *drawRow {
	return &drawRow{event, d, valueOf(d.Seal), valueOf(d.Void), d.Void != nil}
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

var changeTable = newTable("event_change", 2, func(c *changeRow) []column {
	return []column{
		{"event", asText(&c.event)}, {"number", asNumber(&c.Index)}, {"was", asJSON(&c.Was)},
		{"draws", asNumber(&c.Draws)}, {"joined", asNumber(&c.Joined)}, {"reopened", asIs(&c.Reopened)},
		{"closed", asIs(&c.Closed)}, {"renamed_from", asText(&c.rename.From)},
		{"renamed_to", asText(&c.rename.To)}, {"planned_round", asNumber(&c.plan.Round)},
		{"planned_at", asInstant(&c.plan.At)}, {"redrawn", asNumber(&c.redraw.Draw)},
		{"board", asNumber(&c.redraw.Board)}, {"sp", asNumber(&c.redraw.SP)},
		{"reason", asText(&c.redraw.Reason)}, {"changed_by", asText(&c.By)},
		{"changed_by_name", asText(&c.ByName)}, {"changed_at", asInstant(&c.At)},
		{"interactions", asWords(&c.Interactions)}, {"showing_at", asInstant(&c.ShowingAt)},
		{"shown", asIs(&c.Shown)},
	}
})

// A numberRow is a row of event_number.
type numberRow struct {
	event string
	draw  int // index
	index int // in Seal.Added
	evening.Added
}

var numberTable = newTable("event_number", 3, func(n *numberRow) []column {
	return []column{
		{"event", asText(&n.event)}, {"draw", asNumber(&n.draw)}, {"ordinal", asNumber(&n.index)},
		{"person", asText(&n.User)}, {"person_name", asText(&n.Name)}, {"number", asNumber(&n.Number)},
	}
})

// A resultRow is a row of event_result.
type resultRow struct {
	event string
	evening.Result
}

func (r resultRow) whole() evening.Result { return r.Result }

var resultTable = newTable("event_result", 2, func(r *resultRow) []column {
	return []column{
		{"event", asText(&r.event)}, {"number", asNumber(&r.Index)}, {"draw", asNumber(&r.Game.Draw)},
		{"board", asNumber(&r.Game.Board)}, {"game", asNumber(&r.Game.Game)}, {"white", asText(&r.White)},
		{"black", asText(&r.Black)}, {"outcome", asText((*string)(&r.Outcome))}, {"link", asText(&r.Link)},
		{"changes", asNumber(&r.Changes)}, {"told_by", asText(&r.By)}, {"told_by_name", asText(&r.ByName)},
		{"told_at", asInstant(&r.At)},
	}
})

// A gameRow is a row of event_game.
type gameRow struct {
	event string
	index int // in Event.Online
	evening.OnlineGame
}

var gameTable = newTable("event_game", 2, func(g *gameRow) []column {
	return []column{
		{"event", asText(&g.event)}, {"number", asNumber(&g.index)}, {"draw", asNumber(&g.Game.Draw)},
		{"board", asNumber(&g.Game.Board)}, {"game", asNumber(&g.Game.Game)}, {"id", asText(&g.ID)},
		{"white", asText(&g.White)}, {"black", asText(&g.Black)}, {"by_lot", asText(&g.ByLot)},
		{"days", asIs(&g.Days)}, {"changes", asNumber(&g.Changes)}, {"opened_at", asInstant(&g.At)},
		{"ask_at", asInstant(&g.AskAt)}, {"white_account", asText(&g.Players[0])},
		{"black_account", asText(&g.Players[1])},
	}
})
