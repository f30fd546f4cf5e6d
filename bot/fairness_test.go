package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/internal/discordtest"
	"chess960bot/internal/testrun"
)

// A flood is one person who asks all the time, with the time that Discord takes to accept
// an answer.
type flood struct {
	perSecond int
	callback  time.Duration
	rate      bot.Rate // of answers to a person
}

// While one person floods the bot, 50 others are answered.
func TestOthersAreAnsweredDuringAFlood(t *testing.T) {
	testrun.LongOnly(t, "floods for 80 seconds")
	t.Parallel()
	standard, off := bot.Rate{Times: 10, Per: 10 * time.Second}, bot.Rate{}
	floods := []flood{
		{400, 300 * time.Millisecond, standard}, {150, time.Second, standard},
		{400, 300 * time.Millisecond, off}, {150, time.Second, off},
	}
	const people, lasting = 50, 20 * time.Second
	for _, f := range floods {
		t.Run(fmt.Sprintf("%d a second, callbacks of %v, rate %d", f.perSecond, f.callback, f.rate.Times), func(t *testing.T) {
			w := openBot(t, f.rate, bot.Rate{}, discordtest.History(10))
			w.SetFaults(func(r discordtest.Request) *discordtest.Fault {
				if strings.HasSuffix(r.Path, "/callback") {
					return &discordtest.Fault{Delay: f.callback}
				}
				return nil
			})
			over := make(chan struct{})
			var flooding sync.WaitGroup
			sent := 0
			flooding.Go(func() { sent = sendFlood(t, w, f.perSecond, over) })
			asked, took := others(t, w, people, lasting)
			close(over)
			flooding.Wait()
			slices.Sort(took)
			t.Logf("%d of %d answered, median and slowest within %v and %v, during %d interactions of the flood",
				len(took), asked, took[len(took)/2], took[len(took)-1], sent)
			if len(took)*100 < asked*99 {
				t.Errorf("%d of %d are answered", len(took), asked)
			}
		})
	}
}

// sendFlood makes one person ask, press buttons and type, perSecond times a second. It
// returns the number of interactions.
func sendFlood(t *testing.T, w *world, perSecond int, over <-chan struct{}) (sent int) {
	user := map[string]any{"id": discordtest.Anna.ID, "username": "anna"}
	kinds := []map[string]any{
		{"type": 2, "data": map[string]any{"id": "1", "name": "random", "type": 1}},
		{"type": 3, "data": map[string]any{"component_type": 2, "custom_id": "sp:next:1"}, "message": map[string]any{"id": "1"}},
		{"type": 4, "data": map[string]any{"id": "1", "name": "encode", "type": 1, "options": []any{map[string]any{"name": "position", "type": 3, "value": "R", "focused": true}}}},
	}
	beat := time.NewTicker(10 * time.Millisecond)
	defer beat.Stop()
	for began := time.Now(); ; {
		select {
		case <-over:
			return sent
		case <-beat.C:
		}
		for ; sent < int(time.Since(began).Seconds()*float64(perSecond)); sent++ {
			i := kinds[sent%len(kinds)]
			i["id"], i["token"], i["user"], i["channel_id"] = fmt.Sprint(sent+1), "flood", user, discordtest.ChannelID
			if err := w.Dispatch("INTERACTION_CREATE", i); err != nil {
				t.Error(err)
				return sent
			}
		}
	}
}

// others makes people ask once every two seconds, each in a different channel. It returns
// how often they asked, and how long each answer took.
func others(t *testing.T, w *world, people int, lasting time.Duration) (asked int, took []time.Duration) {
	const pause = 2 * time.Second
	var asking sync.WaitGroup
	var mu sync.Mutex
	end := time.Now().Add(lasting)
	for n := range people {
		who := discordtest.User{ID: fmt.Sprint(9_000_000_000_000_000 + n), Name: fmt.Sprintf("Other %d", n)}
		ask := func() {
			began := time.Now()
			_, err := w.Slash(within(t), who, who.DM(), []string{"about", "sp"}[n%2], []map[string]any{nil, {"number": n}}[n%2])
			mu.Lock()
			defer mu.Unlock()
			if asked++; err == nil {
				took = append(took, time.Since(began))
			}
		}
		asking.Go(func() {
			for next := time.Now().Add(pause * time.Duration(n) / time.Duration(people)); next.Before(end); next = next.Add(pause) {
				time.Sleep(time.Until(next))
				asking.Go(ask)
			}
		})
	}
	asking.Wait()
	return asked, took
}
