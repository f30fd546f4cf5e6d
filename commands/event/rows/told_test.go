package rows_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// The 24 players of twelve boards tell at the same time, in three processes that share a database, while
// posts are sent: each board has its result once, and what was sent last says all of them.
func TestTellingsAtTheSameTime(t *testing.T) {
	address := storetest.Postgres(t)
	stores := []*store.Store{open(t, address), open(t, address), open(t, address)}
	e := &evening.Event{ID: "e", Channel: "c", OpenedBy: "org", OpenedAt: storetest.Noon, Rules: evening.Rules{Name: "x", Rounds: 1, Boards: 12, Games: 1, PlayersTell: true}}
	if _, err := e.Draw(evening.Asker{User: "org", At: storetest.Noon}, func(int) (int, error) { return 0, nil }); err != nil {
		t.Fatal(err)
	}
	if err := rows.Of(stores[0]).NewEvent(ctx, e); err != nil {
		t.Fatal(err)
	}
	var people, sender sync.WaitGroup
	done := make(chan struct{})
	posts, shown := 0, 0 // shown is how many results the message says
	sender.Go(func() {
		for last := false; ; {
			p, ok, err := stores[1].Claim(ctx, storetest.Noon.AddDate(0, 0, 1).Add(-time.Hour), "sender", time.Hour, evening.ToldKind)
			if err != nil {
				t.Error(err)
				return
			}
			if ok {
				now, err := rows.Of(stores[1]).Event(ctx, e.Ref())
				if err != nil {
					t.Error(err)
					return
				}
				posts, shown = posts+1, len(now.Results)
				p.State, p.MessageID = outbox.Posted, "1"
				if _, err := stores[1].Record(ctx, "sender", p); err != nil {
					t.Error(err)
				}
				continue
			}
			if last {
				return
			}
			select {
			case <-done:
				last = true
			default:
			}
		}
	})
	for i := range 24 {
		people.Go(func() {
			by := evening.Asker{User: fmt.Sprint("person", i), At: storetest.Noon.Add(time.Minute)}
			seat := evening.Seat{Game: evening.GameRef{Board: i/2 + 1, Game: 1}, Black: i%2 == 1, Name: fmt.Sprint("Player ", i)}
			if _, err := rows.Of(stores[i%3]).UpdateEvent(ctx, e.Ref(), func(e *evening.Event) error {
				return e.Tell(by, seat, evening.Drawn, 0)
			}); err != nil {
				t.Error(err)
			}
		})
	}
	people.Wait()
	close(done)
	sender.Wait()
	got, err := rows.Of(stores[2]).Event(ctx, e.Ref())
	if err != nil || len(got.Results) != 12 || len(got.Tellings) != 24 || len(got.Missing(&got.Draws[0])) > 0 || shown != 12 {
		t.Errorf("%d results, %d tellings, %d results in the message after %d posts, %v", len(got.Results), len(got.Tellings), shown, posts, err)
	}
	t.Logf("%d posts", posts)
}
