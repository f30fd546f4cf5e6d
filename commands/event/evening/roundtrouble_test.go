package evening

import (
	"context"
	"testing"
	"time"

	"chess960bot/internal/outbox"
)

// lateStore is a Store with an event, whose plan is overdue.
type lateStore struct {
	oneEvent
	posts []outbox.Post // that were planned

	reopened []string    // the arguments of ReopenMissed
	post     outbox.Post // of the round, or of the begin of its games
}

func (s *lateStore) OverduePlans(_ context.Context, before time.Time) ([]*Event, error) {
	if s.event.Plan == nil || s.event.Plan.At.After(before) {
		return nil, nil
	}
	return []*Event{s.event}, nil
}

func (s *lateStore) PlanPost(_ context.Context, p outbox.Post) error {
	s.posts = append(s.posts, p)
	return nil
}

func (s *lateStore) PostOf(context.Context, string, string, int) (outbox.Post, error) {
	return s.post, nil
}

// The message about a round that was missed is due a minute after the round was found to be over, so that
// a clock that ran ahead does not send it. Only a bot that has not tried says that it was away. Nobody is told of a round that people have seen, that is void, or
// whose planner was forgotten.
func TestRoundTroubles(t *testing.T) {
	e := eveningOf(true)
	at := evening.Add(25 * time.Minute)
	if err := e.PlanDraw(by("ann"), at); err != nil {
		t.Fatal(err)
	}
	store := &lateStore{oneEvent: oneEvent{event: e}}
	troubles := &RoundTroubles{Store: store, LateID: func(RoundTrouble) string { return "late" }, Compose: func(t RoundTrouble) (outbox.Message, error) { return t, nil }}
	for after, want := range map[time.Duration]int{2*time.Hour - time.Second: 0, 2 * time.Hour: 1} {
		store.posts = nil
		if err := troubles.Plan(t.Context(), at.Add(after)); err != nil || len(store.posts) != want || want > 0 && !store.posts[0].DueAt.Equal(at.Add(2*time.Hour+time.Minute)) {
			t.Errorf("after %v: %v, %v", after, store.posts, err)
		}
	}
	post := e.troublePost(e.Plan.number(), at)
	wanted := func() (wanted bool, person string) {
		t.Helper()
		d, err := troubles.Prepare(t.Context(), post, at)
		if err != nil {
			t.Fatal(err)
		}
		return !d.Unwanted, d.Person
	}
	if ok, person := wanted(); !ok || person != "" {
		t.Errorf("the channel is not told: %v %q", ok, person)
	}
	for trouble, away := range map[outbox.Trouble]bool{outbox.TooLate: true, outbox.NoAnswer: false, outbox.Limited: false} {
		store.post.Trouble = trouble
		d, err := troubles.Prepare(t.Context(), post, at)
		if err != nil {
			t.Fatal(err)
		}
		if said, err := d.Compose(t.Context()); err != nil || said.(RoundTrouble).Away() != away {
			t.Errorf("%s: %+v, %v", trouble, said, err)
		}
	}
	store.post = outbox.Post{}
	if err := e.drawOnTime(post.Number, at, zero); err != nil {
		t.Fatal(err)
	}
	d := e.Last()
	if ok, person := wanted(); !ok || person != "ann" {
		t.Errorf("the planner is not told: %v %q", ok, person)
	}
	for name, end := range map[string]func(){"shown": func() { d.Shown = true }, "void": func() { d.Void = &Void{} }, "forgotten": func() { d.By = "" }} {
		previous := *d
		end()
		if ok, _ := wanted(); ok {
			t.Errorf("%s: somebody is told", name)
		}
		*d = previous
	}
}
