package evening

import (
	"errors"
	"testing"
	"time"

	"chess960bot/internal/outbox"
)

// A round on time is drawn once, however often the post is tried, and then it is shown.
func TestRoundOnTime(t *testing.T) {
	e := eveningOf(true)
	at := evening.Add(25 * time.Minute)
	if err := e.PlanDraw(by("ann"), at); err != nil {
		t.Fatal(err)
	}
	post, ok := e.RoundPost()
	if !ok || !post.DueAt.Equal(at) || !post.ExpiresAt.Equal(at.Add(2*time.Hour)) {
		t.Fatal(post, ok)
	}
	if e.Plan.Over(at.Add(2*time.Hour-time.Second)) || !e.Plan.Over(at.Add(2*time.Hour)) {
		t.Error("a round on time is not two hours late at most")
	}
	composed, store := 0, &oneEvent{event: e}
	posts := RoundPosts(store, zero, func(_ *Event, d *Draw, _ string) (outbox.Message, error) {
		composed++
		return d.SPs[0], nil
	})
	for range 3 { // the process is killed twice
		d, err := posts.Prepare(t.Context(), post, at)
		if err != nil || d.Unwanted {
			t.Fatal(d, err)
		}
		if m, err := d.Compose(t.Context()); err != nil || m != 0 {
			t.Fatal(m, err)
		}
	}
	d, err := posts.Prepare(t.Context(), post, at)
	if err != nil {
		t.Fatal(err)
	}
	sent := post
	sent.State, sent.MessageID = outbox.Posted, "9"
	if err := d.Ended(t.Context(), sent); err != nil || len(e.Draws) != 1 || len(store.shown) != 1 || e.Plan != nil || composed != 3 {
		t.Errorf("%v, %+v, %d composed", err, e.Draws, composed)
	}
	e.Draws[0].Shown = true
	if d, err := posts.Prepare(t.Context(), post, at); err != nil || !d.Unwanted {
		t.Errorf("the post is wanted again: %+v, %v", d, err)
	}
}

// A plan is for one round: a press that draws this round ends the plan.
func TestPlanEnds(t *testing.T) {
	later := evening.Add(time.Hour)
	for name, test := range map[string]func(*Event){
		"drawn by a press": func(e *Event) { e.Draw(by("ann"), zero) },
		"closed":           func(e *Event) { e.Close(Asker{At: evening}) },
		"cancelled":        func(e *Event) { e.PlanDraw(by("ann"), time.Time{}) },
		"another time":     func(e *Event) { e.PlanDraw(by("ann"), later.Add(time.Hour)) },
	} {
		e := eveningOf(false)
		if err := e.PlanDraw(by("ann"), later); err != nil {
			t.Fatal(err)
		}
		post, _ := e.RoundPost()
		test(e)
		posts := RoundPosts(&oneEvent{event: e}, zero, nil)
		d, err := posts.Prepare(t.Context(), post, later)
		if err != nil || !d.Unwanted {
			t.Errorf("%s: %+v, %v", name, d, err)
		}
		if _, err := d.Compose(t.Context()); err == nil {
			t.Errorf("%s: the post was composed", name)
		}
	}
	sealed := eveningOf(false)
	sealed.Rules.Sealed = true
	if err := sealed.PlanDraw(by("ann"), later); !errors.Is(err, ErrByPeople) {
		t.Error(err)
	}
	if err := eveningOf(false).PlanDraw(by("ann"), evening); !errors.Is(err, ErrPast) {
		t.Error(err)
	}
}

// A plan ends when its round is drawn, when an earlier round is to be drawn first, and with the
// event. It does not come back.
func TestPlanDoesNotComeBack(t *testing.T) {
	planned := func(round int) *Event {
		e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 1, Games: 1})
		for range round - 1 {
			play(t, e, zero)
		}
		if err := e.PlanDraw(by("ann"), evening.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		return e
	}
	later := planned(2)
	if _, _, err := later.AnswerSet(Request{Asker: by("ann")}, 3, 0, []int{518}); err != nil {
		t.Fatal(err)
	}
	if _, ok := later.RoundPost(); !ok {
		t.Error("a later round that was recorded ends the plan")
	}
	if _, err := changed(later, "z", func(r *Rules) { r.Rounds, r.Boards = 5, 2 }, zero); err != nil {
		t.Fatal(err)
	}
	if _, ok := later.RoundPost(); !ok {
		t.Error("a change that keeps the round ends the plan")
	}
	for name, test := range map[string]func(e *Event) error{
		"drawn, then void": func(e *Event) error {
			play(t, e, zero)
			_, err := e.Void(2, "", by("ann"))
			return err
		},
		"set, then void": func(e *Event) error {
			if _, _, err := e.AnswerSet(Request{Asker: by("ann")}, 2, 0, []int{518}); err != nil {
				return err
			}
			_, err := e.Void(2, "", by("ann"))
			return err
		},
		"an earlier round is void": func(e *Event) error {
			if _, err := e.Void(1, "", by("ann")); err != nil {
				return err
			}
			play(t, e, zero)
			return nil
		},
		"the round goes, and comes again": func(e *Event) error {
			_, err := changed(e, "y", func(r *Rules) { r.Rounds = 1 }, zero)
			if e.Plan != nil {
				t.Error("the plan of a round that is gone stays")
			}
			_, again := changed(e, "z", func(r *Rules) { r.Rounds = 3 }, zero)
			return errors.Join(err, again)
		},
		"closed, then open again": func(e *Event) error {
			err := e.Close(Asker{At: evening})
			e.ClosedAt = time.Time{}
			return err
		},
	} {
		e := planned(2)
		if _, ok := e.RoundPost(); !ok {
			t.Fatal(name, "there is no plan")
		}
		if err := test(e); err != nil {
			t.Fatal(name, err)
		}
		if p, ok := e.RoundPost(); ok {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
