package rows

import (
	"chess960bot/commands/event/evening"
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
