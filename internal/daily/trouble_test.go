package daily_test

import (
	"errors"
	"testing"
	"time"

	"chess960bot/internal/daily"
)

// wantTrouble compares the trouble of a channel's last post and of its
// subscription.
func (th *theatre) wantTrouble(t *testing.T, post, sub daily.Trouble) {
	t.Helper()
	posts, err := th.store.Posts(t.Context(), "club", 1)
	if err != nil || len(posts) == 0 {
		t.Fatal(posts, err)
	}
	if got := th.sub(t, "club").Trouble; posts[0].Trouble != post || got != sub {
		t.Errorf("trouble of the post %q, of the subscription %q; want %q, %q", posts[0].Trouble, got, post, sub)
	}
}

// Each refusal is stored by its kind, whatever its words are.
func TestTroubleOfRefusals(t *testing.T) {
	for kind, sub := range map[daily.Trouble]daily.Trouble{
		daily.Limited: daily.NoTrouble, daily.Gone: daily.Gone, daily.Forbidden: daily.Forbidden,
		daily.Invalid: daily.NoTrouble, daily.Rejected: daily.NoTrouble,
	} {
		th := newTheatre(t, "2026-11-20T12:00:00Z")
		th.subscribe(t, "club", "18:00", "UTC")
		th.set(t, "2026-11-20T18:00:05Z")
		th.channels.before = &daily.Refusal{Kind: kind, Err: errors.New("the subscription is the channel does not exist")}
		_ = th.Tick(t.Context()) // an error only if the token is rejected
		th.wantTrouble(t, kind, sub)
	}
}

// A channel is gone when two attempts in a row say so, in whatever words.
func TestGoneIsConfirmed(t *testing.T) {
	gone := func(words string) error { return &daily.Refusal{Kind: daily.Gone, Err: errors.New(words)} }
	for name, c := range map[string]struct {
		answers []error
		want    daily.Status
	}{
		"twice, in different words": {[]error{gone("10003"), gone("unknown channel")}, daily.Disabled},
		"once":                      {[]error{gone("10003"), nil}, daily.Active},
		"with no answer in between": {[]error{gone("10003"), errors.New("10003"), gone("10003")}, daily.Active},
	} {
		t.Run(name, func(t *testing.T) {
			th := newTheatre(t, "2026-11-20T12:00:00Z")
			th.subscribe(t, "club", "18:00", "UTC")
			th.set(t, "2026-11-20T18:00:05Z")
			for _, answer := range c.answers {
				th.channels.before = answer
				th.tick(t)
				th.forward(time.Hour)
			}
			if got := th.sub(t, "club").Status; got != c.want {
				t.Errorf("the subscription is %s, want %s", got, c.want)
			}
		})
	}
}

// A post that nobody wanted in the end is not missed, even if it was refused
// before.
func TestUnwantedDaysAreNotMissed(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	th.set(t, "2026-11-20T18:00:05Z")
	th.channels.before = &daily.Refusal{Kind: daily.Limited, RetryAfter: time.Minute, Err: errors.New("slow down")}
	th.tick(t)
	status := func(s daily.Status) {
		if err := th.store.Change(t.Context(), "club", func(sub *daily.Sub) { sub.Status = s }); err != nil {
			t.Fatal(err)
		}
	}
	status(daily.Paused)
	th.channels.before = nil
	th.forward(time.Hour)
	th.tick(t)
	th.expect(t, "club", "2026-11-20 missed")
	th.wantTrouble(t, daily.Unwanted, daily.NoTrouble)
	status(daily.Active)
	th.set(t, "2026-11-21T18:00:05Z")
	th.tick(t)
	if missed := th.channels.deliveries[0].Missed; missed != 0 {
		t.Errorf("the post says that %d are missing", missed)
	}
}

// A day of which nobody knows whether its post arrived is not said to be missing.
func TestUnknownDaysAreNotMissed(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	th.set(t, "2026-11-20T18:00:05Z")
	th.channels.after = errors.New("connection reset")
	th.tick(t)
	th.channels.after, th.channels.unreadable = nil, true
	th.forward(5 * time.Minute)
	th.tick(t)
	th.expect(t, "club", "2026-11-20 unknown")
	th.wantTrouble(t, daily.NoHistory, daily.NoHistory)
	th.set(t, "2026-11-21T18:00:05Z")
	th.tick(t)
	if missed := th.channels.deliveries[len(th.channels.deliveries)-1].Missed; missed != 0 || len(th.channels.deliveries) != 2 {
		t.Errorf("%d posts; the last says that %d are missing", len(th.channels.deliveries), missed)
	}
	th.wantTrouble(t, daily.NoTrouble, daily.NoTrouble)
}

// A thread that cannot be opened is the subscription's trouble until one opens.
func TestTroubleOfThreads(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	if err := th.store.Change(t.Context(), "club", func(s *daily.Sub) { s.Thread = true }); err != nil {
		t.Fatal(err)
	}
	th.channels.threading = func(int) error {
		return &daily.Refusal{Kind: daily.Forbidden, Err: errors.New("I am not allowed to post there")}
	}
	th.set(t, "2026-11-20T18:00:05Z")
	th.tick(t)
	th.expect(t, "club", "2026-11-20 posted")
	th.wantTrouble(t, daily.NoTrouble, daily.NoThread)
	if s := th.sub(t, "club"); s.Reason != "" || !s.FailingSince.IsZero() {
		t.Errorf("a missing permission has the reason %q, failing since %v", s.Reason, s.FailingSince)
	}
	th.channels.threading = func(int) error {
		return &daily.Refusal{Kind: daily.Invalid, Err: errors.New("the name is too long")}
	}
	th.set(t, "2026-11-21T18:00:05Z")
	th.tick(t)
	if s := th.sub(t, "club"); s.Trouble != daily.NoThread || s.Reason != "the name is too long" {
		t.Errorf("trouble %q, %q", s.Trouble, s.Reason)
	}
	th.channels.threading = nil
	th.set(t, "2026-11-22T18:00:05Z")
	th.tick(t)
	th.wantTrouble(t, daily.NoTrouble, daily.NoTrouble)
}
