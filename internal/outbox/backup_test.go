package outbox_test

import (
	"errors"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/testrun"
)

// A backup that was made before a post was sent is restored some time after. Nothing is
// posted twice, and the next post says nothing false.
func TestRestoredBackup(t *testing.T) {
	for name, c := range map[string]struct {
		later, catchUp time.Duration
	}{
		"45 s later":                       {45 * time.Second, 6 * time.Hour},
		"105 s later":                      {105 * time.Second, 6 * time.Hour},
		"a day later":                      {24*time.Hour + 45*time.Second, 6 * time.Hour},
		"almost a week later":              {6*24*time.Hour + time.Hour, 6 * time.Hour},
		"45 s later, a short catch-up":     {45 * time.Second, time.Minute},
		"105 s later, a short catch-up":    {105 * time.Second, time.Minute},
		"three days later, a long one":     {72*time.Hour + time.Minute, 100 * time.Hour},
		"a day later, with a short one":    {24*time.Hour + 105*time.Second, time.Minute},
		"hours after the day's post ended": {9 * time.Hour, 6 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			const start = "2026-11-20T12:00:00Z"
			lost := newFixture(t, start)
			lost.subscribe(t, "club", "18:00", "UTC")
			backup := newFixture(t, start)
			backup.subscribe(t, "club", "18:00", "UTC")
			restored := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC).Add(c.later)
			step := testrun.Choose(15*time.Second, 5*time.Second)
			for at := lost.clock(); !at.After(restored); at = at.Add(step) {
				if at.Hour() != 18 || at.Minute() > 0 { // nothing happens at other times
					lost.forward(step)
					continue
				}
				lost.tick(t)
				lost.forward(step)
			}
			sent := len(lost.channels.messages)
			backup.channels = lost.channels
			backup.channels.forgetful = true // Discord forgets nonces after some minutes
			backup.forward(restored.Sub(backup.clock()))
			backup.Engine = backup.engine("after the restore")
			backup.dailies.CatchUp = c.catchUp
			backup.tick(t)
			if got := len(lost.channels.messages); got != sent || sent == 0 {
				t.Errorf("%d messages after the restore, %d before: %q", got, sent, backup.posts(t, "club"))
			}
			for _, p := range backup.posts(t, "club") {
				if p[len("2026-11-20 "):] != "posted" {
					t.Errorf("a post that arrived is recorded as %s", p)
				}
			}
			next := time.Date(2026, 11, restored.Day(), 18, 0, 0, 0, time.UTC)
			if !next.After(restored) {
				next = next.AddDate(0, 0, 1)
			}
			backup.forward(next.Sub(restored))
			backup.tick(t)
			if last := lost.channels.deliveries[len(lost.channels.deliveries)-1]; len(lost.channels.messages) != sent+1 || last.Missed != 0 {
				t.Errorf("%d messages, want %d; the next post says that %d are missing", len(lost.channels.messages), sent+1, last.Missed)
			}
		})
	}
}

// A post that is late is looked for even by the process that planned it in time.
func TestLateFirstAttemptLooks(t *testing.T) {
	for late, finds := range map[time.Duration]int{time.Minute: 0, time.Minute + time.Second: 1} {
		fx := newFixture(t, "2026-11-20T12:00:00Z")
		fx.subscribe(t, "club", "18:00", "UTC")
		fx.set(t, "2026-11-20T18:00:00Z")
		fx.forward(late)
		fx.tick(t)
		fx.expect(t, "club", "2026-11-20 posted")
		if fx.channels.finds != finds {
			t.Errorf("%v late: %d looks, want %d", late, fx.channels.finds, finds)
		}
	}
}

// A late first attempt in a channel with a history that cannot be read: an engine that was
// running at the due time sends the post, because nobody else can have sent it. An engine
// that was started later cannot know, and sends nothing.
func TestLateFirstAttemptWithoutHistory(t *testing.T) {
	for start, want := range map[string]string{"2026-11-20T12:00:00Z": "2026-11-20 posted", "2026-11-20T18:00:01Z": "2026-11-20 unknown"} {
		fx := newFixture(t, "2026-11-20T12:00:00Z")
		fx.subscribe(t, "club", "18:00", "UTC")
		fx.set(t, start)
		fx.Engine = fx.engine("started then")
		fx.channels.unreadable = true
		fx.set(t, "2026-11-20T18:05:00Z")
		fx.tick(t)
		fx.expect(t, "club", want)
	}
}

// If a look for an expired post fails again and again, the post does not keep the later
// posts of its channel waiting.
func TestLooksForExpiredPostsEnd(t *testing.T) {
	for name, answer := range map[string]error{
		"no answer": errors.New("connection reset"),
		"limited":   &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: time.Hour, Err: errors.New("slow down")},
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T12:00:00Z")
			fx.subscribe(t, "club", "18:00", "UTC")
			fx.set(t, "2026-11-21T12:00:00Z")
			fx.channels.reading = func(int) error { return answer }
			fx.shortenRetries()
			for _, state := range []outbox.State{outbox.Open, outbox.Open, outbox.Unknown, outbox.Unknown} {
				fx.tick(t)
				fx.expect(t, "club", "2026-11-20 "+string(state))
				fx.forward(time.Hour)
			}
		})
	}
}
