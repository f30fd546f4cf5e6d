package events

import (
	"context"
	"errors"
	"testing"
	"time"

	"chess960bot/internal/outbox"
)

// oneEvent is a store with one event, or with a failure.
type oneEvent struct {
	Store
	event   *Event
	failure error
}

func (s *oneEvent) Event(context.Context, Ref) (*Event, error) { return s.event, s.failure }

func (s *oneEvent) ChangeEvent(_ context.Context, _ Ref, change func(*Event) error) (*Event, error) {
	if s.failure != nil {
		return nil, s.failure
	}
	return s.event, change(s.event)
}

func (s *oneEvent) ShowDraw(_ context.Context, _ Ref, index int) error {
	if s.failure == nil {
		s.event.Draws[index].Shown = true
	}
	return s.failure
}

// sealedTwice returns an event whose first round was opened and seen, and the post of its
// second round, which is sealed.
func sealedTwice(t *testing.T) (*Event, outbox.Post) {
	t.Helper()
	e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 1, Games: 1, Sealed: true})
	play(t, e, func(int) (int, error) { return 518, nil })
	e.Draws[0].Shown = true
	_, err := e.Seal(Asker{User: "ann", At: evening.Add(time.Hour)}, func(int) (int, error) { return 0, nil }, func() [16]byte { return [16]byte{} })
	if err != nil {
		t.Fatal(err)
	}
	p, ok := e.SealPost()
	if !ok {
		t.Fatal("a sealed draw has no post")
	}
	return e, p
}

// A seal's post is wanted until people have seen its draw, or nobody can see it any more.
func TestWantedSeals(t *testing.T) {
	open := func(e *Event) {
		if _, err := e.OpenSeal(2, by("ann")); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		change func(e *Event)
		want   bool
	}{
		"sealed":          {func(e *Event) {}, true},
		"opened":          {open, true},
		"opened and seen": {func(e *Event) { open(e); e.Draws[1].Shown = true }, false},
		"opened and void": {func(e *Event) { open(e); e.Void(2, "", by("ann")) }, false},
		"no such draw":    {func(e *Event) { e.Draws = e.Draws[:1] }, false},
	} {
		e, p := sealedTwice(t)
		c.change(e)
		d, err := (&SealPosts{Store: &oneEvent{event: e}}).Prepare(t.Context(), p, p.DueAt)
		if err != nil || d.Wanted() != c.want {
			t.Errorf("%s: %v, wanted %t", name, err, !c.want)
		}
	}
}

// The post of a deleted event ends without an error. Without the database, nobody knows.
func TestSealsOfDeletedEvents(t *testing.T) {
	_, p := sealedTwice(t)
	store := &oneEvent{failure: ErrNone}
	posts := &SealPosts{Store: store}
	d, err := posts.Prepare(t.Context(), p, p.DueAt)
	if err != nil || d.Wanted() {
		t.Fatal(d, err)
	}
	for _, p.State = range outbox.States() {
		if err := d.Ended(t.Context(), p); err != nil {
			t.Errorf("%s: %v", p.State, err)
		}
	}
	store.failure = errors.New("the disk is gone")
	if d, err := posts.Prepare(t.Context(), p, p.DueAt); err != store.failure {
		t.Errorf("got %v, %v", d, err)
	}
}

// A post opens the seal that it is for, once, and is made from its draw. A post that cannot
// be made is a bug: it is not tried again.
func TestComposeSeals(t *testing.T) {
	e, p := sealedTwice(t)
	var composed []*Draw
	var failure error
	posts := &SealPosts{
		Store: &oneEvent{event: e},
		Compose: func(_ *Event, d *Draw, _ string) (outbox.Message, error) {
			composed = append(composed, d)
			return d.SPs, failure
		},
	}
	for _, failure = range []error{nil, errors.New("no picture")} {
		now := p.DueAt.Add(time.Duration(len(composed)) * time.Minute)
		delivery, err := posts.Prepare(t.Context(), p, now)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = delivery.Compose(t.Context()); outbox.IsRefusal(err, outbox.Invalid) != (failure != nil) {
			t.Errorf("with %v: %v", failure, err)
		}
		if d := composed[len(composed)-1]; d.Index != 1 || len(d.SPs) != 1 || !d.Seal.Opened.Equal(p.DueAt) {
			t.Errorf("composed of %+v", d)
		}
	}
}
