package outbox_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/internal/outbox"
)

// A server whose channels refuse all posts is asked 20 times in ten minutes at most. The posts
// of another server arrive meanwhile.
func TestServerThatRefuses(t *testing.T) {
	const channels = 10 // as many as a server can have; a direct message is about each
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	in := func(server, channel, clock string) {
		fx.subscribe(t, channel, clock, "UTC")
		sub := fx.sub(t, channel)
		sub.Guild = server
		if err := dailyrows.Of(fx.store).Save(t.Context(), sub); err != nil {
			t.Fatal(err)
		}
	}
	for i := range channels {
		in("refuses", fmt.Sprint("refusing ", i), "18:00")
	}
	in("other", "club", "18:05")
	no := &outbox.Refusal{Trouble: outbox.Forbidden, Reason: "no", Err: errors.New("no")}
	fx.channels.before, fx.channels.closed = no, no
	fx.set(t, "2026-11-20T18:00:05Z")
	for minute := range 10 {
		if minute == 5 {
			fx.channels.before = nil
		}
		fx.tick(t)
		asked := fx.channels.sends + fx.channels.turnedAway
		if want := map[int]int{0: 10, 4: 14}[minute]; want > 0 && asked != want {
			t.Errorf("minute %d: the server has refused %d posts, want %d", minute, asked, want)
		}
		fx.forward(time.Minute)
	}
	fx.expect(t, "club", "2026-11-20 posted")
	fx.forward(time.Hour)
	fx.tick(t)
	for i := range channels {
		fx.expect(t, fmt.Sprint("refusing ", i), "2026-11-20 posted")
	}
}
