package outbox_test

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"chess960bot/internal/store/storetest"
	"chess960bot/internal/testrun"
)

// Four processes share one database. Some are killed. Some are stopped for longer than
// their leases and then continued. Requests and answers are lost. In the end each post
// has arrived once.
func TestManyProcesses(t *testing.T) {
	t.Parallel()
	rounds := *crashRounds
	if rounds == 0 {
		rounds = testrun.Choose(1, 12)
	}
	o := orders{Database: storetest.Postgres(t)}
	discord, chaos := startDiscord(t, crashNonces)
	o.API = discord.URL()
	for round := range rounds {
		o.Channels, o.Seals, o.Troubles = dueChannels(t, discord, round)
		chaos.set(false)
		var workers []*exec.Cmd
		for range 4 {
			w := worker(t.Context(), t, o)
			if err := w.Start(); err != nil {
				t.Fatal(err)
			}
			workers = append(workers, w)
		}
		for _, w := range workers[:3] {
			time.Sleep(time.Duration(20+chaos.intN(150)) * time.Millisecond)
			if chaos.intN(2) == 0 {
				w.Process.Kill()
				continue
			}
			w.Process.Signal(syscall.SIGSTOP)
			time.AfterFunc(crashTiming.Lease+time.Duration(chaos.intN(800))*time.Millisecond, func() { w.Process.Signal(syscall.SIGCONT) })
		}
		for _, w := range workers {
			w.Wait()
		}
		chaos.set(true)
		runWorker(t, o, time.Minute)
	}
	var got tally
	judge(t, &got, discord, o.Database, rounds)
	t.Log(got)
	if got.doubled > 0 || got.missing > 0 || got.posts != dailiesARound*rounds || got.seals != sealsARound*rounds {
		t.Errorf("%v", got)
	}
	for _, rule := range discord.Broken() {
		if !strings.Contains(rule, "gateway") { // a process stopped for long misses heartbeats
			t.Error("rule broken: ", rule)
		}
	}
}
