package crashtest

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

var crashRounds = flag.Int("crash.rounds", 0, "rounds of the random kills; if not set, 4 in long runs, 10 in whole ones, else none")

// rounds returns how many rounds of random kills the test makes.
func rounds(t *testing.T) int {
	t.Helper()
	if *crashRounds > 0 {
		return *crashRounds
	}
	testrun.LongOnly(t, "kills the program a hundred times")
	return testrun.Sized(0, 4, 10)
}

// A killTest kills processes in rounds, each with new channels.
type killTest struct {
	*testing.T
	scenes    []scene
	database  string
	processes int // at the same time
	control   control
	discord   *discordtest.Server
	chaos     *chaos
	server    *storetest.Server // crashes after each kill; nil for none
	kills     int
	counts    map[string]*count // by scene
}

// round makes channels in which posts are due and people act, and kills processes. The last
// process is not disturbed.
func (k *killTest) round(number int) {
	k.Helper()
	o := orders{API: k.discord.URL(), Database: k.database, Control: k.control, Channels: map[string][]string{}}
	ctx, cancel := context.WithTimeout(k.Context(), 5*time.Minute)
	defer cancel()
	var people sync.WaitGroup
	seen, calm, judges := &witness{}, make(chan struct{}), []func(kept *store.Store){}
	for i, s := range k.scenes {
		for n := range s.channels {
			channel := addChannel(k.T, k.discord, s, number*1000+i*10+n)
			o.Channels[s.name] = append(o.Channels[s.name], channel.ChannelID)
			if s.people != nil {
				people.Go(func() { s.people(ctx, k.discord, channel, calm, seen) })
			}
			judges = append(judges, func(kept *store.Store) {
				if s.unstage != nil {
					s.unstage(k.discord, channel)
				}
				k.counts[s.name].add(s.judge(k.T, k.discord, kept, channel, seen))
			})
		}
	}
	k.chaos.set(false)
	left := k.killSome(ctx, o)
	k.chaos.set(true)
	close(calm)
	o.Last = true
	last := k.worker(ctx, o)
	finish, _ := last.StdinPipe()
	if err := last.Start(); err != nil {
		k.Fatal(err)
	}
	people.Wait()
	finish.Close()
	if err := last.Wait(); err != nil {
		k.Fatalf("the last process: %v\n%s", err, last.Stderr)
	}
	for _, w := range left {
		w.Wait()
	}
	kept, err := store.OpenUnsynced(k.Context(), k.database) // until the next round begins
	if err != nil {
		k.Fatal(err)
	}
	defer kept.Close()
	for _, judge := range judges {
		judge(kept)
	}
}

// killSome runs processes, and kills each at a random time. Of several at the same time it
// stops some for longer than their leases, and returns these: they go on beside the others.
func (k *killTest) killSome(ctx context.Context, o orders) (left []*exec.Cmd) {
	for range 3 + rand.IntN(3) {
		var running []*exec.Cmd
		for range k.processes {
			w := k.worker(ctx, o)
			if err := w.Start(); err != nil {
				k.Fatal(err)
			}
			running = append(running, w)
		}
		for _, w := range running {
			life := 40*time.Millisecond + rand.N(900*time.Millisecond)
			time.Sleep(life / time.Duration(k.processes))
			if k.processes > 1 && rand.IntN(4) == 0 {
				w.Process.Signal(syscall.SIGSTOP)
				time.AfterFunc(fastTiming.Lease+rand.N(800*time.Millisecond), func() { w.Process.Signal(syscall.SIGCONT) })
				left = append(left, w)
				continue
			}
			if w.Process.Kill() == nil {
				k.kills++
			}
			w.Wait()
			if k.server != nil {
				k.server.Crash()
			}
		}
		if k.control.Blind || rand.IntN(4) == 0 { // slower than Discord remembers nonces
			time.Sleep(fastNonces + fastTiming.Lease/2)
		}
	}
	return left
}

// worker returns a command for a process that follows the orders. It is killed when the
// context ends. Its log must name no person.
func (k *killTest) worker(ctx context.Context, o orders) *exec.Cmd {
	k.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		k.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), workerOrders+"="+string(text))
	log := new(bytes.Buffer)
	cmd.Stderr = log
	var people []discordtest.User
	for n := range racers {
		people = append(people, racer(n))
	}
	for _, channels := range o.Channels {
		for _, channel := range channels {
			people = append(people, personOf(channel))
		}
	}
	k.Cleanup(func() {
		for _, line := range discordtest.Naming(log.String(), people...) {
			k.Errorf("the log names a person: %s", line)
		}
	})
	return cmd
}

// run makes rounds, and returns what happened.
func (k *killTest) run(rounds int, nonces time.Duration) {
	k.discord, k.chaos = startDiscord(k.T, nonces)
	k.counts = map[string]*count{}
	for _, s := range k.scenes {
		k.counts[s.name] = &count{}
	}
	for number := range rounds {
		k.round(number)
	}
	for _, rule := range k.discord.Broken() {
		// A process that was killed does not answer, and one that was stopped misses heartbeats.
		if !strings.Contains(rule, "was not answered within") && !strings.Contains(rule, "gateway") {
			k.Error("rule broken: ", rule)
		}
	}
}

func (k *killTest) report() {
	k.Logf("%d processes killed", k.kills)
	for _, name := range slices.Sorted(maps.Keys(k.counts)) {
		if c := k.counts[name]; c.posts > 0 {
			k.Logf("%s: %v", name, c)
		}
	}
}

// Processes are killed at random times: one after the other, and on PostgreSQL two at the
// same time, of which some are only stopped for longer than their leases. Requests and
// answers are lost. Nothing is doubled, missing or lost.
func TestRandomKills(t *testing.T) {
	t.Parallel()
	all := rounds(t)
	parts := min(4, all) // each with a Discord and a database of its own: they mostly wait
	for name, address := range storetest.Both {
		for part := range parts {
			t.Run(fmt.Sprint(name, " ", part), func(t *testing.T) {
				t.Parallel()
				k := &killTest{T: t, scenes: scenes(), database: address(t), processes: map[string]int{"SQLite": 1, "PostgreSQL": 2}[name]}
				k.run((all+part)/parts, fastNonces)
				k.report()
				for name, c := range k.counts {
					if c.bad() {
						t.Errorf("%s: %v", name, c)
					}
				}
			})
		}
	}
}

// The database's server crashes while processes are killed, in races and evenings too. Nothing
// that was saved is lost, and nothing is doubled or missing.
func TestDatabaseCrashes(t *testing.T) {
	t.Parallel()
	all := rounds(t)
	server := storetest.StartServer(t)
	k := &killTest{T: t, scenes: scenes(), database: server.URL(), processes: 2, server: server}
	k.run((all+9)/10, fastNonces)
	k.report()
	for name, c := range k.counts {
		if c.bad() {
			t.Errorf("%s: %v", name, c)
		}
	}
}

// The control shows that the test can fail: without looking, posts arrive twice. Nonces are
// not needed after a kill, because the successor looks first; they are after a process was
// stopped: see TestStoppedAtEveryStepWithoutNonces.
func TestRandomKillsWithoutLooks(t *testing.T) {
	t.Parallel()
	rounds(t)
	doubled := 0
	for tries := 8; doubled == 0 && tries > 0; tries-- { // chance may spare some rounds
		k := &killTest{T: t, scenes: postScenes(), database: storetest.SQLite(t), processes: 1, control: control{Blind: true}}
		k.run(4, fastNonces)
		k.report()
		for _, c := range k.counts {
			doubled += c.doubled
		}
	}
	if doubled == 0 {
		t.Error("nothing goes wrong")
	}
}
