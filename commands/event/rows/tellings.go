package rows

import (
	"database/sql"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
)

// A tellingRow is a row of event_telling.
type tellingRow struct {
	event string
	evening.Telling
}

var tellingTable = store.NewTable("event_telling", 2, func(t *tellingRow) []store.Column {
	return []store.Column{
		store.Col("event", store.AsText(&t.event)), store.Col("number", store.AsNumber(&t.Index)), store.Col("kind", store.AsText((*string)(&t.Kind))),
		store.Col("draw", store.AsNumber(&t.Game.Draw)), store.Col("board", store.AsNumber(&t.Game.Board)), store.Col("game", store.AsNumber(&t.Game.Game)),
		store.Col("black", store.AsIs(&t.Black)), store.Col("name", store.AsText(&t.Name)), store.Col("outcome", store.AsText((*string)(&t.Outcome))),
		store.Col("results", store.AsNumber(&t.Results)), store.Col("changes", store.AsNumber(&t.Changes)), store.Col("told_by", store.AsText(&t.By)),
		store.Col("told_by_name", store.AsText(&t.ByName)), store.Col("told_at", store.AsInstant(&t.At)),
	}
})

// planTold plans the posts that show what the players of a round have told: see [evening.Event.ToldPost].
// A post that waits shows all that comes before it is sent, so the next one is planned only once that
// one was tried. The row of the post that waits is locked: nobody claims it before this change is stored.
func planTold(tx *store.Tx, previous, e *evening.Event) {
	for i := range e.Draws {
		d := &e.Draws[i]
		if i >= len(previous.Draws) || !evening.ToldChanged(previous, &previous.Draws[i], e, d) {
			continue
		}
		first, told := e.ToldPost(d)
		planned := store.All(tx, func(r *sql.Rows) (p outbox.Post, err error) {
			return p, r.Scan(store.AsText(&p.Channel), store.AsInstant(&p.DueAt))
		}, firstTold, store.Text(e.ID), first.Number)
		switch {
		case len(planned) == 0 && told:
			store.Plan(tx, first)
		case len(planned) == 0 || tx.Exec(keepTold, store.Text(e.ID), first.Number) > 0:
		default:
			for p := range e.ToldEdits(d, planned[0]) {
				store.Plan(tx, p)
				if tx.Exec(keepTold, store.Text(e.ID), p.Number) > 0 {
					break
				}
			}
		}
	}
}

// firstTold reads where and when the message of a round begins.
const firstTold = `SELECT channel, due_at FROM post WHERE kind = '` + evening.ToldKind + `' AND subject = $1 AND number = $2`

// keepTold locks a post that nobody has tried.
const keepTold = `
UPDATE post SET state = 'open' WHERE kind = '` + evening.ToldKind + `' AND subject = $1 AND number = $2 AND state = 'open' AND first_sent = 0`
