package store_test

import (
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// When the commit of a claim fails, after its rows have been returned, the claim is neither
// acknowledged nor stored.
func TestFailingWrites(t *testing.T) {
	testrun.LongOnly(t, "every write fails once")
	for _, kilobytes := range []int{0, 30, 500} {
		out, err := childProcess("claim", storetest.SQLite(t), kilobytes<<10).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "whole") || strings.Contains(string(out), " 0 failures") {
			t.Errorf("%d KB: %v\n%s", kilobytes, err, out)
		}
		t.Logf("%d KB: %s", kilobytes, out)
	}
}

// claimUntilFull claims posts while the log may grow by only room bytes. It prints "whole"
// if exactly the acknowledged claims are in the database.
func claimUntilFull(url string, room int) {
	t := fatal{}
	s, err := store.Open(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	posts := 0
	for ; posts < 100; posts++ {
		if err := plan(ctx, s, fmt.Sprintf("%03d", posts)); err != nil {
			t.Fatal(err)
		}
	}
	ignoreFileSignal()
	var unlimited syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &unlimited); err != nil {
		t.Fatal(err)
	}
	log, err := os.Stat(strings.TrimPrefix(url, "sqlite:") + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	limitFiles(uint64(log.Size()+int64(room)), unlimited.Max)
	claims := map[string]int{}
	failures := 0
	for i := range 1000 {
		p, ok, err := s.Claim(ctx, noon.Add(time.Duration(i)*time.Minute), strings.Repeat("h", i), 59*time.Second)
		if err != nil {
			failures++
		}
		if ok != (err == nil) {
			t.Fatal(p, ok, err)
		}
		if ok {
			claims[p.Channel]++
		}
	}
	limitFiles(unlimited.Cur, unlimited.Max)
	for i := range posts {
		channel := fmt.Sprintf("%03d", i)
		got, err := storetest.PostsOf(ctx, s, channel)
		if err != nil || len(got) != 1 || got[0].Attempts != claims[channel] {
			t.Fatal(channel, got, err, "want attempts", claims[channel])
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	fmt.Println(1000-failures, "claims,", failures, "failures, whole")
}

// ignoreFileSignal makes a write beyond the limit fail, instead of ending the
// process.
func ignoreFileSignal() { signal.Ignore(syscall.SIGXFSZ) }

// limitFiles sets how large files may become.
func limitFiles(current, most uint64) {
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: current, Max: most}); err != nil {
		fatal{}.Fatal(err)
	}
}
