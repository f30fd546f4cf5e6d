package rows

import (
	"chess960bot/commands/event/evening"
	"chess960bot/internal/store"
)

// readTwins reads the events of a server that may stand in its list: those of open evenings, and the last ones of the
// channel.
const readTwins = `SELECT server_event FROM event WHERE guild = $1 AND id <> $2 AND server_event <> 'null' AND (closed_at = 0 OR channel = $3)`

// followServer brings the server's event of an evening in step with it: see [evening.Event.FollowServer]. A new event learns
// whether another evening has one of the same name and start.
func followServer(tx *store.Tx, previous, e *evening.Event) {
	e.FollowServer(previous)
	if !e.HasServerEvent() || previous.HasServerEvent() && previous.Server.Made == e.Server.Made {
		return
	}
	for _, other := range store.All(tx, store.ScanOne[string], readTwins, store.Text(e.Guild), store.Text(e.ID), store.Text(e.Channel)) {
		var twin *evening.ServerEvent
		if store.AsJSON(&twin).Scan(other) == nil && twin != nil && twin.Made > 0 && twin.Name == e.Server.Name && twin.First.Equal(e.Server.First) {
			s := *e.Server
			s.Twin = true
			e.Server = &s
		}
	}
}
