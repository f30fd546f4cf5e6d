package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/testrun"
)

// seal opens an event with the id of its channel, and seals a draw now.
func (fx *fixture) seal(t *testing.T, channel string) {
	t.Helper()
	fx.sealAs(t, "anna", channel)
}

func init() { kindsOfFeatures = append(kindsOfFeatures, (*fixture).seals) }

// seals are the posts of seals that open by themselves.
func (fx *fixture) seals() outbox.Kind {
	return evening.SealPosts(eventrows.Of(fx.store), func(e *evening.Event, d *evening.Draw, _ string) (outbox.Message, error) { return d.SPs, nil })
}

func (fx *fixture) sealAs(t *testing.T, person, channel string) {
	t.Helper()
	e := &evening.Event{
		ID: channel, Channel: channel, OpenedBy: person, OpenedAt: fx.clock(),
		Rules: evening.Rules{Name: "x", Rounds: 2, Boards: 1, Games: 1, Sealed: true},
	}
	_, err := e.Seal(evening.Asker{User: person, At: fx.Now()}, func(int) (int, error) { return 518, nil }, func() [16]byte { return [16]byte{} })
	if err != nil {
		t.Fatal(err)
	}
	if err := eventrows.Of(fx.store).NewEvent(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}

// draw returns the last draw of an event.
func (fx *fixture) draw(t *testing.T, id string) *evening.Draw {
	t.Helper()
	e, err := eventrows.Of(fx.store).Event(context.WithoutCancel(t.Context()), evening.Ref{Channel: id})
	if err != nil {
		t.Fatal(err)
	}
	return e.Last()
}

// wantSeals compares how many posts of seals are in each state.
func (fx *fixture) wantSeals(t *testing.T, state outbox.State, want int) {
	t.Helper()
	posts, _, err := fx.store.Count(t.Context(), fx.clock())
	if err != nil || posts[evening.SealKind][state] != want {
		t.Errorf("%v, %v; want %d %s", posts[evening.SealKind], err, want, state)
	}
}

func TestSealOpensByItself(t *testing.T) {
	fx := newFixture(t, "2026-11-20T18:00:00Z")
	fx.seal(t, "club")
	fx.forward(evening.SealTime - time.Millisecond)
	fx.tick(t)
	if !fx.draw(t, "club").Sealed() || fx.channels.sends != 0 {
		t.Fatal("the seal opens too early")
	}
	fx.forward(time.Millisecond)
	fx.tick(t)
	d := fx.draw(t, "club")
	if !d.Shown || !slices.Equal(d.SPs, []int{518}) || !d.Seal.Opened.Equal(fx.clock()) || len(fx.channels.messages) != 1 {
		t.Errorf("%+v, %d messages", d, len(fx.channels.messages))
	}
	fx.wantSeals(t, outbox.Posted, 1)
	fx.forward(time.Hour)
	fx.tick(t)
	if fx.channels.sends != 1 {
		t.Errorf("%d sends", fx.channels.sends)
	}
}

// Discord accepts a post and answers with errors for four minutes: the seal is posted once.
func TestSealWithLostAnswers(t *testing.T) {
	fx := newFixture(t, "2026-11-20T18:00:00Z")
	fx.seal(t, "club")
	fx.forward(evening.SealTime)
	fx.channels.after, fx.channels.forgetful = errors.New("502"), true
	fx.tick(t)
	fx.channels.reading = func(int) error { return errors.New("502") }
	fx.shortenRetries()
	for range 4 {
		fx.forward(time.Minute + time.Second) // the nonce is not trusted any more
		fx.Tick(t.Context())
	}
	if fx.draw(t, "club").Shown {
		t.Error("shown, although nobody knows whether the post arrived")
	}
	fx.channels.after, fx.channels.reading = nil, nil
	fx.forward(10 * time.Minute)
	fx.tick(t)
	fx.wantSeals(t, outbox.Posted, 1)
	if len(fx.channels.messages) != 1 || !fx.draw(t, "club").Shown {
		t.Errorf("%d messages, %+v", len(fx.channels.messages), fx.draw(t, "club"))
	}
}

// A draw that nobody has seen stays unshown, however its post has ended, so that the next
// draw shows it. Its seal is open then.
func TestUnseenSealStaysUnshown(t *testing.T) {
	for name, c := range map[string]struct {
		failure error
		late    time.Duration
		state   outbox.State
	}{
		"forbidden":       {&outbox.Refusal{Trouble: outbox.Forbidden, Reason: "no", Err: errors.New("no")}, 0, outbox.Failed},
		"gone":            {&outbox.Refusal{Trouble: outbox.Gone, Err: errors.New("no")}, 0, outbox.Failed},
		"invalid":         {&outbox.Refusal{Trouble: outbox.Invalid, Err: errors.New("no")}, 0, outbox.Failed},
		"not running":     {nil, 24 * time.Hour, outbox.Missed},
		"a failed answer": {errors.New("502"), 0, outbox.Open},
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T18:00:00Z")
			fx.seal(t, "club")
			fx.forward(evening.SealTime + c.late)
			fx.channels.before = c.failure
			fx.tick(t)
			fx.wantSeals(t, c.state, 1)
			d := fx.draw(t, "club")
			if d.Shown || d.Sealed() || fx.channels.sends != map[bool]int{true: 1}[c.failure != nil] {
				t.Errorf("%+v after %d sends", d, fx.channels.sends)
			}
		})
	}
}

// The catch-up time of a seal's post ends although every attempt fails.
func TestSealIsGivenUp(t *testing.T) {
	fx := newFixture(t, "2026-11-20T18:00:00Z")
	fx.seal(t, "club")
	fx.forward(evening.SealTime)
	fx.channels.before = &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: 2 * time.Hour, Err: errors.New("slow down")}
	for range 14 {
		fx.tick(t)
		fx.forward(2 * time.Hour)
	}
	fx.wantSeals(t, outbox.Missed, 1)
	if fx.draw(t, "club").Shown || fx.channels.sends > 12 {
		t.Errorf("%+v, %d sends", fx.draw(t, "club"), fx.channels.sends)
	}
}

// The answer to a press shows the positions. The outbox posts them only if that answer was
// lost, or failed.
func TestSealOpenedByAPress(t *testing.T) {
	for name, c := range map[string]struct {
		shown bool
		posts int
	}{"the answer arrives": {true, 0}, "the answer is lost": {false, 1}} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T18:00:00Z")
			fx.seal(t, "club")
			fx.forward(evening.SealTime + time.Second) // the press is faster than the engine
			update := func(f func(e *evening.Event)) {
				t.Helper()
				if _, err := eventrows.Of(fx.store).UpdateEvent(t.Context(), evening.Ref{Channel: "club"}, func(e *evening.Event) error { f(e); return nil }); err != nil {
					t.Fatal(err)
				}
			}
			update(func(e *evening.Event) { e.OpenSeal(1, evening.Asker{User: "anna", At: fx.clock()}) })
			fx.forward(59 * time.Second)
			fx.tick(t)
			if fx.channels.sends != 0 {
				t.Error("posted while the answer may be on its way")
			}
			update(func(e *evening.Event) { e.Last().Shown = c.shown })
			fx.forward(time.Second)
			fx.tick(t)
			if fx.channels.sends != c.posts || !fx.draw(t, "club").Shown {
				t.Errorf("%d posts, %+v", fx.channels.sends, fx.draw(t, "club"))
			}
		})
	}
}

// A club seals draws in many channels, which all refuse the results. A seal of somebody
// else, due at the same instant, waits for one post of each person. All are tried once.
func TestForbiddenSealsDelayNobody(t *testing.T) {
	people, each, after := 6, 4, time.Duration(0) // how long after the first tries
	if testrun.Long() {
		people, each, after = 50, evening.MostSealed, outbox.StandardTiming().RefusedRetry
	}
	inBubble(t, outbox.StandardTiming().Pace, func(t *testing.T, fx *fixture) {
		for i := range people * each {
			fx.sealAs(t, fmt.Sprint("person ", i%people), fmt.Sprint("forbidden ", i))
		}
		fx.sealAs(t, "zoe", "honest")
		due := time.Now().Add(evening.SealTime)
		var delay time.Duration
		fx.channels.refuse = func(p outbox.Post) error {
			if p.Channel != "honest" {
				return &outbox.Refusal{Trouble: outbox.Forbidden, Reason: "no", Err: errors.New("no")}
			}
			delay = time.Since(due)
			return nil
		}
		const early = 5 * time.Second
		time.Sleep(evening.SealTime - early) // meanwhile there is nothing to send
		ctx, cancel := context.WithTimeout(t.Context(), early+after+20*time.Second)
		defer cancel()
		if err := fx.Run(ctx); err != nil {
			t.Error(err)
		}
		most := time.Second + time.Duration(people)*time.Second/time.Duration(fx.pace) // the engine looks every second
		if !fx.draw(t, "honest").Shown || delay > most || fx.channels.sends != people*each+1 {
			t.Errorf("the honest seal opens %v late, want at most %v; %d requests", delay, most, fx.channels.sends)
		}
		t.Logf("%d forbidden seals of %d people: the honest one opens %v late", people*each, people, delay)
	})
}
