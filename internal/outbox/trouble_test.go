package outbox_test

import (
	"errors"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
)

// wantTrouble compares the trouble of a channel's last post and of its
// subscription.
func (fx *fixture) wantTrouble(t *testing.T, post, sub outbox.Trouble) {
	t.Helper()
	posts, err := dailyrows.Of(fx.store).Posts(t.Context(), "club", 1)
	if err != nil || len(posts) == 0 {
		t.Fatal(posts, err)
	}
	if got := fx.sub(t, "club").Trouble; posts[0].Trouble != post || got != sub {
		t.Errorf("trouble of the post %q, of the subscription %q; want %q, %q", posts[0].Trouble, got, post, sub)
	}
}

// Each refusal is stored by its kind; its words do not matter.
func TestTroubleOfRefusals(t *testing.T) {
	for kind, sub := range map[outbox.Trouble]outbox.Trouble{
		outbox.Limited: outbox.NoTrouble, outbox.Gone: outbox.Gone, outbox.Forbidden: outbox.Forbidden,
		outbox.Invalid: outbox.NoTrouble, outbox.Rejected: outbox.NoTrouble,
	} {
		fx := newFixture(t, "2026-11-20T12:00:00Z")
		fx.subscribe(t, "club", "18:00", "UTC")
		fx.set(t, "2026-11-20T18:00:05Z")
		fx.channels.before = &outbox.Refusal{Trouble: kind, Err: errors.New("the subscription is the channel does not exist")}
		_ = fx.Tick(t.Context()) // an error only if the token is rejected
		fx.wantTrouble(t, kind, sub)
	}
}

// A channel is gone when two attempts in a row say so. Their words do not matter.
func TestGoneIsConfirmed(t *testing.T) {
	gone := func(words string) error { return &outbox.Refusal{Trouble: outbox.Gone, Err: errors.New(words)} }
	for name, c := range map[string]struct {
		failures []error
		want     schedule.Status
	}{
		"twice, in different words": {[]error{gone("10003"), gone("unknown channel")}, schedule.Disabled},
		"once":                      {[]error{gone("10003"), nil}, schedule.Active},
		"with no answer in between": {[]error{gone("10003"), errors.New("10003"), gone("10003")}, schedule.Active},
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T12:00:00Z")
			fx.subscribe(t, "club", "18:00", "UTC")
			fx.set(t, "2026-11-20T18:00:05Z")
			for _, failure := range c.failures {
				fx.channels.before = failure
				fx.tick(t)
				fx.forward(time.Hour)
			}
			if got := fx.sub(t, "club").Status; got != c.want {
				t.Errorf("the subscription is %s, want %s", got, c.want)
			}
		})
	}
}

// A post of a paused channel is not missed, even if it was refused before.
func TestUnwantedDaysAreNotMissed(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	fx.set(t, "2026-11-20T18:00:05Z")
	fx.channels.before = &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: time.Minute, Err: errors.New("slow down")}
	fx.tick(t)
	status := func(s schedule.Status) {
		if err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(sub *schedule.Sub) { sub.Status = s }); err != nil {
			t.Fatal(err)
		}
	}
	status(schedule.Paused)
	fx.channels.before = nil
	fx.forward(time.Hour)
	fx.tick(t)
	fx.expect(t, "club", "2026-11-20 missed")
	fx.wantTrouble(t, outbox.Unwanted, outbox.NoTrouble)
	status(schedule.Active)
	fx.set(t, "2026-11-21T18:00:05Z")
	fx.tick(t)
	if missed := fx.channels.deliveries[0].Missed; missed != 0 {
		t.Errorf("the post says that %d are missing", missed)
	}
}

// A day on which the post may have arrived is not reported as missing.
func TestUnknownDaysAreNotMissed(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	fx.set(t, "2026-11-20T18:00:05Z")
	fx.channels.after = errors.New("connection reset")
	fx.tick(t)
	fx.channels.after, fx.channels.unreadable = nil, true
	fx.forward(5 * time.Minute)
	fx.tick(t)
	fx.expect(t, "club", "2026-11-20 unknown")
	fx.wantTrouble(t, outbox.NoHistory, outbox.NoHistory)
	fx.set(t, "2026-11-21T18:00:05Z")
	fx.tick(t)
	if missed := fx.channels.deliveries[len(fx.channels.deliveries)-1].Missed; missed != 0 || len(fx.channels.deliveries) != 2 {
		t.Errorf("%d posts; the last says that %d are missing", len(fx.channels.deliveries), missed)
	}
	fx.wantTrouble(t, outbox.NoTrouble, outbox.NoTrouble)
}

// If a thread cannot be opened, the subscription has that trouble until a thread opens.
func TestTroubleOfThreads(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	if err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) { s.Thread = true }); err != nil {
		t.Fatal(err)
	}
	fx.channels.threading = func(int) error {
		return &outbox.Refusal{Trouble: outbox.Forbidden, Err: errors.New("I am not allowed to post there")}
	}
	fx.set(t, "2026-11-20T18:00:05Z")
	fx.tick(t)
	fx.expect(t, "club", "2026-11-20 posted")
	fx.wantTrouble(t, outbox.NoTrouble, outbox.NoThread)
	if s := fx.sub(t, "club"); s.Reason != "" || !s.FailingSince.IsZero() {
		t.Errorf("a missing permission has the reason %q, failing since %v", s.Reason, s.FailingSince)
	}
	fx.channels.threading = func(int) error {
		return &outbox.Refusal{Trouble: outbox.Invalid, Err: errors.New("the name is too long")}
	}
	fx.set(t, "2026-11-21T18:00:05Z")
	fx.tick(t)
	if s := fx.sub(t, "club"); s.Trouble != outbox.NoThread || s.Reason != "the name is too long" {
		t.Errorf("trouble %q, %q", s.Trouble, s.Reason)
	}
	fx.channels.threading = nil
	fx.set(t, "2026-11-22T18:00:05Z")
	fx.tick(t)
	fx.wantTrouble(t, outbox.NoTrouble, outbox.NoTrouble)
}
