package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
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
			if err := dailyrows.Of(s).Save(ctx, subOf(fmt.Sprint(i))); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if subs, err := dailyrows.Of(open(t, address)).Active(ctx); err != nil || len(subs) != 6 {
		t.Errorf("%d subscriptions, %v", len(subs), err)
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
	s := open(t, storetest.Postgres(t))
	if _, err := s.DB().Exec(`INSERT INTO request_slot VALUES ('posts', 1, 1, 1), ('interaction 1', 1, 0, 1)`); err != nil {
		t.Fatal(err)
	}
	hanging := holdRow(t, s, "request_slot", "purpose = 'posts'")
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
	if err := dailyrows.Of(s).Save(ctx, subOf("1")); err != nil {
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

// A post that another process claims in the middle of Remove is being sent. Its row must
// stay, or its date could be posted again for a new subscription.
func TestPostgreSQLClaimDuringRemove(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	if err := dailyrows.Of(s).Save(ctx, subOf("1")); err != nil {
		t.Fatal(err)
	}
	if n, err := dailyrows.Of(s).Plan(ctx, noon, 1, tomorrow); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if _, ok, err := s.Claim(ctx, noon, "stopped", time.Hour); !ok || err != nil {
		t.Fatal(ok, err)
	}
	later := noon.Add(24 * time.Hour)
	if n, err := dailyrows.Of(s).Plan(ctx, later, 1, tomorrow); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	tried := holdRow(t, s, "post", "subject = '1' AND number = 20777") // Remove waits at this row
	removed := make(chan error)
	go func() { removed <- dailyrows.Of(s).Remove(ctx, "1", noon) }()
	waitForLock(t, s)
	claimed, ok, err := s.Claim(ctx, later, "h", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if err := tried.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := <-removed; err != nil {
		t.Fatal(err)
	}
	posts, err := dailyrows.Of(s).Posts(ctx, "1", 10)
	if err != nil {
		t.Fatal(err)
	}
	if has := slices.ContainsFunc(posts, func(p schedule.Post) bool { return p.Date == 20778 }); has != ok {
		t.Errorf("claimed %t: %+v; has the date %t: %+v", ok, claimed, has, posts)
	}
}

// A subscription that is resumed at the same moment is not removed to make room.
func TestPostgreSQLResumeWhileRoomIsMade(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	sub := func(i int) schedule.Sub {
		sub := subOf(fmt.Sprint(i))
		sub.Guild = "g"
		return sub
	}
	for i := range schedule.MostPerGuild {
		off := sub(i)
		if i == 0 {
			off.Status = schedule.Disabled
		}
		if err := dailyrows.Of(s).Save(ctx, off); err != nil {
			t.Fatal(err)
		}
	}
	resumed := holdRow(t, s, "daily_sub", "channel = '0'")
	if _, err := resumed.Exec("UPDATE daily_sub SET status = 'active' WHERE channel = '0'"); err != nil {
		t.Fatal(err)
	}
	saved := make(chan error)
	go func() { saved <- dailyrows.Of(s).Save(ctx, sub(schedule.MostPerGuild)) }()
	waitForLock(t, s)
	if err := resumed.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := <-saved; !errors.Is(err, schedule.ErrTooMany) {
		t.Errorf("got %v, want ErrTooMany", err)
	}
	if got, err := dailyrows.Of(s).Sub(ctx, "0"); err != nil || got.Status != schedule.Active {
		t.Errorf("got %+v, %v", got, err)
	}
}

// holdRow locks a row as another process would.
func holdRow(t *testing.T, s *store.Store, table, where string) *sql.Tx {
	t.Helper()
	tx, err := s.DB().Begin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback() })
	var one int
	if err := tx.QueryRow("SELECT 1 FROM " + table + " WHERE " + where + " FOR UPDATE").Scan(&one); err != nil {
		t.Fatal(err)
	}
	return tx
}

// waitForLock waits until a statement on the store's tables waits for a lock. It has to
// poll, because PostgreSQL does not notify about waiting statements.
func waitForLock(t *testing.T, s *store.Store) {
	t.Helper()
	const waiting = `
SELECT count(*) FROM pg_locks waits JOIN pg_locks has USING (pid)
WHERE NOT waits.granted AND has.relation = 'daily_sub'::regclass`
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		var n int
		if err := s.DB().QueryRow(waiting).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			return
		}
	}
	t.Fatal("no statement waits for the row")
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
		if text := fmt.Sprintf("%v %+v %#v %s", s, s, s, dailyrows.Of(s).Save(ctx, schedule.Sub{})); strings.Contains(text, "s3cret") {
			t.Error(text)
		}
		_ = s.Close()
	}
}
