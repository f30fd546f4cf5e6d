package bot_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/internal/chat"
	"chess960bot/internal/metrics"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// A flood is one person who asks all the time, with the time that Discord takes to accept
// an answer.
type flood struct {
	perSecond int
	callback  time.Duration
	rate      bot.Rate // of answers to a person
}

// Others are answered while no interaction of a flood is. The number of waiting
// interactions is limited, and the rest of the flood is dropped and counted.
func TestOthersAreAnsweredDuringAFlood(t *testing.T) {
	t.Parallel()
	server, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	const flood, running, waiting = 1200, 8, 1024 // of one asker
	leave, begun := make(chan struct{}), make(chan struct{}, flood)
	slow := simple("slow", func(context.Context, *chat.Request) (*chat.Reply, error) {
		begun <- struct{}{}
		<-leave
		return chat.Say(voice.Raw("done")), nil
	})
	counted := metrics.New("v1", tools(t).Store.(metrics.Database), slog.New(slog.DiscardHandler))
	w := &world{Server: server}
	quick := simple("quick", func(context.Context, *chat.Request) (*chat.Reply, error) { return chat.Say(voice.Raw("done")), nil })
	w.start(t, bot.Options{Token: discordtest.Token, Commands: []chat.Command{slow, quick}, Metrics: counted})
	defer w.stop()
	if err := server.WaitCommands(within(t), "slow"); err != nil {
		t.Fatal(err)
	}
	for n := range flood {
		interaction := map[string]any{
			"id": fmt.Sprint(n + 1), "token": "flood", "type": 2, "channel_id": discordtest.ChannelID,
			"user": map[string]any{"id": discordtest.Anna.ID}, "data": map[string]any{"id": "1", "name": "slow", "type": 1},
		}
		if err := server.Dispatch("INTERACTION_CREATE", interaction); err != nil {
			t.Fatal(err)
		}
		if n < running {
			<-begun // the others must find these places taken
		}
	}
	// The bot reads interactions in order: once somebody else has an answer, the flood was
	// read. One interaction of the flood was dropped to make room for that person.
	for n := range 20 {
		other := discordtest.User{ID: fmt.Sprint(9_000_000_000_000_000 + n), Name: fmt.Sprint("Other ", n)}
		if _, err := server.Slash(within(t), other, discordtest.Channel, "quick", nil); err != nil {
			t.Errorf("%s: %v", other.Name, err)
		}
	}
	wantLines(t, scraped(t, counted), fmt.Sprintf(`chess960bot_answers_total{command="slow",outcome="shed"} %d`, flood-running-waiting+1))
	close(leave)
}

// While one person floods the bot for a while, and Discord is slow for everyone, 99 of 100
// questions of 50 others are answered.
func TestOthersAreAnsweredBesideOne(t *testing.T) {
	testrun.LongOnly(t, "floods for half a minute")
	t.Parallel()
	standard, off := bot.Rate{Times: 10, Per: 10 * time.Second}, bot.Rate{}
	floods := []flood{
		{400, 300 * time.Millisecond, standard}, {150, time.Second, standard},
		{400, 300 * time.Millisecond, off}, {150, time.Second, off},
	}
	const people = 50
	lasting := testrun.Sized(0, 8*time.Second, 20*time.Second)
	for _, f := range floods {
		t.Run(fmt.Sprintf("%d a second, callbacks of %v, rate %d", f.perSecond, f.callback, f.rate.Times), func(t *testing.T) {
			w := openFlooded(t, f.rate)
			w.SetFaults(func(r discordtest.Request) *discordtest.Fault {
				if strings.HasSuffix(r.Path, "/callback") {
					return &discordtest.Fault{Delay: f.callback}
				}
				return nil
			})
			over := make(chan struct{})
			var flooding sync.WaitGroup
			sent := 0
			flooding.Go(func() { sent = sendFlood(t, w, 1, f.perSecond, over) })
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

// Answers that wait for Discord keep no worker: while Discord accepts none of a crowd's, which
// are more than there are workers, somebody else is answered.
func TestAnswersWaitWithoutAWorker(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		const crowd = 100 // the bot has 64 workers
		quick := simple("quick", func(context.Context, *chat.Request) (*chat.Reply, error) { return chat.Say(voice.Raw("done")), nil })
		w := connect(t, []chat.Command{quick})
		waiting := make(chan struct{}, crowd)
		w.SetFaults(func(r discordtest.Request) *discordtest.Fault {
			if !strings.HasSuffix(r.Path, "/crowd/callback") {
				return nil
			}
			select {
			case waiting <- struct{}{}:
			default: // a further attempt
			}
			return &discordtest.Fault{Delay: patience}
		})
		for n := range crowd {
			interaction := map[string]any{
				"id": fmt.Sprint(n + 1), "token": "crowd", "type": 2, "channel_id": discordtest.ChannelID,
				"user": map[string]any{"id": fmt.Sprint(8_000_000_000_000_000 + n)}, "data": map[string]any{"id": "1", "name": "quick", "type": 1},
			}
			if err := w.Dispatch("INTERACTION_CREATE", interaction); err != nil {
				t.Fatal(err)
			}
		}
		for n := range crowd {
			select {
			case <-waiting:
			case <-within(t).Done():
				t.Fatalf("%d answers of %d were sent: the others have no worker", n, crowd)
			}
		}
		if _, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "quick", nil); err != nil {
			t.Error(err)
		}
	})
}

// While 200 people ask 20 times a second each, and Discord takes a second to accept each answer,
// everybody else is answered.
func TestOthersAreAnsweredBesideACrowd(t *testing.T) {
	testrun.LongOnly(t, "asks 4,000 times a second")
	t.Parallel()
	const crowd, people, perSecond, lasting = 200, 100, 20, 10 * time.Second
	w := openFlooded(t, bot.Rate{Times: 10, Per: 10 * time.Second})
	w.SetFaults(func(r discordtest.Request) *discordtest.Fault {
		if strings.HasSuffix(r.Path, "/callback") {
			return &discordtest.Fault{Delay: time.Second}
		}
		return nil
	})
	over := make(chan struct{})
	var flooding sync.WaitGroup
	sent := 0
	flooding.Go(func() { sent = sendFlood(t, w, crowd, crowd*perSecond, over) })
	asked, took := others(t, w, people, lasting)
	close(over)
	flooding.Wait()
	slices.Sort(took)
	t.Logf("%d of %d others answered, the slowest within %v, during %d interactions of %d people", len(took), asked, took[len(took)-1], sent, crowd)
	if len(took) < asked {
		t.Error("somebody got no answer")
	}
}

// openFlooded connects a bot for a flood. It gives each person so many answers, and has patience:
// a busy machine may take more than three seconds. Without turns for each person, most of the
// others' interactions would be dropped.
func openFlooded(t *testing.T, user bot.Rate) *world {
	t.Helper()
	return openBot(t, bot.Options{RateUser: user, AnswerTime: patience}, discordtest.Deadline(patience), discordtest.History(10))
}

// sendFlood makes people ask, press buttons and type in turn, together perSecond times a
// second. It returns the number of interactions.
func sendFlood(t *testing.T, w *world, people, perSecond int, over <-chan struct{}) (sent int) {
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
			i := kinds[sent/people%len(kinds)]
			user := map[string]any{"id": fmt.Sprint(8_000_000_000_000_000 + sent%people), "username": "flood"}
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
