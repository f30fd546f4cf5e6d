package bot_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"chess960bot/bot"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

var soakFor = flag.Duration("soak", 0, "how long the soak test lasts; if not set, a minute in long runs only")

// restFault returns a fault for one in twenty requests.
func restFault(r discordtest.Request) *discordtest.Fault {
	if rand.N(20) > 0 {
		return nil
	}
	faults := []discordtest.Fault{
		{Status: 500}, {HTML: true}, {DropBefore: true}, {DropAfter: true}, {StatusAfter: 504},
		{RetryAfter: 100 * time.Millisecond}, {RetryAfter: 200 * time.Millisecond, Scope: "global"},
		{Delay: 300 * time.Millisecond}, {Status: 404, Code: unknownInteraction},
	}
	return &faults[rand.N(len(faults))]
}

// trouble disturbs the gateway again and again until over is closed.
func trouble(w *world, over <-chan struct{}) {
	troubles := []func(){
		w.Drop, w.AskReconnect, w.AskHeartbeat,
		func() { w.CloseGateway(4000) },
		func() { w.InvalidateSessions(rand.N(2) == 0) },
		func() { w.SendFrame(websocket.TextMessage, []byte("null")) },
		func() { w.SendFrame(websocket.TextMessage, []byte(`{"op":0,"s":1,"t":"GUILD_CREATE","d":null}`)) },
		func() { w.SendFrame(websocket.BinaryMessage, []byte("x")) },
	}
	for {
		select {
		case <-over:
			return
		case <-time.After(rand.N(2 * time.Second)):
			troubles[rand.N(len(troubles))]()
		}
	}
}

// somebody asks questions and presses buttons until over is closed. It counts the
// interactions and the answers.
func somebody(t *testing.T, w *world, who discordtest.User, over <-chan struct{}, asked, answered *atomic.Int64) {
	ask := []func() (*discordtest.Answer, error){
		func() (*discordtest.Answer, error) {
			return w.Slash(within(t), who, discordtest.Channel, "sp", map[string]any{"number": rand.N(960)})
		},
		func() (*discordtest.Answer, error) {
			return w.Slash(within(t), who, discordtest.Place{}, "encode", map[string]any{"position": "no position"})
		},
		func() (*discordtest.Answer, error) {
			return w.Slash(within(t), who, discordtest.Channel, "random", nil)
		},
		func() (*discordtest.Answer, error) {
			return w.Slash(within(t), who, discordtest.Channel, "daily", nil)
		},
	}
	var last *discordtest.Message
	for {
		select {
		case <-over:
			return
		default:
		}
		asked.Add(1)
		var answer *discordtest.Answer
		var err error
		if last != nil && rand.N(2) == 0 {
			answer, err = w.Press(within(t), who, last, last.Buttons()[0].CustomID)
			last = nil
		} else {
			answer, err = ask[rand.N(len(ask))]()
		}
		if err == discordtest.ErrNoBot { // no session can take the interaction
			asked.Add(-1)
			_ = w.WaitReady(within(t))
		}
		if err != nil {
			continue
		}
		answered.Add(1)
		if len(answer.Message.Buttons()) > 0 {
			last = answer.Message
		}
	}
}

// Under load and with constant faults, the bot answers most interactions. Afterwards it
// uses no more goroutines and memory than before.
func TestSoak(t *testing.T) {
	lasting := *soakFor
	if lasting == 0 {
		testrun.LongOnly(t, "takes half a minute")
		lasting = testrun.Sized(0, 30*time.Second, time.Minute)
	}
	w := openBot(t, bot.Options{}, discordtest.Heartbeat(time.Second), discordtest.History(10))
	for range 50 {
		slash(t, w, "random")
	}
	earlier := measure()
	w.SetFaults(restFault)
	over := make(chan struct{})
	var busy sync.WaitGroup
	var asked, answered atomic.Int64
	busy.Go(func() { trouble(w, over) })
	people := []discordtest.User{discordtest.Anna, discordtest.Ben, discordtest.Cleo}
	for i := range 12 {
		busy.Go(func() { somebody(t, w, people[i%len(people)], over, &asked, &answered) })
	}
	time.Sleep(lasting)
	close(over)
	busy.Wait()
	w.SetFaults(nil)
	w.settle(t, 1, 0)
	for range 50 {
		slash(t, w, "random")
	}
	after := measure()
	t.Logf("%v: %d asked, %d answered, %d identifies, %d resumes; before %v, after %v", lasting, asked.Load(), answered.Load(), w.Identifies(), w.Resumes(), earlier, after)
	if least := int64(10 * lasting.Seconds()); asked.Load() < least || answered.Load() < asked.Load()*4/5 {
		t.Errorf("%d of %d are answered, want four of five, and at least %d asked", answered.Load(), asked.Load(), least)
	}
	if after.goroutines > earlier.goroutines+idle {
		t.Errorf("goroutines: %d before, %d after", earlier.goroutines, after.goroutines)
	}
	if w.log.has("reference=") {
		t.Errorf("a command failed:\n%s", w.log)
	}
}

// idle is the largest number of goroutines of idle connections: 64 connections are kept,
// each with two goroutines on the bot's side and one on the stand-in's.
const idle = 64*3 + 10

// A measurement is the resources that the process uses.
type measurement struct {
	goroutines int
	heap       uint64 // bytes in use
}

func (m measurement) String() string {
	return fmt.Sprintf("%d goroutines, %.1f MB of heap", m.goroutines, float64(m.heap)/1e6)
}

func measure() measurement {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return measurement{runtime.NumGoroutine(), m.HeapAlloc}
}

// During a flood of interactions the number of goroutines is limited. The other
// interactions wait or are dropped. Afterwards no goroutines and no memory are left.
func TestFlood(t *testing.T) {
	testrun.LongOnly(t, "50,000 interactions")
	const flood = 50_000
	w := openBot(t, bot.Options{}, discordtest.History(10))
	slash(t, w, "random")
	earlier := measure()
	most := 0
	for i := range flood {
		interaction := interactionOf(1)
		interaction["id"], interaction["token"] = fmt.Sprint(i+1), "flood"
		if err := w.Dispatch("INTERACTION_CREATE", interaction); err != nil {
			t.Fatal(err)
		}
		if i%100 == 0 {
			most = max(most, runtime.NumGoroutine())
		}
	}
	for { // until the queue is empty
		if _, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "random", nil); err == nil {
			break
		}
	}
	for range 50 {
		slash(t, w, "random")
	}
	after := measure()
	t.Logf("%d interactions; before %v, at most %d goroutines, after %v", flood, earlier, most, after)
	if most > earlier.goroutines+1000 {
		t.Errorf("%d goroutines during the flood", most)
	}
	if after.goroutines > earlier.goroutines+idle || after.heap > earlier.heap+32<<20 {
		t.Errorf("before %v, after %v", earlier, after)
	}
	if n := strings.Count(w.log.String(), " count="); n > 10 {
		t.Errorf("%d lines of log about dropped interactions", n)
	}
}
