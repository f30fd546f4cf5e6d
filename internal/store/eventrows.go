package store

import "chess960bot/commands/event/evening"

var eventTable = NewTable("event", 1, func(e *eventRow) []Column {
	return []Column{
		Col("id", AsText(&e.ID)), Col("channel", AsText(&e.Channel)), Col("guild", AsText(&e.Guild)),
		Col("opened_by", AsText(&e.OpenedBy)), Col("opened_at", AsInstant(&e.OpenedAt)),
		Col("closed_at", AsInstant(&e.ClosedAt)), Col("rules", AsJSON(&e.Rules)),
		Col("opened_by_name", AsText(&e.OpenedByName)), Col("message", AsText(&e.Message)),
		Col("thread", AsText(&e.Thread)), Col("plan_round", AsNumber(&e.plan.Round)),
		Col("plan_at", AsInstant(&e.plan.At)), Col("plan_by", AsText(&e.plan.By)),
		Col("plan_by_name", AsText(&e.plan.ByName)), Col("plan_study", AsNumber(&e.planStudy)),
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
	row := &eventRow{*e, ValueOf(e.Plan), -1}
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

var drawTable = NewTable("event_draw", 2, func(d *drawRow) []Column {
	return []Column{
		Col("event", AsText(&d.event)), Col("number", AsNumber(&d.draw.Index)), Col("round", AsNumber(&d.draw.Round)),
		Col("by_hand", AsIs(&d.draw.ByHand)), Col("pool", AsNumber(&d.draw.Pool)), Col("sps", AsNumbers(&d.draw.SPs)),
		Col("drawn_by", AsText(&d.draw.By)), Col("drawn_by_name", AsText(&d.draw.ByName)),
		Col("drawn_at", AsInstant(&d.draw.At)), Col("interactions", AsWords(&d.draw.Interactions)),
		Col("showing", AsText(&d.draw.Showing)), Col("showing_at", AsInstant(&d.draw.ShowingAt)),
		Col("shown", AsIs(&d.draw.Shown)), Col("message", AsText(&d.draw.Message)),
		Col("seal_number", AsNumber(&d.seal.Number)), Col("seal_order", AsNumbers(&d.seal.Order)),
		Col("seal_bits", AsText(&d.seal.Bits)), Col("seal_channel", AsText(&d.seal.Channel)),
		Col("seal_message", AsText(&d.seal.Message)), Col("opens_at", AsInstant(&d.seal.OpensAt)),
		Col("opened_at", AsInstant(&d.seal.Opened)), Col("by_press", AsIs(&d.seal.ByPress)),
		Col("void", AsIs(&d.isVoid)), Col("void_reason", AsText(&d.void.Reason)), Col("void_by", AsText(&d.void.By)),
		Col("void_by_name", AsText(&d.void.ByName)), Col("void_at", AsInstant(&d.void.At)),
		Col("study", AsNumber(&d.draw.Study)), Col("begins_at", AsInstant(&d.draw.BeginsAt)),
		Col("started_by", AsText(&d.draw.StartedBy)), Col("started_by_name", AsText(&d.draw.StartedByName)),
		Col("opened_by", AsText(&d.seal.OpenedBy)), Col("opened_by_name", AsText(&d.seal.OpenedByName)),
	}
})

// rowOf returns the row of a draw.
func rowOf(event string, d evening.Draw) *drawRow {
	return &drawRow{event, d, ValueOf(d.Seal), ValueOf(d.Void), d.Void != nil}
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

var changeTable = NewTable("event_change", 2, func(c *changeRow) []Column {
	return []Column{
		Col("event", AsText(&c.event)), Col("number", AsNumber(&c.Index)), Col("was", AsJSON(&c.Was)),
		Col("draws", AsNumber(&c.Draws)), Col("joined", AsNumber(&c.Joined)), Col("reopened", AsIs(&c.Reopened)),
		Col("closed", AsIs(&c.Closed)), Col("renamed_from", AsText(&c.rename.From)),
		Col("renamed_to", AsText(&c.rename.To)), Col("planned_round", AsNumber(&c.plan.Round)),
		Col("planned_at", AsInstant(&c.plan.At)), Col("redrawn", AsNumber(&c.redraw.Draw)),
		Col("board", AsNumber(&c.redraw.Board)), Col("sp", AsNumber(&c.redraw.SP)),
		Col("reason", AsText(&c.redraw.Reason)), Col("changed_by", AsText(&c.By)),
		Col("changed_by_name", AsText(&c.ByName)), Col("changed_at", AsInstant(&c.At)),
		Col("interactions", AsWords(&c.Interactions)), Col("showing_at", AsInstant(&c.ShowingAt)),
		Col("shown", AsIs(&c.Shown)),
	}
})

// A numberRow is a row of event_number.
type numberRow struct {
	event string
	draw  int // index
	index int // in Seal.Added
	evening.Added
}

var numberTable = NewTable("event_number", 3, func(n *numberRow) []Column {
	return []Column{
		Col("event", AsText(&n.event)), Col("draw", AsNumber(&n.draw)), Col("ordinal", AsNumber(&n.index)),
		Col("person", AsText(&n.User)), Col("person_name", AsText(&n.Name)), Col("number", AsNumber(&n.Number)),
	}
})

// A resultRow is a row of event_result.
type resultRow struct {
	event string
	evening.Result
}

func (r resultRow) whole() evening.Result { return r.Result }

var resultTable = NewTable("event_result", 2, func(r *resultRow) []Column {
	return []Column{
		Col("event", AsText(&r.event)), Col("number", AsNumber(&r.Index)), Col("draw", AsNumber(&r.Game.Draw)),
		Col("board", AsNumber(&r.Game.Board)), Col("game", AsNumber(&r.Game.Game)), Col("white", AsText(&r.White)),
		Col("black", AsText(&r.Black)), Col("outcome", AsText((*string)(&r.Outcome))), Col("link", AsText(&r.Link)),
		Col("changes", AsNumber(&r.Changes)), Col("told_by", AsText(&r.By)), Col("told_by_name", AsText(&r.ByName)),
		Col("told_at", AsInstant(&r.At)),
	}
})

// A gameRow is a row of event_game.
type gameRow struct {
	event string
	index int // in Event.Online
	evening.OnlineGame
}

var gameTable = NewTable("event_game", 2, func(g *gameRow) []Column {
	return []Column{
		Col("event", AsText(&g.event)), Col("number", AsNumber(&g.index)), Col("draw", AsNumber(&g.Game.Draw)),
		Col("board", AsNumber(&g.Game.Board)), Col("game", AsNumber(&g.Game.Game)), Col("id", AsText(&g.ID)),
		Col("white", AsText(&g.White)), Col("black", AsText(&g.Black)), Col("by_lot", AsText(&g.ByLot)),
		Col("days", AsIs(&g.Days)), Col("changes", AsNumber(&g.Changes)), Col("opened_at", AsInstant(&g.At)),
		Col("ask_at", AsInstant(&g.AskAt)), Col("white_account", AsText(&g.Players[0])),
		Col("black_account", AsText(&g.Players[1])),
	}
})
