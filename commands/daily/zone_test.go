package daily

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/chat"
	"chess960bot/internal/when"
)

// twoZones is a store with posts in two zones. Without answers it waits until the context
// ends.
type twoZones struct {
	schedule.Store
	answers bool
}

func (s twoZones) Subs(ctx context.Context, _ string) ([]schedule.Sub, error) {
	if !s.answers {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return []schedule.Sub{{Channel: "5", Zone: "Pacific/Kiritimati"}, {Channel: "6", Zone: "Pacific/Honolulu"}}, nil
}

// The date is that of the channel's own post, otherwise that of the server's first one. A
// database that does not answer delays it by less than the time that a command has.
func TestDateHere(t *testing.T) {
	at := time.Date(2026, 11, 22, 11, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		channel string
		answers bool
		day     int
	}{{"5", true, 23}, {"6", true, 22}, {"7", true, 23}, {"5", false, 22}} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
			defer cancel()
			d := Tools{Store: twoZones{answers: c.answers}, Now: func() time.Time { return at }}
			if got := d.dateIn(c.channel, d.subsHere(ctx, &chat.Request{GuildID: "2", ChannelID: c.channel})); got != when.DateOf(time.Date(2026, 11, c.day, 0, 0, 0, 0, time.UTC)) || ctx.Err() != nil {
				t.Errorf("channel %s: %v, %v", c.channel, got, ctx.Err())
			}
		})
	}
}
