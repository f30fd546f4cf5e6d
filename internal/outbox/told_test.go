package outbox_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
)

// forbidden is a fixture with a channel that refuses today's post.
func forbidden(t *testing.T) *fixture {
	t.Helper()
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	fx.channels.before = &outbox.Refusal{Trouble: outbox.Forbidden, Reason: "no", Err: errors.New("no")}
	fx.channels.missing = 1 << 11
	fx.set(t, "2026-11-20T18:00:05Z")
	return fx
}

// pass lets hours pass.
func (fx *fixture) pass(t *testing.T, hours int) {
	t.Helper()
	for range hours {
		fx.tick(t)
		fx.forward(time.Hour)
	}
}

// passDays lets days pass. The engine works every four hours, which is enough for a day's post.
func (fx *fixture) passDays(t *testing.T, days int) {
	t.Helper()
	for range days * 6 {
		fx.tick(t)
		fx.forward(4 * time.Hour)
	}
}

// wantTold compares how many direct messages have arrived.
func (fx *fixture) wantTold(t *testing.T, want int) {
	t.Helper()
	if got := fx.channels.told; len(got) != want || want > 0 && got[0] != "anna, club: no" {
		t.Errorf("told %q, want %d messages", got, want)
	}
}

// The person who set a daily post is told once for each trouble, which ends with the next
// post that arrives.
func TestTroubleIsToldOnce(t *testing.T) {
	fx := forbidden(t)
	fx.pass(t, 1)
	fx.wantTold(t, 1)
	fx.pass(t, 50)
	fx.wantTold(t, 1)
	if s := fx.sub(t, "club"); s.Trouble != outbox.Forbidden || s.Missing != 1<<11 || s.FailingSince.IsZero() {
		t.Errorf("%+v", s)
	}
	fx.channels.before = nil
	fx.pass(t, 24)
	if s := fx.sub(t, "club"); s.Trouble != outbox.NoTrouble || s.Missing != 0 || !s.FailingSince.IsZero() {
		t.Errorf("after a success: %+v", s)
	}
	fx.channels.before = &outbox.Refusal{Trouble: outbox.Forbidden, Reason: "no", Err: errors.New("no")}
	fx.pass(t, 24)
	fx.wantTold(t, 2)
}

// Nobody is told of a trouble that is over, or of a paused post, before the message is sent.
func TestOldTroubleIsNotTold(t *testing.T) {
	for name, end := range map[string]func(s *schedule.Sub){
		"paused":    func(s *schedule.Sub) { s.Status = schedule.Paused },
		"over":      func(s *schedule.Sub) { s.Trouble, s.FailingSince = outbox.NoTrouble, time.Time{} },
		"forgotten": func(s *schedule.Sub) { s.SetBy = "" },
	} {
		t.Run(name, func(t *testing.T) {
			fx := forbidden(t)
			fx.channels.during = func() { // the message is planned by another process
				fx.channels.during = nil
				err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) { s.Trouble, s.FailingSince = outbox.Forbidden, fx.clock() })
				if err == nil {
					err = dailyrows.Of(fx.store).Update(t.Context(), "club", end)
				}
				if err != nil {
					t.Error(err)
				}
				fx.channels.before = nil
			}
			fx.pass(t, 1)
			fx.wantTold(t, 0)
		})
	}
}

// A person who forbids direct messages is left alone. The daily post goes on.
func TestPeopleMayForbidMessages(t *testing.T) {
	fx := forbidden(t)
	fx.channels.closed = &outbox.Refusal{Trouble: outbox.Forbidden, Err: errors.New("cannot send messages to this user")}
	fx.pass(t, 30)
	if fx.channels.turnedAway != 1 || fx.channels.told != nil {
		t.Errorf("%d messages were refused, %q were not", fx.channels.turnedAway, fx.channels.told)
	}
	fx.channels.before = nil
	fx.pass(t, 24)
	if got := fx.posts(t, "club"); !slices.Contains(got, "2026-11-21 posted") && !slices.Contains(got, "2026-11-22 posted") {
		t.Errorf("posts %q", got)
	}
}

// When the answer to a message is lost, the message is found, and not sent again.
func TestToldOnceWithLostAnswers(t *testing.T) {
	fx := forbidden(t)
	fx.channels.closed, fx.channels.forgetful = errors.New("502"), true
	fx.tick(t)
	fx.wantTold(t, 1)
	fx.channels.closed = nil
	fx.forward(10 * time.Minute)
	fx.tick(t)
	fx.wantTold(t, 1)
	posts, _, err := fx.store.Count(t.Context(), fx.clock())
	if err != nil || posts[schedule.TroubleKind][outbox.Posted] != 1 || fx.channels.finds == 0 {
		t.Errorf("%v, %v; %d looks", posts, err, fx.channels.finds)
	}
}

// A deleted channel is told when the daily post is switched off, also if that is a week later.
// A long refusal is told only when it begins.
func TestSwitchedOffIsToldOnce(t *testing.T) {
	fx := forbidden(t)
	fx.channels.before = &outbox.Refusal{Trouble: outbox.Gone, Reason: "no", Err: errors.New("no")}
	fx.pass(t, 1)
	fx.wantTold(t, 0)
	fx.pass(t, 1)
	fx.wantTold(t, 1)

	fx = forbidden(t)
	fx.passDays(t, 8)
	fx.wantTold(t, 1)
	if s := fx.sub(t, "club"); s.Status != schedule.Disabled {
		t.Errorf("%+v", s)
	}

	fx = newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	fx.dailies.CatchUp = time.Minute // no post is tried twice
	fx.channels.before = &outbox.Refusal{Trouble: outbox.Gone, Reason: "no", Err: errors.New("no")}
	fx.set(t, "2026-11-20T18:00:05Z")
	fx.passDays(t, 8)
	fx.wantTold(t, 1)
}
