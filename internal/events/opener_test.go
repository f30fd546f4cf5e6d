package events

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"
)

// oneEvent is a store of one event. Like a database, it discards a change that returned
// an error.
type oneEvent struct {
	Store
	log []byte
}

func (s *oneEvent) put(e *Event) { s.log, _ = json.Marshal(e) }

func (s *oneEvent) get() *Event {
	e := new(Event)
	if err := json.Unmarshal(s.log, e); err != nil {
		panic(err)
	}
	return e
}

func (s *oneEvent) ChangeEvent(_ context.Context, _ string, change func(*Event) error) (*Event, error) {
	e := s.get()
	if err := change(e); err != nil {
		return e, err
	}
	s.put(e)
	return e, nil
}

func (s *oneEvent) DueSeals(_ context.Context, now time.Time, _ int) ([]string, error) {
	if d := s.get().Waiting(); d != nil && !d.Seal.OpensAt.After(now) {
		return []string{"e"}, nil
	}
	return nil, nil
}

func (s *oneEvent) PruneEvents(context.Context, time.Time) error { return nil }

// A seal opens by itself at OpensAt. If the result cannot be posted, it is tried again
// after longer and longer pauses, and given up in the end.
func TestOpener(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1, Sealed: true})
	if _, err := e.Seal(by("ann"), func(int) (int, error) { return 518, nil }, func() [16]byte { return [16]byte{} }); err != nil {
		t.Fatal(err)
	}
	kept := &oneEvent{}
	kept.put(e)
	now, refusing := evening, true
	var posted []time.Duration
	o := Opener{
		Store: kept, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
		Post: func(_ context.Context, e *Event, d *Draw) error {
			posted = append(posted, now.Sub(evening))
			if !slices.Equal(d.SPs, []int{518}) || d.Sealed() {
				t.Errorf("posts %+v", d)
			}
			if refusing {
				return errors.New("no permission")
			}
			return nil
		},
	}
	for now.Before(evening.Add(15 * time.Minute)) {
		if now.Sub(evening) == 12*time.Minute {
			refusing = false
		}
		o.Tick(t.Context()) // errors are the refusals
		now = now.Add(tickPause)
	}
	want := []time.Duration{SealTime, SealTime + 10*time.Second, SealTime + 30*time.Second, SealTime + 70*time.Second, SealTime + 150*time.Second}
	if !slices.Equal(posted, want) {
		t.Errorf("posted after %v, want %v", posted, want)
	}
	if d := kept.get().Last(); !d.Shown || d.Seal.Opened != evening.Add(SealTime) {
		t.Errorf("got %+v", d)
	}
}

// After a press has opened a seal, the opener waits for the answer to the press. It posts
// the result only if that answer does not come.
func TestOpenerWaitsForAPress(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1, Sealed: true})
	e.Seal(by("ann"), func(int) (int, error) { return 7, nil }, func() [16]byte { return [16]byte{} })
	opened := evening.Add(SealTime)
	e.OpenSeal(1, Asker{User: "ann", Process: "p", At: opened})
	kept := &oneEvent{}
	kept.put(e)
	posts, now := 0, opened
	o := Opener{Store: kept, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
		Post: func(context.Context, *Event, *Draw) error { posts++; return nil }}
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{0, 0}, {answerTime - time.Second, 0}, {answerTime, 1}, {2 * answerTime, 1}} {
		now = opened.Add(c.after)
		if err := o.Tick(t.Context()); err != nil || posts != c.want {
			t.Errorf("after %v: %d posts, %v; want %d", c.after, posts, err, c.want)
		}
	}
}
