package bot_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/commands"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// While 50 people ask for the largest cards once a second, 300 of 300 questions of others
// are answered within Discord's three seconds. Nobody gets silence.
func TestOthersAreAnsweredBesideTheLargestSheets(t *testing.T) {
	testrun.LongOnly(t, "asks for cards for 10 seconds")
	const people, rounds, others300, lasting = 50, 4, 60, 10 * time.Second
	w := connect(t, commands.All(tools(t)), discordtest.History(10))
	w.event(t, "new", map[string]any{"name": "Largest", "rounds": rounds, "boards": 200, "each": true})
	for range rounds {
		w.event(t, "draw", nil)
	}
	var mu sync.Mutex
	var shown, busy, silent int
	ask := func(n, second int) {
		answer, err := w.Slash(within(t), person(1000+n), discordtest.Channel, "event show", map[string]any{"round": 1 + (n+second)%rounds, "cards": true}, eventAsker)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err != nil:
			silent++
		case strings.HasPrefix(answer.Message.Text(), refused):
			busy++
		default:
			shown++
		}
	}
	var asking sync.WaitGroup
	for n := range people {
		asking.Go(func() {
			began := time.Now()
			for second := range int(lasting.Seconds()) {
				time.Sleep(time.Until(began.Add(time.Duration(second) * time.Second)))
				asking.Go(func() { ask(n, second) })
			}
		})
	}
	asked, took := others(t, w, others300, lasting)
	asking.Wait()
	t.Logf("%d of %d others answered; of %d requests for cards %d shown, %d refused, %d unanswered", len(took), asked, shown+busy+silent, shown, busy, silent)
	if len(took) < asked || asked < 300 || silent > 0 {
		t.Error("somebody got no answer")
	}
}
