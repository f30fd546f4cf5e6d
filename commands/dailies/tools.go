package dailies

import (
	"context"
	"time"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/when"
	"chess960bot/internal/service/languages"
	"chess960bot/render"
)

// Tools are what /daily and /daily-posts work with.
type Tools struct {
	Boards *render.Renderer
	Store  daily.Store
	// Languages say in which language the posts of a server are.
	Languages *languages.Servers
	Now       func() time.Time // the clock
	Play      bool             // offer games on lichess
}

// zoneTime is how long /daily waits for the daily posts of the server: their time zones say
// which day it is, and people are told if they fail. /daily needs the database for nothing
// else.
const zoneTime = 500 * time.Millisecond

// subsHere returns the subscriptions of the server of a request; none if the store cannot
// be read in time.
func (t Tools) subsHere(ctx context.Context, r *chat.Request) []daily.Sub {
	if r.GuildID == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, zoneTime)
	defer cancel()
	subs, _ := t.Store.Subs(ctx, r.GuildID)
	return subs
}

// dateIn returns today's date in the time zone of a channel's daily post. Without one it
// uses the zone of the server's first daily post, or else UTC.
func (t Tools) dateIn(channel string, subs []daily.Sub) when.Date {
	zone := "UTC"
	for i, s := range subs {
		if i == 0 || s.Channel == channel {
			zone = s.Zone
		}
	}
	location, err := when.LoadZone(zone)
	if err != nil {
		location = time.UTC
	}
	return when.DateOf(t.Now().In(location))
}
