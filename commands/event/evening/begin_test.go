package evening

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/outbox"
)

// studied returns an event whose first round was drawn with study time.
func studied(t *testing.T) *Event {
	t.Helper()
	e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 2, Games: 1, Study: 10})
	play(t, e, zero)
	return e
}

func after(d time.Duration) Asker {
	ben := by("ben")
	ben.At = evening.Add(d)
	return ben
}

func TestStartGames(t *testing.T) {
	for name, c := range map[string]struct {
		change func(e *Event)
		draw   int
		after  time.Duration
		want   error
	}{
		"in the study time": {draw: 0, after: 9 * time.Minute},
		"at its end":        {draw: 0, after: 10 * time.Minute, want: ErrBegun},
		"again": {change: func(e *Event) {
			if _, err := e.StartGames(0, after(time.Minute)); err != nil {
				t.Error(err)
			}
		}, after: time.Minute, want: ErrBegun},
		"no such draw":      {draw: 1, want: ErrNotDrawn},
		"a draw before all": {draw: -1, want: ErrNotDrawn},
		"void":              {change: func(e *Event) { e.Void(1, "", by("ann")) }, want: ErrNotDrawn},
		"over":              {change: func(e *Event) { e.Close(by("ann")) }, want: ErrClosed},
		"without":           {change: func(e *Event) { e.Draws[0].BeginsAt = time.Time{} }, want: ErrNoStudy},
	} {
		e := studied(t)
		if c.change != nil {
			c.change(e)
		}
		d, err := e.StartGames(c.draw, after(c.after))
		if !errors.Is(err, c.want) || err == nil && (d.StartedBy != "ben" || !d.BeginsAt.Equal(evening.Add(c.after))) {
			t.Errorf("%s: %+v, %v", name, d, err)
		}
	}
}

// An event that is opened again half an hour after its games were to begin has no post about them.
// The event was over then: the bot was not away.
func TestNoBeginPostOfAnEventOpenedLater(t *testing.T) {
	for _, c := range []struct {
		opened time.Duration
		want   bool
	}{{9 * time.Minute, true}, {39 * time.Minute, true}, {40 * time.Minute, false}, {2 * time.Hour, false}} {
		e := studied(t) // until 19:10
		if err := e.Close(after(8 * time.Minute)); err != nil {
			t.Fatal(err)
		}
		if err := e.reopen(after(c.opened)); err != nil {
			t.Fatal(err)
		}
		if p, ok := e.BeginPost(&e.Draws[0]); ok != c.want {
			t.Errorf("opened again after %v: %+v", c.opened, p)
		}
		next, err := e.Draw(after(c.opened), zero)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := e.BeginPost(next); !ok {
			t.Errorf("opened again after %v: the next round has no post", c.opened)
		}
	}
}

// Games that begin when the study time ends were started by nobody.
func TestStartedEarly(t *testing.T) {
	e := studied(t)
	started := func() (entries int) {
		for _, entry := range e.Log(evening.Add(10 * time.Minute)) {
			if entry.Kind == EntryStart && entry.By == "ben" {
				entries++
			}
		}
		return entries
	}
	before := started()
	if _, err := e.StartGames(0, after(10*time.Minute-time.Second)); err != nil || before != 0 || started() != 1 {
		t.Errorf("%d entries before, %d after, %v", before, started(), err)
	}
}

// The study time of a round ends when people see the positions of a later one, and nobody is told that
// the earlier games begin. An earlier round that is drawn again ends no later one's.
func TestStudyEndsWithALaterRound(t *testing.T) {
	const at = 3 * time.Minute
	for name, c := range map[string]struct {
		draw  func(e *Event) error
		study int
		cut   bool
	}{
		"a draw":         {func(e *Event) error { _, err := e.Draw(after(at), zero); return err }, 10, true},
		"a draw by hand": {func(e *Event) error { _, err := e.set(after(at), 2, 0, []int{5}); return err }, 10, true},
		"after its end":  {func(e *Event) error { _, err := e.Draw(after(at), zero); return err }, 2, false},
		"a seal":         {func(e *Event) error { _, err := e.Seal(after(at), zero, noBits); return err }, 10, false},
		"a seal that opens": {func(e *Event) error {
			_, err := e.Seal(after(time.Minute), zero, noBits)
			_, opened := e.OpenSeal(2, after(at))
			return errors.Join(err, opened)
		}, 10, true},
		"the same round": {func(e *Event) error {
			_, err := e.set(after(0), 2, 0, []int{5})
			_, void := e.Void(1, "", after(time.Minute))
			e.Draws[1].BeginsAt = evening.Add(10 * time.Minute)
			_, again := e.Draw(after(at), zero)
			e.Draws[0] = e.Draws[1]
			return errors.Join(err, void, again)
		}, 10, false},
	} {
		e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 2, Games: 1, Study: c.study})
		play(t, e, zero)
		if err := c.draw(e); err != nil {
			t.Fatal(name, err)
		}
		d := &e.Draws[0]
		_, told := e.BeginPost(d)
		if told == c.cut || d.BeginsAt.Equal(evening.Add(at)) != c.cut || strings.Contains(logged(e), "cut 1.0.0") != c.cut {
			t.Errorf("%s: the games begin at %v, told %t; %s", name, d.BeginsAt, told, logged(e))
		}
	}
}

func noBits() [16]byte { return [16]byte{} }

// begins returns the kind of posts of a store.
func (s *lateStore) begins() Kind {
	return BeginPosts(s, func(*Event, *Draw) string { return "begin" }, func(e *Event, d *Draw) (outbox.Message, error) { return d.Round, nil })
}

func (s *lateStore) ReopenMissed(_ context.Context, kind string, now time.Time) error {
	s.reopened = append(s.reopened, kind+" "+now.Format(time.TimeOnly))
	return s.err
}

// The post is due when the games begin, and is no use half an hour later. Who drew the round hears of
// a refusal and of a post that has not come, and nobody of one that nobody wanted.
func TestBeginPosts(t *testing.T) {
	e := studied(t)
	store := &lateStore{oneEvent: oneEvent{event: e}}
	kind := store.begins()
	post, ok := e.BeginPost(&e.Draws[0])
	if at := evening.Add(10 * time.Minute); !ok || !post.DueAt.Equal(at) || !post.ExpiresAt.Equal(at.Add(30*time.Minute)) || post.Number != 0 || post.Kind != kind.Name() {
		t.Errorf("%+v, %v", post, ok)
	}
	prepared := func(p outbox.Post) *outbox.Delivery {
		t.Helper()
		d, err := kind.Prepare(t.Context(), p, evening)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	d := prepared(post)
	if d.Unwanted || d.Mark != "begin" || d.Pause != time.Minute {
		t.Errorf("%+v", d)
	}
	if m, err := d.Compose(t.Context()); m != 1 || err != nil {
		t.Error(m, err)
	}
	later := post
	if later.Number = 1; !prepared(later).Unwanted {
		t.Error("a draw that there is not begins")
	}
	if err := kind.Plan(t.Context(), evening); err != nil || len(store.reopened) != 1 || store.reopened[0] != "begin 19:00:00" {
		t.Error(err, store.reopened)
	}
	if giveUp, err := d.Refused(t.Context(), evening.Add(time.Hour), nil); giveUp || err != nil || len(store.posts) != 1 || !store.posts[0].DueAt.Equal(evening.Add(time.Hour)) {
		t.Error(giveUp, err, store.posts)
	}
	for _, c := range []struct {
		state   outbox.State
		trouble outbox.Trouble
		told    int
	}{{outbox.Posted, outbox.NoTrouble, 0}, {outbox.Missed, outbox.Unwanted, 0}, {outbox.Missed, outbox.TooLate, 1}, {outbox.Missed, outbox.Forbidden, 1}} {
		store.posts = nil
		ended := post
		ended.State, ended.Trouble = c.state, c.trouble
		if err := d.Ended(t.Context(), ended); err != nil || len(store.posts) != c.told || c.told > 0 && !store.posts[0].DueAt.Equal(evening.Add(time.Minute)) {
			t.Errorf("%s, %s: %v, %v", c.state, c.trouble, store.posts, err)
		}
	}
}

// The person who drew hears of a refusal, the channel of a bot that was away, and nobody of what was
// posted, or of a clock that ran ahead.
func TestBeginTroubles(t *testing.T) {
	for name, c := range map[string]struct {
		state   outbox.State
		trouble outbox.Trouble
		change  func(e *Event)
		want    string // "" for nobody
	}{
		"refused so far":      {outbox.Open, outbox.Forbidden, nil, "ann"},
		"refused for good":    {outbox.Missed, outbox.Forbidden, nil, "ann"},
		"away":                {outbox.Missed, outbox.TooLate, nil, "channel"},
		"late so far":         {outbox.Open, outbox.TooLate, nil, "ann"},
		"posted at last":      {outbox.Posted, outbox.Forbidden, nil, ""},
		"opened again":        {outbox.Open, outbox.NoTrouble, nil, ""},
		"void":                {outbox.Missed, outbox.TooLate, func(e *Event) { e.Void(1, "", by("ann")) }, ""},
		"over":                {outbox.Missed, outbox.Forbidden, func(e *Event) { e.Close(by("ann")) }, ""},
		"who was forgotten":   {outbox.Missed, outbox.Forbidden, func(e *Event) { e.Draws[0].By = "" }, ""},
		"away, was forgotten": {outbox.Missed, outbox.TooLate, func(e *Event) { e.Draws[0].By = "" }, "channel"},
	} {
		e := studied(t)
		if c.change != nil {
			c.change(e)
		}
		store := &lateStore{oneEvent: oneEvent{event: e}, post: outbox.Post{Kind: BeginKind, State: c.state, Trouble: c.trouble}}
		var said RoundTrouble
		troubles := RoundTroubles(store, func(RoundTrouble) string { return "late" }, func(t RoundTrouble) (outbox.Message, error) { said = t; return t, nil })
		d, err := troubles.Prepare(t.Context(), e.troublePost(0, evening), evening)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		switch {
		case d.Unwanted:
		case d.Person != "":
			got = d.Person
		default:
			got = "channel"
		}
		if _, err := d.Compose(t.Context()); got != c.want || err != nil || !said.Begins || said.Draw != &e.Draws[0] {
			t.Errorf("%s: %q, want %q; %+v, %v", name, got, c.want, said, err)
		}
	}
}

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
	troubles := RoundTroubles(store, func(RoundTrouble) string { return "late" }, func(t RoundTrouble) (outbox.Message, error) { return t, nil })
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
