package training

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"chess960bot/internal/outbox"
)

func newRace() *Race {
	return &Race{ID: "77", Channel: "7", NextAt: started.Add(RaceStart), Rules: RaceRules{Rounds: 2, Time: 30 * time.Second, Grace: RaceGrace}}
}

// A race of two rounds has three posts. A second attempt at a post changes nothing but the
// time of the next one.
func TestRaceTurns(t *testing.T) {
	r, now := newRace(), started.Add(RaceStart)
	for number := range 3 {
		p, ok := r.Post()
		if !ok || p.Number != number || p.Channel != "7" || p.Subject != "77" || !p.DueAt.Equal(r.NextAt) {
			t.Fatalf("post %d: %+v, %t", number, p, ok)
		}
		for range 2 { // attempts
			r.Next(number, now)
			if asked := min(number+1, 2); r.Asked != asked || r.Running() != (number < 2) {
				t.Fatalf("after post %d: %+v", number, r)
			}
			if number < 2 && !r.NextAt.Equal(now.Add(32*time.Second)) {
				t.Errorf("post %d: the next one is due %v after it", number, r.NextAt.Sub(now))
			}
			now = now.Add(5 * time.Second)
		}
		now = r.NextAt
	}
	if _, ok := r.Post(); ok {
		t.Error("a race that is over has a next post")
	}
	ended := *r
	r.Next(2, now.Add(time.Hour))
	r.End(now.Add(time.Hour))
	r.AskedAt(2, now.Add(time.Hour))
	if *r != ended {
		t.Errorf("a race that is over changes: %+v", r)
	}
}

// When the bot comes back too late, the race ends with the solution of the open round.
func TestLateTurnEndsTheRace(t *testing.T) {
	for late, ends := range map[time.Duration]bool{LateLimit: false, LateLimit + time.Millisecond: true} {
		r := newRace()
		r.Next(0, started.Add(RaceStart))
		r.Next(1, r.NextAt.Add(late))
		if turn := (RaceTurn{Race: r, Number: 1}); r.Running() == ends || (turn.Asks() == 0) != ends {
			t.Errorf("%v late: %+v, asks %d", late, r, turn.Asks())
		}
	}
	if p, _ := newRace().Post(); p.ExpiresAt.Sub(p.DueAt) != LateLimit {
		t.Errorf("the first question may be %v late", p.ExpiresAt.Sub(p.DueAt))
	}
}

// A oneRace is a store with one race.
type oneRace struct {
	Store
	race    *Race
	answers []RaceAnswer
	readAt  Race // the race when the answers were read
	err     error

	stuck, pruned time.Time // the arguments of EndStuck and PruneRaces
}

func (s *oneRace) Race(_ context.Context, id string) (*Race, error) {
	if s.err != nil || s.race == nil || s.race.ID != id {
		return nil, cmp.Or(s.err, ErrNoRace)
	}
	r := *s.race
	return &r, nil
}

func (s *oneRace) UpdateRace(ctx context.Context, id string, update func(*Race)) (*Race, error) {
	r, err := s.Race(ctx, id)
	if err == nil {
		update(r)
		s.race = r
	}
	return r, err
}

func (s *oneRace) Answers(context.Context, string) ([]RaceAnswer, error) {
	s.readAt = *s.race
	return s.answers, s.err
}

func (s *oneRace) EndStuck(_ context.Context, now time.Time) error { s.stuck = now; return s.err }

func (s *oneRace) PruneRaces(_ context.Context, before time.Time) error {
	s.pruned = before
	return s.err
}

func (s *oneRace) posts() *RacePosts {
	return &RacePosts{
		Store:    s,
		Compose:  func(t RaceTurn) (outbox.Message, error) { return t, nil },
		SentAt:   sentAt,
		AnswerID: func(r *Race, round int) string { return fmt.Sprint(r.ID, " ", round) },
	}
}

func prepare(t *testing.T, k *RacePosts, p outbox.Post) *outbox.Delivery {
	t.Helper()
	d, err := k.Prepare(t.Context(), p, p.DueAt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// An attempt moves the race on before it reads the answers, and shows both.
func TestComposedTurn(t *testing.T) {
	s := &oneRace{race: newRace(), answers: []RaceAnswer{{Person: "anna"}}}
	p, _ := s.race.Post()
	for number, mark := range []string{"77 1", "race-77-1.png", "race-77-2.png"} {
		p.Number = number
		d := prepare(t, s.posts(), p)
		if d.Unwanted || d.Mark != mark {
			t.Errorf("post %d: unwanted %t, mark %q", number, d.Unwanted, d.Mark)
		}
		m, err := d.Compose(t.Context())
		want := RaceTurn{s.race, number, s.answers}
		if s.readAt != *s.race {
			t.Errorf("post %d: the answers were read at %+v, the race is %+v", number, s.readAt, s.race)
		}
		if err != nil || !reflect.DeepEqual(m, want) || want.Asks() != []int{1, 2, 0}[number] {
			t.Errorf("post %d: %+v, %v; want %+v", number, m, err, want)
		}
	}
	p.Number = 3
	if d := prepare(t, s.posts(), p); !d.Unwanted {
		t.Error("a post after the last one is wanted")
	}
	p.Subject = "another race"
	if d := prepare(t, s.posts(), p); !d.Unwanted || d.Ended(t.Context(), p) != nil {
		t.Error("the post of a deleted race is wanted")
	}
}

// The time for an answer runs from the instant at which the question was posted. The
// message's id tells it, unless Discord's clock and the engine's differ.
func TestTimeRunsFromThePost(t *testing.T) {
	due := started.Add(RaceStart)
	for name, c := range map[string]struct{ posted, want time.Duration }{
		"at once":                      {time.Second, time.Second},
		"found after a crash":          {-80 * time.Second, -80 * time.Second},
		"before the first attempt":     {-100 * time.Second, 0},
		"long after the last attempt":  {time.Hour, 0},
		"a message whose id is hidden": {-50 * 365 * 24 * time.Hour, 0},
	} {
		s := &oneRace{race: newRace()}
		s.race.Next(0, due)
		p, _ := newRace().Post()
		p.State, p.FirstSent = outbox.Posted, due.Add(-90*time.Second)
		if id := idAt(due.Add(c.posted)); id > 0 {
			p.MessageID = fmt.Sprint(id)
		}
		if err := prepare(t, s.posts(), p).Ended(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if got := s.race.NextAt.Sub(due) - 32*time.Second; got != c.want {
			t.Errorf("%s: the time runs from %v after the claim, want %v", name, got, c.want)
		}
	}
}

// The record of a post may come late. It does not move the end of a later round.
func TestEarlierPostMovesNothing(t *testing.T) {
	s := &oneRace{race: newRace()}
	p, _ := s.race.Post()
	p.State = outbox.Posted
	d := prepare(t, s.posts(), p)
	s.race.Next(0, s.race.NextAt)
	s.race.Next(1, s.race.NextAt)
	want := *s.race
	if err := d.Ended(t.Context(), p); err != nil || *s.race != want {
		t.Errorf("%v, the race is %+v, want %+v", err, s.race, want)
	}
}

// A race ends when its question was certainly not posted, and goes on when nobody knows.
func TestEndOfAPost(t *testing.T) {
	for state, running := range map[outbox.State]bool{outbox.Posted: true, outbox.Unknown: true, outbox.Failed: false, outbox.Missed: false} {
		s := &oneRace{race: newRace()}
		p, _ := s.race.Post()
		p.State = state
		if err := prepare(t, s.posts(), p).Ended(t.Context(), p); err != nil || s.race.Running() != running {
			t.Errorf("%s: %+v, %v", state, s.race, err)
		}
	}
}

func TestRacePlan(t *testing.T) {
	s := &oneRace{race: newRace()}
	if err := s.posts().Plan(t.Context(), started); err != nil || !s.stuck.Equal(started) || !s.pruned.Equal(started.Add(-730*24*time.Hour)) {
		t.Errorf("%v, %+v", err, s)
	}
	s.err = errors.New("no database")
	p, _ := s.race.Post()
	_, prepared := s.posts().Prepare(t.Context(), p, started)
	if err := s.posts().Plan(t.Context(), started); !errors.Is(err, s.err) || prepared == nil {
		t.Errorf("without a database: %v, %v", err, prepared)
	}
}
