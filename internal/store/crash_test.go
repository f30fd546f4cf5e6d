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
)

var ctx = context.Background()

// childURL and childFirst are set for a child process, which works on a store
// until it is killed.
const (
	childURL   = "STORE_TEST_URL"
	childFirst = "STORE_TEST_FIRST"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(childURL); url != "" {
		child(url)
		return
	}
	os.Exit(m.Run())
}

// child works for one channel after the other, and prints each step when it is
// acknowledged.
func child(url string) {
	first, _ := strconv.Atoi(os.Getenv(childFirst))
	s, err := store.Open(ctx, url)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("ready")
	for i := first; ; i++ {
		work(fatal{}, s, strconv.Itoa(i), func(step string) { fmt.Println(i, step) })
	}
}

// fatal stands in for a [testing.T] in the child.
type fatal struct{}

func (fatal) Fatal(args ...any) { log.Fatal(args...) }

// runAndKill runs a child for a while after it is ready, or after its start, and
// returns the last step that it printed.
func runAndKill(t *testing.T, url string, first int, untilReady bool, after time.Duration) (channel int, step string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childURL+"="+url, childFirst+"="+strconv.Itoa(first))
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
	for name, address := range databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, acknowledged := address(t), 0
			for round := range 8 {
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

// settle finishes the work that a killed process has left, so that the next one
// finds only its own.
func settle(t *testing.T, s *store.Store) {
	t.Helper()
	if _, err := s.Plan(ctx, noon, 10, tomorrow); err != nil {
		t.Error(err)
	}
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

// A process that is killed while it makes the database leaves one that opens.
func TestKillAtTheStart(t *testing.T) {
	for name, address := range databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 10 {
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
