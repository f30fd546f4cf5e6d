package evening

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"chess960bot/internal/outbox"
)

// A oneEvent is a store with one event.
type oneEvent struct {
	Store
	event *Event // nil after the event was deleted
	err   error  // of all methods

	shown  []int       // the indexes of the draws that were shown
	pruned []time.Time // the arguments of PruneEvents
}

func (s *oneEvent) Event(_ context.Context, ref Ref) (*Event, error) {
	switch {
	case s.err != nil:
		return nil, s.err
	case s.event == nil || s.event.Ref() != (Ref{Channel: ref.Channel, ID: ref.ID}):
		return nil, ErrNone
	}
	return s.event, nil
}

func (s *oneEvent) UpdateEvent(ctx context.Context, ref Ref, update func(*Event) error) (*Event, error) {
	e, err := s.Event(ctx, ref)
	if err != nil {
		return nil, err
	}
	return e, update(e)
}

func (s *oneEvent) ShowDraw(ctx context.Context, ref Ref, index int, _ string) error {
	_, err := s.Event(ctx, ref)
	s.shown = append(s.shown, index)
	return err
}

func (s *oneEvent) PruneEvents(_ context.Context, closedBefore time.Time) error {
	s.pruned = append(s.pruned, closedBefore)
	return s.err
}

// A composed is the message that the posts of a test compose.
type composed struct {
	SPs      []int
	FileName string
}

// posts returns the posts of seals in a store.
func (s *oneEvent) posts() Kind {
	return SealPosts(s, func(_ *Event, d *Draw, fileName string) (outbox.Message, error) {
		return composed{d.SPs, fileName}, nil
	})
}

// threeDraws returns an event that waits for the seal of its third draw, and the post of
// that seal. The first draw has no seal, and people have seen the second. Draw n gives
// SP-n, counted from 0.
func threeDraws(t *testing.T) (*oneEvent, outbox.Post) {
	t.Helper()
	e := newEvent(Rules{Name: "x", Rounds: 5, Boards: 1, Games: 1})
	first := func(int) (int, error) { return 0, nil }
	play(t, e, first)
	e.Rules.Sealed = true
	play(t, e, first)
	e.Draws[0].Shown, e.Draws[1].Shown = true, true
	later := Asker{User: "ann", At: evening.Add(time.Hour)}
	if _, err := e.Seal(later, first, func() [16]byte { return [16]byte{} }); err != nil {
		t.Fatal(err)
	}
	p, ok := e.SealPost()
	if !ok {
		t.Fatal("a sealed draw has no post")
	}
	return &oneEvent{event: e}, p
}

// attempt prepares an attempt at a post, made when the post is due.
func attempt(t *testing.T, k Kind, p outbox.Post) *outbox.Delivery {
	t.Helper()
	d, err := k.Prepare(t.Context(), p, p.DueAt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// An event has a post while its last draw has a seal and nobody has seen the positions.
func TestOnlyAnUnseenSealHasAPost(t *testing.T) {
	if p, ok := newEvent(Rules{}).SealPost(); ok {
		t.Errorf("before the first draw: %+v", p)
	}
	for name, c := range map[string]struct {
		update func(d *Draw)
		want   bool
	}{
		"sealed":  {func(*Draw) {}, true},
		"opened":  {func(d *Draw) { d.Seal.Opened = evening }, true},
		"shown":   {func(d *Draw) { d.Seal.Opened, d.Shown = evening, true }, false},
		"void":    {func(d *Draw) { d.Seal.Opened, d.Void = evening, &Void{} }, false},
		"no seal": {func(d *Draw) { d.Seal = nil }, false},
	} {
		store, _ := threeDraws(t)
		c.update(store.event.Last())
		if p, ok := store.event.SealPost(); ok != c.want || (store.event.Waiting() != nil) != c.want {
			t.Errorf("%s: %+v, %t", name, p, ok)
		}
	}
}

// A seal that only people open has no post, but the draw waits.
func TestASealThatOnlyPeopleOpenHasNoPost(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 5, Boards: 1, Games: 1, Sealed: true})
	by := Asker{User: "ann", At: evening, NoPosts: true}
	d, err := e.Seal(by, func(int) (int, error) { return 0, nil }, func() [16]byte { return [16]byte{} })
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := e.SealPost(); ok || e.Waiting() != d {
		t.Errorf("%+v", p)
	}
	if d, _, err := e.Open(Request{Asker: Asker{User: "ben", At: evening.Add(SealTime)}}, 1); err != nil || d.Sealed() {
		t.Errorf("others cannot open it: %v", err)
	}
	if p, ok := e.SealPost(); ok {
		t.Errorf("opened: %+v", p)
	}
}

// The post is due when the seal opens by itself. After a press, the post waits a minute
// for the answer to the press. It can be sent for a day.
func TestASealsPostIsDueWhenTheAnswerIsLate(t *testing.T) {
	store, p := threeDraws(t)
	d := store.event.Last()
	if !p.DueAt.Equal(d.Seal.OpensAt) || !p.ExpiresAt.Equal(d.Seal.OpensAt.AddDate(0, 0, 1)) {
		t.Errorf("the post of a closed seal is due from %v to %v", p.DueAt, p.ExpiresAt)
	}
	pressed := evening.Add(61 * time.Minute)
	if _, err := store.event.OpenSeal(d.Round, Asker{At: pressed}); err != nil {
		t.Fatal(err)
	}
	p, _ = store.event.SealPost()
	if due := pressed.Add(time.Minute); !p.DueAt.Equal(due) || !p.ExpiresAt.Equal(due.AddDate(0, 0, 1)) {
		t.Errorf("the post of an opened seal is due from %v to %v", p.DueAt, p.ExpiresAt)
	}
}

// Somebody wants the post of a seal until people have seen its draw, and no other post.
func TestASeenSealNeedsNoPost(t *testing.T) {
	for name, c := range map[string]struct {
		update func(s *oneEvent, p *outbox.Post)
		want   bool
	}{
		"sealed":           {func(*oneEvent, *outbox.Post) {}, true},
		"opened, not seen": {func(s *oneEvent, _ *outbox.Post) { s.event.Last().Seal.Opened = evening }, true},
		"shown":            {func(s *oneEvent, _ *outbox.Post) { s.event.Last().Shown = true }, false},
		"void":             {func(s *oneEvent, _ *outbox.Post) { s.event.Last().Void = &Void{} }, false},
		"an earlier seal":  {func(s *oneEvent, p *outbox.Post) { p.Number = s.event.Draws[1].Seal.number() }, false},
		"an unknown seal":  {func(_ *oneEvent, p *outbox.Post) { p.Number++ }, false},
		"a deleted event":  {func(s *oneEvent, _ *outbox.Post) { s.event = nil }, false},
	} {
		store, p := threeDraws(t)
		c.update(store, &p)
		if got := !attempt(t, store.posts(), p).Unwanted; got != c.want {
			t.Errorf("%s: wanted is %t", name, got)
		}
	}
}

// The message shows the positions of the post's own draw, whose seal is open then.
func TestAPostOpensItsSeal(t *testing.T) {
	store, p := threeDraws(t)
	m, err := attempt(t, store.posts(), p).Compose(t.Context())
	name := "seal-e-1795119000000.png" // 2026-11-19T20:10:00Z
	if want := (composed{[]int{2}, name}); err != nil || !reflect.DeepEqual(m, want) {
		t.Errorf("composed %v, %v; want %v", m, err, want)
	}
	if opened := store.event.Last().Seal.Opened; !opened.Equal(p.DueAt) {
		t.Errorf("the seal was opened at %v, want %v", opened, p.DueAt)
	}
}

// A seal that a press has opened stays as the press left it.
func TestAPostKeepsAnOpenedSeal(t *testing.T) {
	store, p := threeDraws(t)
	pressed := evening.Add(61 * time.Minute)
	d, err := store.event.OpenSeal(store.event.Last().Round, Asker{At: pressed})
	if err != nil {
		t.Fatal(err)
	}
	m, err := attempt(t, store.posts(), p).Compose(t.Context())
	if got, ok := m.(composed); err != nil || !ok || !slices.Equal(got.SPs, []int{2}) {
		t.Errorf("composed %v, %v", m, err)
	}
	if !d.Seal.Opened.Equal(pressed) || len(d.SPs) != 1 {
		t.Errorf("the post changed the draw: %+v, opened at %v", d, d.Seal.Opened)
	}
}

// A message that cannot be composed ends the post: the next attempt would fail too. A
// failure of the store does not: the post is tried again.
func TestOnlyABadMessageEndsAPost(t *testing.T) {
	wrong := errors.New("wrong")
	store, p := threeDraws(t)
	posts := SealPosts(store, func(*Event, *Draw, string) (outbox.Message, error) { return composed{}, wrong })
	m, err := attempt(t, posts, p).Compose(t.Context())
	if r, ok := errors.AsType[*outbox.Refusal](err); m != nil || !ok || r.Trouble != outbox.Invalid || r.Err != wrong {
		t.Errorf("a bad message: %v, %v", m, err)
	}

	delivery := attempt(t, store.posts(), p)
	store.err = wrong
	if m, err := delivery.Compose(t.Context()); m != nil || err != wrong {
		t.Errorf("the seal cannot be opened: %v, %v", m, err)
	}
	if d, err := store.posts().Prepare(t.Context(), p, p.DueAt); d != nil || err != wrong {
		t.Errorf("the event cannot be read: %v, %v", d, err)
	}
}

// A draw counts as seen only if its post was sent. However the post has ended, the seal
// is open then.
func TestOnlyASentPostShowsItsDraw(t *testing.T) {
	for _, state := range outbox.States() {
		if state == outbox.Open {
			continue
		}
		store, p := threeDraws(t)
		delivery := attempt(t, store.posts(), p)
		if state == outbox.Posted {
			if _, err := delivery.Compose(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		p.State = state
		err := delivery.Ended(t.Context(), p)
		if want := map[outbox.State][]int{outbox.Posted: {2}}[state]; err != nil || !slices.Equal(store.shown, want) {
			t.Errorf("%s: shown are the draws %v, %v; want %v", state, store.shown, err, want)
		}
		if store.event.Last().Sealed() {
			t.Errorf("%s: the draw is still sealed", state)
		}
		store.err = errors.New("disk full")
		if err := delivery.Ended(t.Context(), p); err != store.err {
			t.Errorf("%s, and the store fails: %v", state, err)
		}
	}
}

// The end of a post that nobody wants any more changes nothing.
func TestAnUnwantedPostChangesNothing(t *testing.T) {
	for _, state := range []outbox.State{outbox.Posted, outbox.Missed} {
		store, p := threeDraws(t)
		store.event.Last().Shown = true
		p.State = state
		if err := attempt(t, store.posts(), p).Ended(t.Context(), p); err != nil || store.shown != nil || !store.event.Last().Sealed() {
			t.Errorf("%s: %v, shown are %v, %+v", state, err, store.shown, store.event.Last())
		}
	}
}

func TestARefusedSealIsGivenUp(t *testing.T) {
	store, p := threeDraws(t)
	if attempt(t, store.posts(), p).Refused != nil {
		t.Error("the post is tried again")
	}
}

func TestEventsAreKeptForTwoYears(t *testing.T) {
	store := &oneEvent{}
	if err := store.posts().Plan(t.Context(), evening); err != nil {
		t.Fatal(err)
	}
	if want := []time.Time{evening.AddDate(0, 0, -730)}; !slices.Equal(store.pruned, want) {
		t.Errorf("events closed before %v are deleted, want %v", store.pruned, want)
	}
}

// The positions of a sealed round begin at the index. They go on at the start of the list
// after its end, without those that an earlier board excludes. The shuffle asks for one
// number less than the pool has, because the last position has no choice.
func TestASealGoesRoundItsList(t *testing.T) {
	for added, want := range map[int][]int{0: {518, 100}, 1: {534, 100}, 2: {100, 518}} { // 518 and 534 are a pair
		e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 2, Games: 1, Each: true, NoMirrors: true, Exclude: only(100, 518, 534)})
		var asked []int
		seal(t, e, func(n int) (int, error) {
			asked = append(asked, n)
			return []int{2, 1, 1}[len(asked)-1], nil // the shuffle keeps the order, the sealed number is 1
		}, added)
		d := e.Last()
		if !slices.Equal(d.Seal.Order, []int{100, 518, 534}) || !slices.Equal(asked, []int{3, 2, 3}) {
			t.Fatalf("the list is %v after numbers below %v", d.Seal.Order, asked)
		}
		if !slices.Equal(d.SPs, want) {
			t.Errorf("index %d gives %v, want %v", d.Seal.Index(), d.SPs, want)
		}
	}
}
