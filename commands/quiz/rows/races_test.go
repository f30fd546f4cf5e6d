package rows_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/storetest"
)

func TestRaces(t *testing.T) {
	cases{
		"a race comes back as it was stored":             storedRace,
		"a channel has one race that runs, then a pause": oneRunningRace,
		"a race has one post that waits":                 racePosts,
		"a post that was tried is not moved":             triedPost,
		"a race ends early with its next post":           stoppedRace,
		"no race after a refused one in a server":        refusedRace,
		"answers count in the round that is asked":       raceAnswers,
		"the earliest answer of a person stays":          earliestAnswer,
		"answers and the end of a round do not overlap":  answersAtTheEnd,
		"a race without a post is ended":                 stuckRace,
		"old races are deleted with their answers":       prunedRaces,
		"hostile texts are made harmless":                hostileRace,
	}.run(t)
}

func newRace(id, channel string) *training.Race {
	return &training.Race{
		ID: id, Channel: channel, Guild: "1", StartedBy: "5", NextAt: storetest.Noon.Add(training.RaceStart),
		Rules: training.RaceRules{Level: "number", Scheme: "sp", Rounds: 3, Time: 30 * time.Second, Grace: training.RaceGrace, Seed: "“?”"},
	}
}

// start stores a race, and returns why that is refused.
func (b *bench) start(r *training.Race, quiet time.Time) error {
	b.Helper()
	return b.NewRace(b.Context(), r, quiet)
}

func (b *bench) mustStart(r *training.Race) {
	b.Helper()
	if err := b.start(r, time.Time{}); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) update(id string, update func(r *training.Race)) *training.Race {
	b.Helper()
	r, err := b.UpdateRace(b.Context(), id, update)
	if err != nil {
		b.Fatal(err)
	}
	return r
}

func (b *bench) end(id string, at time.Time) {
	b.Helper()
	b.update(id, func(r *training.Race) { r.End(at) })
}

// answer stores an answer of a person to the first round.
func (b *bench) answer(id string, interaction int64, person string) error {
	return b.AddAnswer(b.Context(), id, training.RaceAnswer{Round: 1, Person: person, Interaction: interaction, After: 1500 * time.Millisecond, Given: 518})
}

// wantAnswers compares the ids of a race's answers.
func (b *bench) wantAnswers(id string, want ...int64) []training.RaceAnswer {
	b.Helper()
	answers, err := b.Answers(b.Context(), id)
	if err != nil {
		b.Fatal(err)
	}
	var got []int64
	for _, a := range answers {
		got = append(got, a.Interaction)
	}
	if !slices.Equal(got, want) {
		b.Errorf("answers %v, want %v", got, want)
	}
	return answers
}

func storedRace(b *bench) {
	want := newRace("a", "7")
	b.mustStart(want)
	if got, err := b.Race(b.Context(), "a"); err != nil || !reflect.DeepEqual(got, want) {
		b.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
	want.Next(0, storetest.Noon.Add(time.Minute))
	b.update("a", func(r *training.Race) { r.Next(0, storetest.Noon.Add(time.Minute)) })
	if got, err := b.Race(b.Context(), "a"); err != nil || !reflect.DeepEqual(got, want) {
		b.Errorf("changed: got  %+v, %v\nwant %+v", got, err, want)
	}
	_, changed := b.UpdateRace(b.Context(), "b", func(*training.Race) {})
	_, read := b.Race(b.Context(), "b")
	for _, err := range []error{changed, read, b.answer("b", 1, "5")} {
		if !errors.Is(err, training.ErrNoRace) {
			b.Errorf("an unknown race: %v", err)
		}
	}
}

func oneRunningRace(b *bench) {
	b.mustStart(newRace("a", "7"))
	b.mustStart(newRace("other", "8"))
	if err := b.start(newRace("b", "7"), storetest.Noon); !errors.Is(err, training.ErrRaceRuns) {
		b.Errorf("a second race: %v", err)
	}
	if err := b.start(newRace("a", "7"), storetest.Noon); err != nil {
		b.Errorf("the same race again: %v", err)
	}
	b.end("a", storetest.Noon)
	if err := b.start(newRace("a", "7"), storetest.Noon); err != nil {
		b.Errorf("the same race after its end: %v", err)
	}
	if err := b.start(newRace("b", "7"), storetest.Noon); !errors.Is(err, training.ErrRecentRace) {
		b.Errorf("within the pause: %v", err)
	}
	if r, err := b.Race(b.Context(), "b"); !errors.Is(err, training.ErrNoRace) {
		b.Errorf("a refused race was stored: %+v, %v", r, err)
	}
	if err := b.start(newRace("b", "7"), storetest.Noon.Add(time.Millisecond)); err != nil {
		b.Errorf("after the pause: %v", err)
	}
	b.end("b", storetest.Noon)
	if err := b.start(newRace("c", "7"), time.Time{}); err != nil {
		b.Errorf("without a pause: %v", err)
	}
}

// claimAt claims a post at an instant. Its number is -1 if none can be claimed.
func (b *bench) claimAt(now time.Time) outbox.Post {
	b.Helper()
	p, ok, err := b.Claim(b.Context(), now, "holder", storetest.Lease)
	if err != nil {
		b.Fatal(err)
	}
	if !ok {
		p.Number = -1
	}
	return p
}

func racePosts(b *bench) {
	b.mustStart(newRace("a", "7"))
	due := storetest.Noon.Add(training.RaceStart)
	if p := b.claimAt(due.Add(-time.Millisecond)); p.Number != -1 {
		b.Errorf("too early: %+v", p)
	}
	p := b.claimAt(due)
	if p.Kind != training.RaceKind || p.Subject != "a" || p.Number != 0 || p.Channel != "7" || !p.ExpiresAt.Equal(due.Add(training.LateLimit)) {
		b.Errorf("claimed %+v", p)
	}
	r := b.update("a", func(r *training.Race) { r.Next(0, due) }) // the next post waits for this one
	if next := b.claimAt(r.NextAt); next.Number != -1 {
		b.Errorf("claimed %+v before the first post", next)
	}
	p.State = outbox.Posted
	if held, err := b.Record(b.Context(), "holder", p); !held || err != nil {
		b.Fatal(held, err)
	}
	r = b.update("a", func(r *training.Race) { r.AskedAt(1, due.Add(10*time.Second)) })
	if next := b.claimAt(r.NextAt.Add(-time.Millisecond)); next.Number != -1 {
		b.Errorf("claimed %+v, although the end of the round has moved", next)
	}
	b.end("a", due)
	if next := b.claimAt(r.NextAt); next.Number != -1 {
		b.Errorf("claimed %+v after the end of the race", next)
	}
}

func triedPost(b *bench) {
	b.mustStart(newRace("a", "7"))
	due := storetest.Noon.Add(training.RaceStart)
	p := b.claimAt(due)
	if held, err := b.Record(b.Context(), "holder", p); !held || err != nil {
		b.Fatal(held, err)
	}
	b.update("a", func(r *training.Race) { r.NextAt = due.Add(time.Hour) })
	if again := b.claimAt(due); again.Number != 0 || !again.DueAt.Equal(due) {
		b.Errorf("claimed %+v, want the post that was due at %v", again, due)
	}
}

func stoppedRace(b *bench) {
	b.mustStart(newRace("a", "7"))
	p := b.claimAt(storetest.Noon.Add(training.RaceStart))
	b.update("a", func(r *training.Race) { r.Next(0, storetest.Noon) })
	p.State = outbox.Posted
	if held, err := b.Record(b.Context(), "holder", p); !held || err != nil {
		b.Fatal(held, err)
	}
	b.update("a", func(r *training.Race) { r.Stop(storetest.Noon.Add(time.Second)) })
	b.update("a", func(r *training.Race) { r.Stop(storetest.Noon.Add(time.Minute)) })
	b.update("a", func(r *training.Race) { r.AskedAt(1, storetest.Noon.Add(time.Minute)) }) // the question was posted before
	b.update("a", func(r *training.Race) { r.Next(0, storetest.Noon.Add(time.Minute)) })    // and tried again
	if got, err := b.Race(b.Context(), "a"); err != nil || !got.Stopped || !got.Running() {
		b.Errorf("stopped: %+v, %v", got, err)
	}
	if p := b.claimAt(storetest.Noon.Add(time.Second)); p.Number != 1 {
		b.Errorf("claimed %+v, want the ranking at once", p)
	}
	if r := b.update("a", func(r *training.Race) { r.Next(1, storetest.Noon.Add(2*time.Second)) }); r.Running() || r.Asked != 1 {
		b.Errorf("after the ranking: %+v", r)
	}
}

func refusedRace(b *bench) {
	b.mustStart(newRace("a", "7"))
	p := b.claimAt(storetest.Noon.Add(training.RaceStart))
	p.State, p.Trouble = outbox.Failed, outbox.Forbidden
	if held, err := b.Record(b.Context(), "holder", p); !held || err != nil {
		b.Fatal(held, err)
	}
	ended := storetest.Noon.Add(training.RaceStart)
	b.end("a", ended)
	at := func(id string, first time.Time) *training.Race {
		r := newRace(id, "8")
		r.NextAt = first
		return r
	}
	until := ended.Add(training.RefusedPause)
	refused, ok := errors.AsType[*training.RefusedError](b.start(at("b", until), time.Time{}))
	if !ok || !refused.Until.Equal(until) {
		b.Errorf("within the pause: %+v, want until %v", refused, until)
	}
	other := at("c", until)
	other.Guild, other.Channel = "2", "9"
	b.mustStart(other)
	b.end("c", until) // Discord refused nothing in that server
	other.ID = "d"
	b.mustStart(other)
	b.mustStart(at("b", until.Add(time.Millisecond)))
}

func raceAnswers(b *bench) {
	b.mustStart(newRace("a", "7"))
	if err := b.answer("a", 1, "5"); !errors.Is(err, training.ErrRoundOver) {
		b.Errorf("before the first question: %v", err)
	}
	b.update("a", func(r *training.Race) { r.Next(0, storetest.Noon) })
	for _, c := range []struct {
		interaction int64
		person      string
		want        error
	}{{1 << 60, "5", nil}, {1 << 60, "5", nil}, {1<<60 - 1, "6", nil}, {1<<60 + 1, "5", training.ErrAnswered}} {
		if err := b.answer("a", c.interaction, c.person); !errors.Is(err, c.want) {
			b.Errorf("%+v: %v", c, err)
		}
	}
	got := b.wantAnswers("a", 1<<60-1, 1<<60)
	if want := (training.RaceAnswer{Round: 1, Person: "6", Interaction: 1<<60 - 1, After: 1500 * time.Millisecond, Given: 518}); got[0] != want {
		b.Errorf("got %+v, want %+v", got[0], want)
	}
	b.update("a", func(r *training.Race) { r.Next(1, storetest.Noon) })
	if err := b.answer("a", 2, "7"); !errors.Is(err, training.ErrRoundOver) {
		b.Errorf("after the round: %v", err)
	}
	b.end("a", storetest.Noon)
	if err := b.AddAnswer(b.Context(), "a", training.RaceAnswer{Round: 2, Person: "7", Interaction: 3}); !errors.Is(err, training.ErrRoundOver) {
		b.Errorf("after the race: %v", err)
	}
}

// Whatever order two answers of a person arrive in, the one with the smaller id counts.
func earliestAnswer(b *bench) {
	b.mustStart(newRace("a", "7"))
	b.update("a", func(r *training.Race) { r.Next(0, storetest.Noon) })
	for i, want := range map[int64]error{20: nil, 10: nil} {
		if err := b.answer("a", i, fmt.Sprint("alone ", i)); !errors.Is(err, want) {
			b.Error(i, err)
		}
	}
	for _, interaction := range []int64{200, 100} {
		if err := b.answer("a", interaction, "5"); err != nil {
			b.Error(interaction, err)
		}
	}
	answers := b.wantAnswers("a", 10, 20, 100, 200)
	result := training.JudgeRound(1, answers, func(training.RaceAnswer) bool { return true })
	if last := result.Scored[len(result.Scored)-1]; len(result.Scored) != 3 || last.Interaction != 100 {
		b.Errorf("%+v", result)
	}
}

// While a round ends, every answer is either seen by that end or refused.
func answersAtTheEnd(b *bench) {
	b.mustStart(newRace("a", "7"))
	b.update("a", func(r *training.Race) { r.Next(0, storetest.Noon) })
	const people = 24
	var accepted [people]bool
	var seen []training.RaceAnswer
	storetest.Together(people+1, func(i int) {
		if i < people {
			err := b.answer("a", int64(i+1), fmt.Sprint(i))
			if accepted[i] = err == nil; err != nil && !errors.Is(err, training.ErrRoundOver) {
				b.Error(err)
			}
			return
		}
		if _, err := b.UpdateRace(b.Context(), "a", func(r *training.Race) { r.Next(1, storetest.Noon) }); err != nil {
			b.Error(err)
		}
		seen, _ = b.Answers(b.Context(), "a")
	})
	for i, was := range accepted {
		has := slices.ContainsFunc(seen, func(a training.RaceAnswer) bool { return a.Interaction == int64(i+1) })
		if was != has {
			b.Errorf("answer %d: accepted %t, seen at the end %t", i+1, was, has)
		}
	}
}

func stuckRace(b *bench) {
	for _, id := range []string{"stuck", "waits"} {
		b.mustStart(newRace(id, id))
	}
	due := storetest.Noon.Add(training.RaceStart)
	for range 2 {
		p := b.claimAt(due)
		if p.State = outbox.Failed; p.Subject != "stuck" {
			continue
		}
		if held, err := b.Record(b.Context(), "holder", p); !held || err != nil {
			b.Fatal(held, err)
		}
	}
	if err := b.EndStuck(b.Context(), due); err != nil {
		b.Fatal(err)
	}
	for id, running := range map[string]bool{"stuck": false, "waits": true} {
		if r, err := b.Race(b.Context(), id); err != nil || r.Running() != running {
			b.Errorf("%s: %+v, %v", id, r, err)
		}
	}
}

func prunedRaces(b *bench) {
	for i, id := range []string{"running", "old", "young"} {
		b.mustStart(newRace(id, id))
		b.update(id, func(r *training.Race) { r.Next(0, storetest.Noon) })
		if err := b.answer(id, 1, "5"); err != nil {
			b.Fatal(err)
		}
		if i > 0 {
			b.end(id, storetest.Noon.Add(time.Duration(i)*time.Hour))
		}
	}
	if err := b.PruneRaces(b.Context(), storetest.Noon.Add(2*time.Hour)); err != nil {
		b.Fatal(err)
	}
	b.wantAnswers("running", 1)
	b.wantAnswers("young", 1)
	b.wantAnswers("old")
	if _, err := b.Race(b.Context(), "old"); !errors.Is(err, training.ErrNoRace) {
		b.Error(err)
	}
}

func hostileRace(b *bench) {
	const hostile, harmless = "'; -- \x00\xff", "'; -- \uFFFD\uFFFD"
	r := newRace(hostile, hostile)
	r.Guild = hostile
	b.mustStart(r)
	r = b.update(hostile, func(r *training.Race) { r.Next(0, storetest.Noon) })
	if r.ID != harmless || r.Channel != harmless || r.Guild != harmless {
		b.Errorf("%+v", r)
	}
	if err := b.answer(hostile, 1, hostile); err != nil {
		b.Error(err)
	}
	if got := b.wantAnswers(hostile, 1); got[0].Person != harmless {
		b.Errorf("%+v", got)
	}
}
