package rows_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/storetest"
)

func TestEvents(t *testing.T) {
	cases{
		"an event comes back as it was stored":         storedEvent,
		"a channel has one open event":                 oneOpenEvent,
		"a refused change stores nothing":              refusedChange,
		"every change comes back as it was made":       madeChanges,
		"what people have seen stays seen":             shownDraw,
		"changes at the same time come one by one":     racingDraws,
		"a sealed draw has a post until it is shown":   sealPosts,
		"a post waits for the answer to a press":       pressedSeal(func(*evening.Draw) {}, time.Minute),
		"a press whose answer arrives needs no post":   pressedSeal(func(d *evening.Draw) { d.Shown = true }, -1),
		"a seal that people have seen needs no post":   shownSeal,
		"a post that was tried is not moved":           triedSeal,
		"a seal that only people open has no post":     sealByPress,
		"posts of one person take turns with others":   sealTurns,
		"a person seals only so many draws":            manySeals,
		"old closed events are deleted, others stay":   prunedEvents,
		"a sealed message is told what is new":         toldMessage,
		"a sealed message hides no later one":          laterMessage,
		"pairings are posted once, and then edited":    postedPairings,
		"a closed event is opened again":               reopenedEvent,
		"an event is found in its thread":              eventInThread,
		"the last events tell what was drawn":          drawnBefore,
		"one process asks for a game on lichess":       gamesToAskFor,
		"moves are asked for, kept and deleted":        movesOfGames,
		"lists of events read little of them":          listedEvents,
		"hostile texts come back or are made harmless": hostileEvent,
	}.run(t)
}

// newEvent returns an open event with a drawn, a voided and a sealed round.
func newEvent(b *bench, id, channel string) *evening.Event {
	b.Helper()
	e := &evening.Event{
		ID: id, Channel: channel, Guild: "1", OpenedBy: "5", OpenedByName: "Ann", OpenedAt: storetest.Noon,
		Rules: evening.Rules{Name: "Thursday 960", Rounds: 5, Boards: 2, Games: 2, Each: true, NoMirrors: true, Sealed: true, Exclude: []int{518, 534}},
	}
	ann := evening.Asker{User: "5", Name: "Ann", Interaction: "77", At: storetest.Noon.Add(time.Minute)}
	zero := func(int) (int, error) { return 0, nil }
	_, drawn := e.Draw(ann, zero)
	_, voided := e.Void(1, "a board was set up wrongly", ann)
	_, sealed := e.Seal(ann, zero, func() [16]byte { return [16]byte{9, 6, 0} })
	added := e.Add(1, evening.Asker{User: "6", Name: "Bo"}, 17)
	if err := errors.Join(drawn, voided, sealed, added); err != nil {
		b.Fatal(err)
	}
	d := &e.Draws[0]
	d.Interactions, d.Showing, d.ShowingAt, d.Message = []string{"77"}, "77", storetest.Noon.Add(time.Minute), "90"
	return e
}

func storeEvent(b *bench, e *evening.Event) {
	b.Helper()
	if err := b.NewEvent(b.Context(), e); err != nil {
		b.Fatal(err)
	}
}

// closeEvent opens the sealed draw, so that the event can be closed.
func closeEvent(b *bench, ref evening.Ref, at time.Time) {
	b.Helper()
	_, err := b.UpdateEvent(b.Context(), ref, func(e *evening.Event) error {
		_, err := e.OpenSeal(1, evening.Asker{At: at})
		return errors.Join(err, e.Close(evening.Asker{At: at}))
	})
	if err != nil {
		b.Fatal(err)
	}
}

func storedEvent(b *bench) {
	want := newEvent(b, "a", "7")
	storeEvent(b, want)
	if got, err := b.Event(b.Context(), evening.Ref{Channel: "7"}); err != nil || !reflect.DeepEqual(got, want) {
		b.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
	if got, err := b.Event(b.Context(), want.Ref()); err != nil || !reflect.DeepEqual(got, want) {
		b.Errorf("by its id: %+v, %v", got, err)
	}
	for _, other := range []evening.Ref{{Channel: "8"}, {Channel: "7", ID: "b"}, {Channel: "8", ID: "a"}, {ID: "a"}} {
		if got, err := b.Event(b.Context(), other); !errors.Is(err, evening.ErrNone) {
			b.Errorf("%+v: %+v, %v", other, got, err)
		}
	}
}

func oneOpenEvent(b *bench) {
	storeEvent(b, newEvent(b, "a", "7"))
	storeEvent(b, newEvent(b, "b", "8"))
	if err := b.NewEvent(b.Context(), newEvent(b, "c", "7")); !errors.Is(err, evening.ErrExists) {
		b.Errorf("a second open event: %v", err)
	}
	closeEvent(b, evening.Ref{Channel: "7"}, storetest.Noon.Add(time.Hour))
	next := newEvent(b, "c", "7")
	next.OpenedAt = storetest.Noon.Add(-time.Hour) // LastEvent returns the open event even if it is older
	storeEvent(b, next)
	if got, err := b.Event(b.Context(), evening.Ref{Channel: "7"}); err != nil || got.ID != "c" {
		b.Errorf("got %+v, %v; want the open event", got, err)
	}
	closeEvent(b, evening.Ref{Channel: "7", ID: "c"}, storetest.Noon.Add(2*time.Hour))
	if got, err := b.Event(b.Context(), evening.Ref{Channel: "7"}); err != nil || got.ID != "a" {
		b.Errorf("got %+v, %v; want the event that was opened last", got, err)
	}
	if rows, err := b.CountRows(b.Context()); rows["events"]["open"] != 1 || rows["events"]["closed"] != 2 || err != nil {
		b.Errorf("counted %v, %v", rows, err)
	}
}

func refusedChange(b *bench) {
	want := newEvent(b, "a", "7")
	storeEvent(b, want)
	refusal := errors.New("refused")
	_, err := b.UpdateEvent(b.Context(), evening.Ref{Channel: "7", ID: "a"}, func(e *evening.Event) error {
		e.Rules.Name, e.Draws = "changed", nil
		return refusal
	})
	if err != refusal {
		b.Errorf("got %v", err)
	}
	if got, err := b.Event(b.Context(), evening.Ref{Channel: "7"}); err != nil || !reflect.DeepEqual(got, want) {
		b.Errorf("got %+v, %v", got, err)
	}
	if _, err := b.UpdateEvent(b.Context(), evening.Ref{Channel: "7", ID: "b"}, func(*evening.Event) error { return nil }); !errors.Is(err, evening.ErrNone) {
		b.Errorf("an unknown event: %v", err)
	}
}

func madeChanges(b *bench) {
	storeEvent(b, newEvent(b, "a", "7"))
	zero := func(int) (int, error) { return 0, nil }
	for i, update := range []func(e *evening.Event) error{
		func(e *evening.Event) error {
			e.Draws[1].Interactions = append(e.Draws[1].Interactions, "78")
			return nil
		},
		func(e *evening.Event) error { return e.Add(1, evening.Asker{User: "8"}, 0) },
		press(storetest.Noon.Add(2 * time.Minute)),
		func(e *evening.Event) error { e.Draws[1].Shown = true; return nil },
		func(e *evening.Event) error {
			_, err := e.Void(1, "again", evening.Asker{User: "6", At: storetest.Noon})
			return err
		},
		func(e *evening.Event) error {
			_, err := e.OpenSeal(1, evening.Asker{At: storetest.Noon})
			return ignore(err, evening.ErrNotSealed)
		},
		func(e *evening.Event) error {
			_, err := e.Draw(evening.Asker{User: "5", At: storetest.Noon}, zero)
			return err
		},
		func(e *evening.Event) error {
			rules := e.Rules
			rules.Boards, rules.Name = 4, "Friday"
			_, err := e.AnswerChange(evening.Asker{User: "6", Interaction: "79", At: storetest.Noon}, rules, zero)
			return err
		},
		func(e *evening.Event) error { e.Message, e.Thread, e.Changes[0].Shown = "90", "90", true; return nil },
		func(e *evening.Event) error {
			e.Changes[0].Interactions = append(e.Changes[0].Interactions, "80")
			return nil
		},
		func(e *evening.Event) error { return e.Close(evening.Asker{At: storetest.Noon.Add(time.Hour)}) },
	} {
		want, err := b.UpdateEvent(b.Context(), evening.Ref{Channel: "7", ID: "a"}, update)
		if err != nil {
			b.Fatal(err)
		}
		if got, err := b.Event(b.Context(), want.Ref()); err != nil || !reflect.DeepEqual(got, want) {
			b.Errorf("update %d:\ngot  %+v, %v\nwant %+v", i, got, err, want)
		}
	}
}

// ignore returns an error unless it is the expected one.
func ignore(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// The message of a seal is brought up to date after each number and after the opening. One
// post tells everything that happens before it is tried.
func toldMessage(b *bench) {
	e := newEvent(b, "a", "7")
	storeEvent(b, e)
	at := e.Sealed().At
	told := func(want int) {
		b.Helper()
		p, ok, err := b.Claim(b.Context(), at, "h", storetest.Lease)
		if !ok || err != nil || p.Kind != evening.MessageKind || p.Number != want || p.Channel != "70" {
			b.Fatalf("got %+v, %t, %v; want %d", p, ok, err, want)
		}
		p.State = outbox.Posted
		if held, err := b.Record(b.Context(), "h", p); !held || err != nil {
			b.Error(held, err)
		}
	}
	nothing := func() {
		b.Helper()
		if p, ok, err := b.Claim(b.Context(), at, "h", storetest.Lease); ok || err != nil {
			b.Fatalf("got %+v, %v", p, err)
		}
	}
	add := func(user string) func(e *evening.Event) error {
		return func(e *evening.Event) error { return e.Add(1, evening.Asker{User: user}, 1) }
	}
	updateEvent(b, add("10"))
	nothing() // the message is not known
	updateEvent(b, func(e *evening.Event) error {
		e.Draws[1].Seal.Channel, e.Draws[1].Seal.Message = "70", "71"
		return nil
	})
	updateEvent(b, add("11"))
	told(1_000_000)
	nothing()
	if _, err := b.UpdateEvent(b.Context(), evening.Ref{Channel: "7", OnlySealed: true}, add("12")); err != nil {
		b.Fatal(err)
	}
	p, ok, err := b.Claim(b.Context(), at, "h", storetest.Lease)
	if !ok || err != nil || p.Number != 1_000_001 {
		b.Fatalf("got %+v, %t, %v", p, ok, err)
	}
	updateEvent(b, add("13")) // while the change is being sent
	p.State = outbox.Posted
	if held, err := b.Record(b.Context(), "h", p); !held || err != nil {
		b.Error(held, err)
	}
	told(1_000_002)
	updateEvent(b, press(at))
	told(1_000_003)
	if err := b.ShowDraw(b.Context(), e.Ref(), 1, "72"); err != nil {
		b.Fatal(err)
	}
	told(1_000_004)
	nothing()
}

// The post that brings the message of an earlier seal up to date waits, and that of the next seal does too.
func laterMessage(b *bench) {
	e := newEvent(b, "a", "7")
	at := e.Sealed().At
	known := func(e *evening.Event) { e.Last().Seal.Channel, e.Last().Seal.Message = "70", "71" }
	known(e)
	storeEvent(b, e)
	updateEvent(b, press(at))
	updateEvent(b, func(e *evening.Event) error {
		_, err := e.Seal(evening.Asker{User: "5", At: at}, func(int) (int, error) { return 0, nil }, func() [16]byte { return [16]byte{1} })
		known(e)
		return errors.Join(err, e.Add(2, evening.Asker{User: "10"}, 1))
	})
	for _, want := range []int{1_000_000, 2_000_000} {
		p, ok, err := b.Claim(b.Context(), at, "h", storetest.Lease, evening.MessageKind)
		if !ok || err != nil || p.Number != want {
			b.Fatalf("got %+v, %t, %v; want %d", p, ok, err, want)
		}
		p.State = outbox.Posted
		if held, err := b.Record(b.Context(), "h", p); !held || err != nil {
			b.Error(held, err)
		}
	}
}

// reopen opens event "a" of channel "7" again.
func reopen(b *bench) error {
	_, err := b.UpdateEvent(b.Context(), evening.Ref{Channel: "7", ID: "a"}, func(e *evening.Event) error {
		_, err := e.Reopen(evening.Asker{User: "5", Interaction: "1", At: storetest.Noon})
		return err
	})
	return err
}

// Only one event of a channel and its thread is open.
func reopenedEvent(b *bench) {
	first := newEvent(b, "a", "7")
	first.Thread = "70"
	storeEvent(b, first)
	closeEvent(b, first.Ref(), storetest.Noon.Add(time.Hour))
	for i, channel := range []string{"7", "70"} {
		newer := newEvent(b, fmt.Sprint("b", i), channel)
		storeEvent(b, newer)
		if err := reopen(b); !errors.Is(err, evening.ErrExists) {
			b.Errorf("beside an open event in %s: %v", channel, err)
		}
		closeEvent(b, newer.Ref(), storetest.Noon.Add(time.Hour))
	}
	if err := reopen(b); err != nil {
		b.Error(err)
	}
	e, err := b.Event(b.Context(), first.Ref())
	if err != nil || !e.ClosedAt.IsZero() || len(e.Changes) != 2 || !e.Changes[0].Closed || !e.Changes[1].Reopened {
		b.Errorf("got %+v, %v", e, err)
	}
	if err := b.NewEvent(b.Context(), newEvent(b, "c", "7")); !errors.Is(err, evening.ErrExists) {
		b.Errorf("a second open event: %v", err)
	}
}

func eventInThread(b *bench) {
	want := newEvent(b, "a", "7")
	want.Message, want.Thread = "70", "70"
	storeEvent(b, want)
	storeEvent(b, newEvent(b, "b", "8")) // without a thread
	for _, ref := range []evening.Ref{{Channel: "7"}, {Channel: "70"}, {Channel: "70", ID: "a"}} {
		if got, err := b.Event(b.Context(), ref); err != nil || !reflect.DeepEqual(got, want) {
			b.Errorf("%+v: got %+v, %v", ref, got, err)
		}
	}
	if got, err := b.Event(b.Context(), evening.Ref{}); !errors.Is(err, evening.ErrNone) {
		b.Errorf("without a channel: %+v, %v", got, err)
	}
	if err := b.NewEvent(b.Context(), newEvent(b, "c", "70")); !errors.Is(err, evening.ErrExists) {
		b.Errorf("an event in the thread of an open one: %v", err)
	}
	p := wantSeal(b, want.Sealed().Seal.OpensAt)
	if p.Channel != "70" {
		b.Errorf("the seal is posted to %s", p.Channel)
	}
	updateOf(b, evening.Ref{Channel: "8"}, func(e *evening.Event) error { e.Thread = "80"; return nil })
	if p, ok, err := b.Claim(b.Context(), want.Sealed().Seal.OpensAt, "h", storetest.Lease); !ok || err != nil || p.Channel != "80" {
		b.Errorf("after the event has got a thread, the seal is posted to %s: %v", p.Channel, err)
	}
}

// Three events of a channel were closed, and one of them had no draw. Others do not count.
func drawnBefore(b *bench) {
	for i, sps := range [][]int{{518, 3}, {}, {3, 1}, {7}} {
		e := newEvent(b, fmt.Sprint(i), "7")
		e.OpenedAt, e.Draws = storetest.Noon.Add(time.Duration(i)*time.Hour), nil
		if len(sps) > 0 {
			e.Draws = []evening.Draw{{Round: 1, SPs: sps[:1], Void: &evening.Void{}}, {Index: 1, Round: 1, SPs: sps[1:]}}
		}
		storeEvent(b, e)
		if i < 3 {
			updateOf(b, e.Ref(), func(e *evening.Event) error { return e.Close(evening.Asker{At: storetest.Noon}) })
		}
	}
	storeEvent(b, newEvent(b, "else", "8"))
	for most, want := range map[int]struct {
		sps      []int
		evenings int
	}{0: {nil, 0}, 1: {[]int{1, 3}, 1}, 2: {[]int{1, 3, 518}, 2}, 50: {[]int{1, 3, 518}, 2}} {
		if sps, evenings, err := b.Drawn(b.Context(), "7", most); !slices.Equal(sps, want.sps) || evenings != want.evenings || err != nil {
			b.Errorf("the last %d: %v, %d, %v", most, sps, evenings, err)
		}
	}
}

// A draw can be noted as shown twice. An event of another channel does not match.
func shownDraw(b *bench) {
	storeEvent(b, newEvent(b, "a", "7"))
	for _, shown := range []struct {
		ref     evening.Ref
		index   int
		message string
	}{{evening.Ref{Channel: "8", ID: "a"}, 1, "90"}, {evening.Ref{Channel: "7", ID: "a"}, 0, "91"}, {evening.Ref{Channel: "7", ID: "a"}, 0, ""}} {
		if err := b.ShowDraw(b.Context(), shown.ref, shown.index, shown.message); err != nil {
			b.Fatal(err)
		}
	}
	got, err := b.Event(b.Context(), evening.Ref{Channel: "7"})
	if err != nil || !got.Draws[0].Shown || got.Draws[0].Message != "91" || got.Draws[1].Shown {
		b.Errorf("%+v, %v; want the first draw alone shown", got, err)
	}
}

// Eight askers draw at the same time. Each draw is one round, and none is lost.
func racingDraws(b *bench) {
	const askers = 8
	e := &evening.Event{ID: "a", Channel: "7", OpenedAt: storetest.Noon, Rules: evening.Rules{Rounds: askers, Boards: 1, Games: 1}}
	storeEvent(b, e)
	var group sync.WaitGroup
	for i := range askers {
		group.Go(func() {
			_, err := b.UpdateEvent(context.WithoutCancel(b.Context()), evening.Ref{Channel: "7"}, func(e *evening.Event) error {
				_, err := e.Draw(evening.Asker{User: fmt.Sprint(i)}, func(int) (int, error) { return 0, nil })
				return err
			})
			if err != nil {
				b.Error(err)
			}
		})
	}
	group.Wait()
	got, err := b.Event(b.Context(), evening.Ref{Channel: "7"})
	if err != nil {
		b.Fatal(err)
	}
	for round := 1; round <= askers; round++ {
		if d := got.Round(round); d == nil || !slices.Equal(d.SPs, []int{round - 1}) {
			b.Errorf("round %d: %+v", round, d)
		}
	}
	if len(got.Draws) != askers {
		b.Errorf("%d draws", len(got.Draws))
	}
}

// wantSeal claims the post of event "a" at an instant, and not before.
func wantSeal(b *bench, at time.Time) outbox.Post {
	b.Helper()
	if p, ok, err := b.Claim(b.Context(), at.Add(-time.Millisecond), "h", storetest.Lease); ok || err != nil {
		b.Errorf("too early: %+v, %v", p, err)
	}
	p, ok, err := b.Claim(b.Context(), at, "h", storetest.Lease)
	if err != nil || !ok {
		b.Fatal("no post is due: ", err)
	}
	return p
}

func updateEvent(b *bench, update func(e *evening.Event) error) {
	b.Helper()
	updateOf(b, evening.Ref{Channel: "7", ID: "a"}, update)
}

func updateOf(b *bench, ref evening.Ref, update func(e *evening.Event) error) {
	b.Helper()
	if _, err := b.UpdateEvent(b.Context(), ref, update); err != nil {
		b.Fatal(err)
	}
}

// press opens the sealed draw by a press.
func press(at time.Time) func(e *evening.Event) error {
	return func(e *evening.Event) error {
		_, err := e.OpenSeal(1, evening.Asker{User: "5", At: at})
		return err
	}
}

func sealPosts(b *bench) {
	e := newEvent(b, "a", "7")
	storeEvent(b, e)
	opens := e.Sealed().Seal.OpensAt
	refused := errors.New("refused")
	b.UpdateEvent(b.Context(), evening.Ref{Channel: "7", ID: "a"}, func(e *evening.Event) error { return errors.Join(press(storetest.Noon)(e), refused) })
	p := wantSeal(b, opens)
	want := outbox.Post{
		Kind: evening.SealKind, Subject: "a", Number: int(opens.UnixMilli()), Channel: "7",
		DueAt: opens, ExpiresAt: opens.Add(24 * time.Hour), State: outbox.Open, Attempts: 1, FirstSent: opens,
	}
	if storetest.PlainPost(p) != storetest.PlainPost(want) {
		b.Errorf("got  %+v\nwant %+v", p, want)
	}
	p.State = outbox.Posted
	if held, err := b.Record(b.Context(), "h", p); !held || err != nil {
		b.Error(held, err)
	}
	updateEvent(b, press(opens)) // plans nothing: the post is final
	if p, ok, err := b.Claim(b.Context(), opens.Add(time.Hour), "h", storetest.Lease); ok || err != nil {
		b.Errorf("again: %+v, %v", p, err)
	}
	if posts, _, err := b.Count(b.Context(), opens); err != nil || posts[evening.SealKind][outbox.Posted] != 1 {
		b.Errorf("counted %v, %v", posts, err)
	}
}

// pressedSeal returns a case: a press opens the seal, its answer fares as told, and the
// post is due some time after the press, or never if that is negative.
func pressedSeal(answered func(d *evening.Draw), after time.Duration) func(b *bench) {
	return func(b *bench) {
		storeEvent(b, newEvent(b, "a", "7"))
		pressed := storetest.Noon.Add(2 * time.Minute)
		updateEvent(b, press(pressed))
		updateEvent(b, func(e *evening.Event) error { answered(e.Last()); return nil })
		if after >= 0 {
			wantSeal(b, pressed.Add(after))
		} else if p, ok, err := b.Claim(b.Context(), storetest.Noon.AddDate(1, 0, 0), "h", storetest.Lease); ok || err != nil {
			b.Errorf("%+v, %v", p, err)
		}
	}
}

func shownSeal(b *bench) {
	e := newEvent(b, "a", "7")
	storeEvent(b, e)
	updateEvent(b, press(storetest.Noon.Add(2*time.Minute)))
	if err := b.ShowDraw(b.Context(), e.Ref(), 1, ""); err != nil {
		b.Fatal(err)
	}
	if p, ok, err := b.Claim(b.Context(), storetest.Noon.AddDate(1, 0, 0), "h", storetest.Lease); ok || err != nil {
		b.Errorf("%+v, %v", p, err)
	}
}

func triedSeal(b *bench) {
	e := newEvent(b, "a", "7")
	storeEvent(b, e)
	opens := e.Sealed().Seal.OpensAt
	p := wantSeal(b, opens)
	updateEvent(b, press(opens.Add(time.Second)))
	if err := b.ShowDraw(b.Context(), e.Ref(), 1, ""); err != nil {
		b.Fatal(err)
	}
	updateEvent(b, func(e *evening.Event) error { _, err := e.Void(1, "", evening.Asker{}); return err })
	p.State = outbox.Posted
	if held, err := b.Record(b.Context(), "h", p); !held || err != nil {
		b.Errorf("the attempt cannot be recorded: %t, %v", held, err)
	}
}

// sealEvent stores an event. Its id is its channel. A person has sealed the first round.
func sealEvent(b *bench, id string, by evening.Asker) *evening.Event {
	b.Helper()
	e := &evening.Event{ID: id, Channel: id, OpenedBy: by.User, OpenedAt: storetest.Noon, Rules: evening.Rules{Name: "x", Rounds: 2, Boards: 1, Games: 1, Sealed: true}}
	if _, err := e.Seal(by, func(int) (int, error) { return 0, nil }, func() [16]byte { return [16]byte{9, 6, 0} }); err != nil {
		b.Fatal(err)
	}
	storeEvent(b, e)
	return e
}

func sealByPress(b *bench) {
	want := sealEvent(b, "7", evening.Asker{User: "5", At: storetest.Noon, NoPosts: true})
	if got, err := b.Event(b.Context(), want.Ref()); err != nil || !reflect.DeepEqual(got, want) {
		b.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
	if _, err := b.UpdateEvent(b.Context(), want.Ref(), press(storetest.Noon.Add(time.Hour))); err != nil {
		b.Fatal(err)
	}
	if p, ok, err := b.Claim(b.Context(), storetest.Noon.AddDate(1, 0, 0), "h", storetest.Lease); ok || err != nil {
		b.Errorf("%+v, %v", p, err)
	}
}

func sealTurns(b *bench) {
	for i, sealed := range []evening.Asker{
		{User: "ann"}, {User: "ann"}, {User: "ann", NoPosts: true}, {User: "ann"}, {User: "ben"}, {User: "cleo"}, {User: "ben"}, {User: "ben"},
	} {
		sealed.At = storetest.Noon.Add(time.Duration(i) * time.Second)
		sealEvent(b, fmt.Sprint(sealed.User, i), sealed)
	}
	var got []string
	for {
		p, ok, err := b.Claim(b.Context(), storetest.Noon.Add(time.Hour), "h", storetest.Lease)
		if err != nil {
			b.Fatal(err)
		}
		if !ok {
			break
		}
		got = append(got, p.Subject)
	}
	if want := []string{"ann0", "ben4", "cleo5", "ann1", "ben6", "ann3", "ben7"}; !slices.Equal(got, want) {
		b.Errorf("claimed %v, want %v", got, want)
	}
}

// manySeals fills a person's number of sealed draws. One more is refused, unless only
// people open it, until one of them is open. Others may seal.
func manySeals(b *bench) {
	ann := evening.Asker{User: "ann", At: storetest.Noon}
	refs := make([]evening.Ref, evening.MostSealed)
	for i := range refs {
		refs[i] = sealEvent(b, fmt.Sprint(i), ann).Ref()
	}
	sealEvent(b, "group", evening.Asker{User: "ann", At: storetest.Noon, NoPosts: true})
	sealEvent(b, "ben", evening.Asker{User: "ben", At: storetest.Noon})
	full := &evening.Event{ID: "full", Channel: "full", OpenedBy: "ann", OpenedAt: storetest.Noon, Rules: evening.Rules{Name: "x", Rounds: 2, Boards: 1, Games: 1, Sealed: true}}
	storeEvent(b, full)
	seal := func() error {
		_, err := b.UpdateEvent(b.Context(), full.Ref(), func(e *evening.Event) error {
			_, err := e.Seal(ann, func(int) (int, error) { return 0, nil }, func() [16]byte { return [16]byte{9} })
			return err
		})
		return err
	}
	if err := seal(); !errors.Is(err, evening.ErrManySealed) {
		b.Errorf("one more: %v", err)
	}
	if e, err := b.Event(b.Context(), full.Ref()); err != nil || len(e.Draws) != 0 {
		b.Errorf("the refused draw is stored: %+v, %v", e, err)
	}
	if _, err := b.UpdateEvent(b.Context(), refs[0], press(storetest.Noon)); err != nil {
		b.Error(err)
	}
	if err := seal(); err != nil {
		b.Errorf("after one was opened: %v", err)
	}
}

func prunedEvents(b *bench) {
	for _, id := range []string{"a", "b", "c"} {
		storeEvent(b, newEvent(b, id, id))
	}
	closeEvent(b, evening.Ref{Channel: "a"}, storetest.Noon)
	closeEvent(b, evening.Ref{Channel: "b"}, storetest.Noon.Add(time.Hour))
	if err := b.PruneEvents(b.Context(), storetest.Noon.Add(time.Millisecond)); err != nil {
		b.Fatal(err)
	}
	for id, want := range map[string]error{"a": evening.ErrNone, "b": nil, "c": nil} {
		if _, err := b.Event(b.Context(), evening.Ref{Channel: id, ID: id}); !errors.Is(err, want) {
			b.Errorf("event %s: %v", id, err)
		}
	}
}

func gamesToAskFor(b *bench) {
	e := newEvent(b, "e", "c")
	for i, id := range []string{"first", "second", "ended"} {
		at := storetest.Noon.Add(time.Duration(i) * time.Minute)
		e.AddOnline(evening.OnlineGame{Game: evening.GameRef{Draw: 0, Board: i + 1, Game: 1}, ID: id, At: at})
	}
	e.Online[2].AskAt = time.Time{}
	storeEvent(b, e)
	due, later := e.Online[1].AskAt, 10*time.Minute
	for _, ask := range []struct {
		now  time.Time
		most int
		want []string
	}{
		{e.Online[0].AskAt.Add(-time.Millisecond), 10, nil},
		{due, 1, []string{"first"}},
		{due, 10, []string{"second"}},
		{due.Add(later - time.Millisecond), 10, nil},
		{due.Add(later), 10, []string{"first", "second"}},
	} {
		games, err := b.DueGames(b.Context(), ask.now, ask.now.Add(later), ask.most)
		var got []string
		for _, g := range games {
			if g.Event != "e" || g.Channel != "c" {
				b.Errorf("%+v", g)
			}
			got = append(got, g.ID)
		}
		if slices.Sort(got); err != nil || !slices.Equal(got, ask.want) {
			b.Errorf("at %v: %q, %v; want %q", ask.now, got, err, ask.want)
		}
	}
}

// The moves of a game are asked for once it has ended with a result, are kept once, and go with the game, with a
// player who is forgotten or whose name is removed, and with the event.
func movesOfGames(b *bench) {
	ctx := b.Context()
	e := &evening.Event{ID: "e", Channel: "c", Guild: "1", OpenedBy: "5", OpenedAt: storetest.Noon, Rules: evening.Rules{Name: "x", Rounds: 1, Boards: 3, Games: 1}}
	if _, err := e.Draw(evening.Asker{User: "5", At: storetest.Noon}, func(int) (int, error) { return 0, nil }); err != nil {
		b.Fatal(err)
	}
	for i, id := range []string{"ended", "aborted", "open"} {
		e.AddOnline(evening.OnlineGame{Game: evening.GameRef{Draw: 0, Board: i + 1, Game: 1}, ID: id, ByLot: "https://l/" + id, At: storetest.Noon})
	}
	storeEvent(b, e)
	record := func(id string, r evening.OnlineResult) {
		b.Helper()
		if _, err := b.UpdateEvent(ctx, e.Ref(), func(e *evening.Event) error { return e.RecordOnline(id, r, storetest.Noon) }); err != nil {
			b.Fatal(err)
		}
	}
	record("ended", evening.OnlineResult{White: "ann", Black: "ben", Outcome: evening.WhiteWins, Begun: true, Ended: true})
	record("aborted", evening.OnlineResult{Begun: true, Ended: true})
	record("open", evening.OnlineResult{Begun: true})
	due := func(now time.Time, want int) []evening.DueGame {
		b.Helper()
		games, err := b.DueMoves(ctx, now, now.Add(time.Minute), 10)
		if err != nil || len(games) != want {
			b.Fatalf("%+v, %v; want %d", games, err, want)
		}
		return games
	}
	wantMoves := func(want map[string]string) {
		b.Helper()
		if got, err := b.Moves(ctx, "e"); err != nil || !maps.Equal(got, want) {
			b.Errorf("the moves are %v, %v; want %v", got, err, want)
		}
	}
	g := due(storetest.Noon, 1)[0]
	if want := (evening.DueGame{Event: "e", Index: 0, ID: "ended"}); g != want {
		b.Errorf("%+v", g)
	}
	due(storetest.Noon, 0) // another process
	due(storetest.Noon.Add(time.Minute), 1)
	if err := b.KeepMoves(ctx, g, "e4 e5"); err != nil {
		b.Fatal(err)
	}
	wantMoves(map[string]string{"https://l/ended": "e4 e5"})
	due(storetest.Noon.Add(time.Hour), 0)
	record("open", evening.OnlineResult{White: "ann", Outcome: evening.Drawn, Begun: true, Ended: true})
	g = due(storetest.Noon.Add(time.Hour), 1)[0]
	if err := b.KeepMoves(ctx, g, strings.Repeat("Nf3 ", evening.MostMoves/4)); err != nil { // too many together
		b.Fatal(err)
	}
	wantMoves(map[string]string{"https://l/ended": "e4 e5"})
	due(storetest.Noon.Add(2*time.Hour), 0)
	if _, err := b.UpdateEvent(ctx, e.Ref(), func(e *evening.Event) error {
		_, err := e.AnswerRemoval(evening.Asker{User: "5", At: storetest.Noon}, "ann")
		return err
	}); err != nil {
		b.Fatal(err)
	}
	wantMoves(map[string]string{})
	if err := b.KeepMoves(ctx, g, "d4"); err != nil { // lichess answers late
		b.Fatal(err)
	}
	wantMoves(map[string]string{})
}

func hostileEvent(b *bench) {
	e := newEvent(b, "a'; DROP TABLE event; --", "7\x00\xff")
	e.Rules.Name = "\u202e\x00\xff 'x' \" \\ <@&1> 🜲"
	storeEvent(b, e)
	got, err := b.Event(b.Context(), evening.Ref{Channel: e.Channel})
	if err != nil || got.ID != e.ID || got.Rules.Rounds != e.Rules.Rounds {
		b.Errorf("got %+v, %v", got, err)
	}
}

// The post with pairings is planned with them, once. After an attempt, an edit follows each change of the pairs:
// another name, a rename, a void round. One edit tells everything that happens before it is tried, and a result
// changes nothing.
func postedPairings(b *bench) {
	at := storetest.Noon
	e := &evening.Event{ID: "a", Channel: "7", OpenedBy: "5", OpenedAt: at, Rules: evening.Rules{Name: "Thursday", Rounds: 2, Boards: 2, Games: 1}}
	if _, err := e.Draw(evening.Asker{User: "5", At: at}, func(int) (int, error) { return 0, nil }); err != nil {
		b.Fatal(err)
	}
	e.Draws[0].Shown = true
	storeEvent(b, e)
	by := evening.Asker{User: "5", At: at}
	tell := func(post bool, black string, outcome evening.Outcome) {
		b.Helper()
		updateEvent(b, func(e *evening.Event) error {
			_, err := e.AddResults(by, []evening.Result{{Game: evening.GameRef{Board: 1, Game: 1}, White: "Anna", Black: black, Outcome: outcome}})
			if post {
				e.PostPairings(&e.Draws[0], by.At)
			}
			return err
		})
	}
	told := func(edit bool) {
		b.Helper()
		p, ok, err := b.Claim(b.Context(), at.Add(time.Hour), "h", storetest.Lease, evening.PairingsKind)
		if !ok || err != nil || p.Kind != evening.PairingsKind || p.Number > 0 != edit || p.Channel != "7" {
			b.Fatalf("got %+v, %t, %v", p, ok, err)
		}
		p.State, p.MessageID = outbox.Posted, "90"
		if held, err := b.Record(b.Context(), "h", p); !held || err != nil {
			b.Error(held, err)
		}
	}
	nothing := func() {
		b.Helper()
		if p, ok, err := b.Claim(b.Context(), at.Add(time.Hour), "h", storetest.Lease, evening.PairingsKind); ok || err != nil {
			b.Fatalf("got %+v, %v", p, err)
		}
	}
	tell(false, "Ben", evening.Unknown)
	nothing() // nobody has asked for a post
	tell(true, "Benno", evening.Unknown)
	tell(true, "Ben", evening.Unknown)
	told(false)
	nothing()
	tell(true, "Cem", evening.Unknown)
	tell(false, "Dora", evening.Unknown)
	told(true)
	nothing()
	tell(false, "Dora", evening.WhiteWins)
	nothing()
	updateEvent(b, func(e *evening.Event) error { _, err := e.AnswerRename(by, "Dora", "Doris"); return err })
	told(true)
	updateEvent(b, func(e *evening.Event) error { _, err := e.AnswerRemoval(by, "Doris"); return err })
	told(true)
	updateEvent(b, func(e *evening.Event) error { _, err := e.Void(1, "", by); return err })
	told(true)
	nothing()
}
