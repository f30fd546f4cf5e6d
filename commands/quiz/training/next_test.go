package training

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
)

func firstOf(int) (int, error)  { return 0, nil }
func lastOf(n int) (int, error) { return n - 1, nil }

// sequence is the card of what a sequence adds.
func sequence(adds int) Card { return Card{Part: slips.Sequence, Adds: adds, Direction: ToNumber} }

// session practises sequences to numbers. It began at noon.
func session(memories map[Card]Memory) Session {
	return Session{Course: Course{Level: Sequences, Scheme: chess960.Scharnagl}, Began: noon, Memories: memories}
}

// wantNext checks which sequence is asked first.
func wantNext(t *testing.T, s Session, now time.Time, want ...int) {
	t.Helper()
	for i, draw := range []func(int) (int, error){firstOf, lastOf} {
		q, err := s.Next(now, draw)
		if got := q.Number(); err != nil || got != want[i%len(want)] || q.Level != Sequences || q.Direction != ToNumber {
			t.Errorf("asked %+v, %d, %v; want %d", q, got, err, want)
		}
	}
}

func TestNext(t *testing.T) {
	due := func(at time.Time) Memory { return Memory{Reps: 3, State: 2, Due: at, Last: noon.Add(-48 * time.Hour)} }
	failed := func(last time.Time) Memory {
		return Memory{Reps: 3, State: 3, Due: last.Add(5 * time.Minute), Last: last, Failed: true}
	}
	known := map[Card]Memory{}
	for i := range 10 {
		known[sequence(96*i)] = due(noon.Add(time.Duration(100-i) * time.Hour))
	}
	wantNext(t, session(nil), noon, 0, 864) // new ones, any of them
	wantNext(t, session(known), noon, 864)  // the one that is due next
	known[sequence(192)] = due(noon.Add(-time.Hour))
	known[sequence(288)] = due(noon.Add(-2 * time.Hour))
	wantNext(t, session(known), noon, 288) // the most overdue
	known[sequence(480)] = failed(noon.Add(-time.Second))
	known[sequence(576)] = failed(noon.Add(-2 * time.Second))
	wantNext(t, session(known), noon, 480) // failed last, before the session
	delete(known, sequence(384))
	wantNext(t, session(known), noon, 480) // a new one waits
	known[sequence(480)] = failed(noon.Add(time.Second))
	wantNext(t, session(known), noon.Add(2*time.Second), 576)
	known[sequence(576)] = failed(noon.Add(3 * time.Second))
	wantNext(t, session(known), noon.Add(4*time.Second), 288) // due before those that failed in the session
	delete(known, sequence(192))
	delete(known, sequence(288))
	wantNext(t, session(known), noon.Add(4*time.Second), 192, 384) // new ones, before those that failed just now
	for _, adds := range []int{0, 96, 672, 768} {
		known[sequence(adds)] = failed(noon.Add(4 * time.Second))
	}
	wantNext(t, session(known), noon.Add(5*time.Second), 864)  // enough is being learned, and was asked just now
	wantNext(t, session(known), noon.Add(time.Minute), 864)    // still
	wantNext(t, session(known), noon.Add(61*time.Second), 480) // a minute after its answer
	again := session(known)
	again.Previous = []Card{sequence(480)}
	wantNext(t, again, noon.Add(64*time.Second), 576) // nothing twice in a row
}

// Somebody who goes on though nothing is due is asked all cards by turns, not the same two.
func TestNextThoughNothingIsDue(t *testing.T) {
	known, now := map[Card]Memory{}, noon
	for i := range 10 {
		known[sequence(96*i)] = Memory{Reps: 3, State: 2, Stability: 3, Difficulty: 5, Due: noon.Add(72 * time.Hour), Last: noon.Add(-time.Duration(i) * time.Hour)}
	}
	s, asked := session(known), map[int]int{}
	for range 30 {
		q, err := s.Next(now, firstOf)
		if err != nil {
			t.Fatal(err)
		}
		asked[q.Number()]++
		s.Previous = q.Cards()
		now = now.Add(5 * time.Second)
		known[s.Previous[0]] = known[s.Previous[0]].Answered(Good, now)
	}
	for adds, times := range asked {
		if len(asked) != 10 || times != 3 {
			t.Errorf("%d asked %d times, %d cards asked; want each of 10 three times", adds, times, len(asked))
		}
	}
}

// Mixed practice asks in both directions, and otherwise in one.
func TestNextDirection(t *testing.T) {
	for _, mixed := range []bool{false, true} {
		s := session(nil)
		s.Direction, s.Mixed = ToPosition, mixed
		first, _ := s.Next(noon, firstOf)
		last, _ := s.Next(noon, lastOf)
		if mixed == (first.Direction == ToPosition) || last.Direction != ToPosition {
			t.Errorf("mixed %t: %+v, %+v", mixed, first, last)
		}
	}
}

// Of all positions, the one with the three most overdue cards is asked. Every
// combination of a pair of bishops, a queen's square and a sequence is one position.
func TestMostOverduePosition(t *testing.T) {
	for _, scheme := range chess960.DistinctSchemes() {
		memories := map[Card]Memory{}
		i := 0
		for _, part := range []slips.Part{slips.Bishops, slips.Queen, slips.Sequence} {
			for _, c := range Cards(scheme, part, ToPosition) {
				i++
				memories[c] = Memory{Reps: 1, State: 2, Due: noon.Add(-time.Duration(i*i%97) * time.Hour)}
			}
		}
		overdue := func(p chess960.Position) (sum time.Duration) {
			for _, c := range (Question{Level: WholePosition, Direction: ToPosition, Scheme: scheme, Position: p}).Cards() {
				sum += noon.Sub(memories[c].Due)
			}
			return sum
		}
		most := time.Duration(-1)
		for _, p := range chess960.All() {
			most = max(most, overdue(p))
		}
		q, err := Session{Course: Course{Level: WholePosition, Scheme: scheme}, Memories: memories}.Next(noon, firstOf)
		if got := overdue(q.Position); err != nil || got != most || q.Direction != ToPosition {
			t.Errorf("%s: %+v is %v overdue, want %v, %v", scheme.ID, q, got, most, err)
		}
	}
}

// A scheme's cards are 64, or 70 with pairs of knights. Each is read back from its name.
func TestCards(t *testing.T) {
	for _, scheme := range chess960.DistinctSchemes() {
		ids := map[string]bool{}
		for _, part := range []slips.Part{slips.Bishops, slips.Queen, slips.Sequence} {
			for _, direction := range []Direction{ToNumber, ToPosition} {
				for _, c := range Cards(scheme, part, direction) {
					if again, err := ParseCard(c.ID()); err != nil || again != c {
						t.Errorf("%q is read as %+v, %v", c.ID(), again, err)
					}
					ids[c.ID()] = true
				}
			}
		}
		want := 64
		if scheme.KnightsFirst() {
			want = 70
		}
		if len(ids) != want {
			t.Errorf("%s: %d cards, want %d", scheme.ID, len(ids), want)
		}
		asked := map[Card]bool{}
		for _, p := range chess960.All() {
			for _, c := range (Question{Level: WholeNumber, Direction: ToNumber, Scheme: scheme, Position: p}).Cards() {
				if !ids[c.ID()] {
					t.Fatalf("%s %v has no card %q", scheme.ID, p, c.ID())
				}
				asked[c] = true
			}
		}
		if len(asked) != len(ids)/2 {
			t.Errorf("%s: %d cards are asked", scheme.ID, len(asked))
		}
	}
	for _, id := range []string{"", "queen", "queen x number", "queen 16 x", "queen  16 number", "king 1 number", "queen 016 number", "queen 16 number "} {
		if c, err := ParseCard(id); err == nil {
			t.Errorf("%q is read as %+v", id, c)
		}
	}
}

// A wrong answer to a whole number or position fails only the parts that are wrong.
func TestKnows(t *testing.T) {
	classical := chess960.Classical()
	number := Question{Level: WholeNumber, Direction: ToNumber, Scheme: chess960.Scharnagl, Position: classical}
	position := Question{Level: WholePosition, Direction: ToPosition, Scheme: chess960.Scharnagl, Position: classical}
	part := Question{Level: Queen, Direction: ToNumber, Scheme: chess960.Scharnagl, Position: classical}
	at := func(sp int) chess960.Position { p, _ := chess960.FromSP(sp); return p }
	for _, c := range []struct {
		verdict Verdict
		want    string // the parts that are known: bishops, queen, sequence
	}{
		{number.JudgeNumber(518), "[true true true]"},
		{number.JudgeNumber(521), "[false true true]"},              // bishops exchanged
		{number.JudgeNumber(614), "[true true false]"},              // sequence above
		{number.JudgeNumber(5*16 + 2*96 + 6), "[true false false]"}, // weights exchanged
		{number.JudgeNumber(359), "[false false false]"},            // Fritz 9
		{number.JudgeNumber(518 + 16*3), "[true false true]"},       // no slip, but only the queen differs
		{number.JudgeNumber(9999), "[false false false]"},
		{position.JudgePosition(at(518 + 1)), "[false true true]"},
		{position.JudgePosition(at(518 + 16 + 96)), "[true false false]"},
		{part.JudgeNumber(32), "[true]"},
		{part.JudgeNumber(48), "[false]"},
	} {
		var got []bool
		for _, card := range c.verdict.question.Cards() {
			got = append(got, c.verdict.Knows(card))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%+v: %v, want %s", c.verdict, got, c.want)
		}
	}
}

// A turn counts once, and its cards get the grade that the answer deserves.
func TestTurn(t *testing.T) {
	var earlier []Turn
	for seconds := range 9 {
		earlier = append(earlier, Turn{Question: Question{Level: Queen}, Outcome: Right, Asked: noon, Answered: noon.Add(time.Duration(seconds+1) * time.Second)})
	}
	hinted := slices.Clone(earlier)
	for range 9 {
		hinted = append(hinted, Turn{Question: Question{Level: Queen}, Outcome: Right, Hinted: true, Asked: noon, Answered: noon.Add(time.Second)})
	}
	for _, c := range []struct {
		given, seconds int
		hinted         bool
		earlier        []Turn
		want           Grade
	}{
		{32, 4, false, earlier, Easy}, // the median is 5 s
		{32, 5, false, earlier, Good},
		{32, 4, false, hinted, Easy},      // an answer with a hint has no time
		{32, 4, false, earlier[:4], Good}, // too few for a median
		{32, 4, true, earlier, Hard},
		{48, 1, false, earlier, Again},
		{48, 1, true, earlier, Again},
	} {
		turn := Turn{Question: Question{Level: Queen, Direction: ToNumber, Scheme: chess960.Scharnagl, Position: chess960.Classical()}, Asked: noon, Hinted: c.hinted}
		memories, at := map[Card]Memory{}, noon.Add(time.Duration(c.seconds)*time.Second)
		if err := turn.Answer(c.given, at, memories, c.earlier); err != nil {
			t.Fatal(err)
		}
		card := turn.Question.Cards()[0]
		if want := (Memory{}).Answered(c.want, at); memories[card] != want || len(memories) != 1 {
			t.Errorf("%+v: %+v, want %+v", c, memories, want)
		}
		if err := turn.Answer(32, at, memories, nil); err != ErrNotOpen || turn.Given != c.given || memories[card].Reps != 1 {
			t.Errorf("a second answer: %v", err)
		}
		if err := turn.Show(at, memories); err != ErrNotOpen || turn.Outcome == Shown {
			t.Errorf("shown after the answer: %v", err)
		}
	}
	if _, ok := Median(earlier, Queen, ToPosition); ok {
		t.Error("a median of the other direction")
	}
	shown := Turn{Question: Question{Level: WholeNumber, Direction: ToNumber, Scheme: chess960.Scharnagl, Position: chess960.Classical()}, Asked: noon}
	memories := map[Card]Memory{}
	if err := shown.Show(noon, memories); err != nil || len(memories) != 3 || shown.Outcome != Shown {
		t.Errorf("%+v, %v", memories, err)
	}
	if !slices.Equal([]bool{shown.Expired(noon.Add(2 * openFor)), (&Turn{Asked: noon}).Expired(noon.Add(openFor)), (&Turn{Asked: noon}).Expired(noon.Add(openFor + 1))}, []bool{false, false, true}) {
		t.Error("a turn expires at the wrong time")
	}
}

// There is nothing to ask when every card is known and none is due.
func TestRest(t *testing.T) {
	course := Course{Level: Queen, Scheme: chess960.Almanac}
	memories := map[Card]Memory{}
	want := func(until time.Time, ok bool) {
		t.Helper()
		if gotUntil, got := course.Rest(memories, noon); got != ok || ok && !gotUntil.Equal(until) {
			t.Errorf("%v, %t; want %v, %t", gotUntil, got, until, ok)
		}
	}
	want(noon, false) // all are new
	cards := course.Cards()
	for i, c := range cards {
		memories[c] = Memory{Reps: 1, State: 2, Due: noon.Add(time.Duration(i+1) * time.Minute)}
	}
	want(noon.Add(time.Minute), true) // none is due
	memories[cards[3]] = Memory{Reps: 1, State: 1, Due: noon.Add(time.Hour)}
	want(noon, false) // one is being learned
	memories[cards[3]] = Memory{Reps: 1, State: 2, Due: noon}
	want(noon, false) // one is due
	delete(memories, cards[3])
	want(noon, false) // one is new
	memories[cards[3]] = Memory{Reps: 1, State: 2, Due: noon.Add(time.Hour)}
	course.Mixed = true
	want(noon, false) // those in the other direction are new
}
