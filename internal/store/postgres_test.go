package store_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// All processes may start at the same moment on an empty database.
func TestPostgreSQLOpenedAtOnce(t *testing.T) {
	address := storetest.Postgres(t)
	var all sync.WaitGroup
	for i := range 6 {
		all.Go(func() {
			s, err := store.Open(ctx, address)
			if err != nil {
				t.Error(err)
				return
			}
			if err := save(ctx, s, fmt.Sprint(i)); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i, s := 0, open(t, address); i < 6; i++ {
		if !saved(t, s, fmt.Sprint(i)) {
			t.Errorf("what process %d saved is not there", i)
		}
	}
}

// If the database's clock goes back, the slots and the limits go back too: nobody waits
// for the time by which the clock went back.
func TestSlotsFollowTheClock(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	const day = int64(24 * time.Hour / time.Millisecond)
	for purpose, ahead := range map[string]time.Duration{"posts": time.Hour, "limited": 0} {
		limit := 2*time.Hour - 2*ahead
		_, err := s.DB().Exec(`INSERT INTO request_slot SELECT $1, now + $2::bigint, now + $3::bigint, now
			FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $4::bigint AS now) AS clock`, purpose, ahead.Milliseconds(), limit.Milliseconds(), day)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []time.Duration{ahead, ahead * 3 / 2} {
			wait, limited, err := s.ReserveSlots(ctx, purpose, 1, 30*time.Minute)
			if err != nil || wait.Round(time.Minute) != want || limited.Round(time.Minute) != limit {
				t.Errorf("%s: the wait is %v, want %v; limited for %v, %v", purpose, wait, want, limited, err)
			}
		}
	}
}

// A transaction that hangs on the row of the pace stops nobody: whoever wants a slot gets an
// error after a second, and slots that have passed are pruned without that row.
func TestSlotsBehindAHangingTransaction(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	s := open(t, address)
	if _, err := s.DB().Exec(`INSERT INTO request_slot VALUES ('posts', 1, 1, 1), ('interaction 1', 1, 0, 1)`); err != nil {
		t.Fatal(err)
	}
	hanging := storetest.Hold(t, address, "SELECT 1 FROM request_slot WHERE purpose = 'posts' FOR UPDATE")
	limited, cancel := context.WithTimeout(ctx, 9*time.Second)
	defer cancel()
	_, _, reserved := s.ReserveSlots(limited, "posts", 1, time.Second)
	_, claimed := s.ClaimSlot(limited, "posts", time.Second)
	for doing, err := range map[string]error{"reserve": reserved, "claim": claimed, "limit": s.LimitSlots(limited, "posts", time.Second)} {
		if err == nil || !strings.Contains(err.Error(), "lock timeout") {
			t.Errorf("%s: %v", doing, err)
		}
	}
	if err := s.PruneSlots(limited); err != nil {
		t.Error(err)
	}
	if err := hanging.Commit(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.ReserveSlots(limited, "posts", 1, time.Second); err != nil {
		t.Error(err)
	}
	var timeout string
	if err := s.DB().QueryRow("SHOW lock_timeout").Scan(&timeout); err != nil || timeout != "0" {
		t.Errorf("other statements wait %q for a lock, %v", timeout, err)
	}
}

// Claims on interactions do not stay in the database.
func TestPastSlotsArePruned(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	if _, err := s.DB().Exec(`INSERT INTO request_slot VALUES ('interaction 1', 1, 0, 1), ('posts', 1, 1, 1)`); err != nil {
		t.Fatal(err)
	}
	rows := 0
	err := errors.Join(s.PruneSlots(ctx), s.DB().QueryRow(`SELECT count(*) FROM request_slot`).Scan(&rows))
	if err != nil || rows != 0 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

func TestPostgreSQLOfANewerRelease(t *testing.T) {
	address := storetest.Postgres(t)
	s := open(t, address)
	if _, err := s.DB().Exec("INSERT INTO chess960bot_version (version_id, is_applied) VALUES (960, true)"); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(ctx, address); err == nil || !strings.Contains(err.Error(), "version 960") {
		t.Errorf("got %v", err)
	}
	if err := save(ctx, s, "1"); err != nil {
		t.Error(err)
	}
}

// If a process hangs in the middle of a plan, its rows become free after a while.
func TestPostgreSQLFreesWhatAStoppedProcessHolds(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	var timeout string
	if err := s.DB().QueryRow("SHOW idle_in_transaction_session_timeout").Scan(&timeout); err != nil || timeout != "30s" {
		t.Errorf("the server waits %q, %v", timeout, err)
	}
}

// Errors for wrong names and passwords do not quote the password.
func TestPostgreSQLRefusals(t *testing.T) {
	good, err := url.Parse(storetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, spoil := range []func(*url.URL){
		func(u *url.URL) { u.Path = "/nowhere" },
		func(u *url.URL) { u.User = url.UserPassword("nobody", "s3cret") },
		func(u *url.URL) { u.RawQuery = "sslmode=require" },
		func(u *url.URL) { u.RawQuery = "search_path=nowhere" },
		func(u *url.URL) { u.RawQuery = "nonsense=1" },
	} {
		bad := *good
		bad.User = url.UserPassword(good.User.Username(), "s3cret")
		spoil(&bad)
		s, err := store.Open(ctx, bad.String())
		if err == nil {
			t.Errorf("%s was opened: %v", bad.Redacted(), s.Close())
			continue
		}
		if strings.Contains(err.Error(), "s3cret") {
			t.Error(err)
		}
		t.Log(err)
	}
	with := *good
	with.User = url.UserPassword(good.User.Username(), "s3cret")
	if s, err := store.Open(ctx, with.String()); err == nil {
		if text := fmt.Sprintf("%v %+v %#v %s", s, s, s, save(ctx, s, "1")); strings.Contains(text, "s3cret") {
			t.Error(text)
		}
		_ = s.Close()
	}
}
