package store_test

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

var ctx = context.Background()

// Environment variables for a child process, which is the test binary again: the store,
// the task, and a number for the task.
const (
	childURL    = "STORE_TEST_URL"
	childTask   = "STORE_TEST_TASK"
	childNumber = "STORE_TEST_NUMBER"
)

// children are the tasks of child processes.
var children = map[string]func(url string, number int){"work": workForEver, "claim": claimUntilFull, "synced": printSynced, "full": probeFullDisk}

func TestMain(m *testing.M) {
	if url := os.Getenv(childURL); url != "" {
		number, _ := strconv.Atoi(os.Getenv(childNumber))
		children[os.Getenv(childTask)](url, number)
		return
	}
	os.Exit(m.Run())
}

// childProcess returns the command that runs a child.
func childProcess(task, url string, number int) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childURL+"="+url, childTask+"="+task, childNumber+"="+strconv.Itoa(number))
	return cmd
}

// workForEver calls work for one channel after the other, and prints each step that was
// acknowledged.
func workForEver(url string, first int) {
	s, err := store.Open(ctx, url)
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Probe(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println("ready")
	for i := first; ; i++ {
		work(fatal{}, s, strconv.Itoa(i), func(step string) { fmt.Println(i, step) })
	}
}

// fatal replaces [testing.T] in the child.
type fatal struct{}

func (fatal) Fatal(args ...any) { log.Fatal(args...) }

// runAndKill runs a child, kills it some time after it is ready (or after its start), and
// returns the last step that it printed.
func runAndKill(t *testing.T, url string, first int, untilReady bool, after time.Duration) (channel int, step string) {
	t.Helper()
	cmd := childProcess("work", url, first)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := func() { time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) }
	if !untilReady {
		kill()
	}
	channel = -1
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if lines.Text() == "ready" && untilReady {
			kill()
		}
		if n, s, ok := strings.Cut(lines.Text(), " "); ok {
			channel, _ = strconv.Atoi(n)
			step = s
		}
	}
	_ = cmd.Wait() // it was killed
	return channel, step
}

// Nothing that was acknowledged is lost by kill -9.
func TestKillLosesNothing(t *testing.T) {
	testrun.NotShort(t, "starts processes")
	for name, address := range storetest.Both {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, acknowledged := address(t), 0
			for round := range testrun.Choose(2, 8) {
				first := round * 1_000_000
				last, step := runAndKill(t, url, first, true, time.Duration(rand.IntN(100))*time.Millisecond)
				s := open(t, url)
				for i := first; i < last; i++ {
					wantStep(t, s, strconv.Itoa(i), "posted")
					acknowledged++
				}
				if last >= first {
					wantStep(t, s, strconv.Itoa(last), step)
				}
				settle(t, s)
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			t.Logf("%d channels were acknowledged", acknowledged)
		})
	}
}

// settle finishes the posts of a killed process, so that the next one finds only its own.
func settle(t *testing.T, s *store.Store) {
	t.Helper()
	for {
		p, ok, err := s.Claim(ctx, noon, "settler", time.Hour)
		if err != nil {
			t.Error(err)
		}
		if !ok {
			return
		}
		p.State = "posted"
		if _, err := s.Record(ctx, "settler", p); err != nil {
			t.Error(err)
		}
	}
}

// If a process is killed while it creates the database, the database can still be opened.
func TestKillAtTheStart(t *testing.T) {
	testrun.NotShort(t, "starts processes")
	for name, address := range missing {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range testrun.Choose(3, 10) {
				url := address(t)
				runAndKill(t, url, 0, false, time.Duration(rand.IntN(80))*time.Millisecond)
				s := open(t, url)
				work(t, s, "last", func(string) {})
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
