package rows_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// A post that another process claims in the middle of Remove is being sent. Its row must
// stay, or its date could be posted again for a new subscription.
func TestPostgreSQLClaimDuringRemove(t *testing.T) {
	address := storetest.Postgres(t)
	s := open(t, address)
	if err := rows.Of(s).Save(ctx, subOf("1")); err != nil {
		t.Fatal(err)
	}
	if n, err := rows.Of(s).Plan(ctx, storetest.Noon, 1, tomorrow); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if _, ok, err := s.Claim(ctx, storetest.Noon, "stopped", time.Hour); !ok || err != nil {
		t.Fatal(ok, err)
	}
	later := storetest.Noon.Add(24 * time.Hour)
	if n, err := rows.Of(s).Plan(ctx, later, 1, tomorrow); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	tried := storetest.Hold(t, address, "SELECT 1 FROM post WHERE subject = '1' AND number = 20777 FOR UPDATE") // Remove waits at this row
	removed := make(chan error)
	go func() { removed <- rows.Of(s).Remove(ctx, "1", storetest.Noon) }()
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
	posts, err := rows.Of(s).Posts(ctx, "1", 10)
	if err != nil {
		t.Fatal(err)
	}
	if has := slices.ContainsFunc(posts, func(p schedule.Post) bool { return p.Date == 20778 }); has != ok {
		t.Errorf("claimed %t: %+v; has the date %t: %+v", ok, claimed, has, posts)
	}
}

// A subscription that is resumed at the same moment is not removed to make room.
func TestPostgreSQLResumeWhileRoomIsMade(t *testing.T) {
	address := storetest.Postgres(t)
	s := open(t, address)
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
		if err := rows.Of(s).Save(ctx, off); err != nil {
			t.Fatal(err)
		}
	}
	resumed := storetest.Hold(t, address, "UPDATE daily_sub SET status = 'active' WHERE channel = '0'")
	saved := make(chan error)
	go func() { saved <- rows.Of(s).Save(ctx, sub(schedule.MostPerGuild)) }()
	waitForLock(t, s)
	if err := resumed.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := <-saved; !errors.Is(err, schedule.ErrTooMany) {
		t.Errorf("got %v, want ErrTooMany", err)
	}
	if got, err := rows.Of(s).Sub(ctx, "0"); err != nil || got.Status != schedule.Active {
		t.Errorf("got %+v, %v", got, err)
	}
}

// waitForLock waits until a statement on the store's tables waits for a lock. It has to
// poll, because PostgreSQL does not notify about waiting statements.
func waitForLock(t *testing.T, s *store.Store) {
	t.Helper()
	const waiting = `
SELECT count(*) FROM pg_locks waits JOIN pg_locks has USING (pid)
WHERE NOT waits.granted AND has.relation = 'daily_sub'::regclass`
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		n, err := store.Count(t.Context(), s.Reader(), waiting)
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			return
		}
	}
	t.Fatal("no statement waits for the row")
}
