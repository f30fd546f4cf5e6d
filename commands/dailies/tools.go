package dailies

import (
	"context"
	"time"

	"chess960bot/chat"
	"chess960bot/internal/daily"
	"chess960bot/internal/when"
	"chess960bot/render"
)

// Tools are what /daily and /daily-posts work with.
type Tools struct {
	Boards *render.Renderer
	Store  daily.Store
	Now    func() time.Time // the clock
	Play   bool             // offer games on lichess
}

// zoneTime is how long /daily waits for the time zone of a channel. /daily needs the
// database for nothing else.
const zoneTime = 500 * time.Millisecond

// dateHere returns today's date in the time zone of the channel's daily post. Without
// one it uses the zone of the server's first daily post, or else UTC. If the store
// cannot be read it also uses UTC.
func (t Tools) dateHere(ctx context.Context, r *chat.Request) when.Date {
	zone := "UTC"
	if r.GuildID != "" {
		ctx, cancel := context.WithTimeout(ctx, zoneTime)
		defer cancel()
		subs, _ := t.Store.Subs(ctx, r.GuildID)
		for i, s := range subs {
			if i == 0 || s.Channel == r.ChannelID {
				zone = s.Zone
			}
		}
	}
	location, err := when.LoadZone(zone)
	if err != nil {
		location = time.UTC
	}
	return when.DateOf(t.Now().In(location))
}
