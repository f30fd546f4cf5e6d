package training

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"
)

// started is the instant of the id 0 in these tests.
var started = time.Date(2026, 11, 22, 18, 0, 0, 0, time.UTC)

// idAt returns an id that Discord makes at an instant.
func idAt(at time.Time) int64 { return (at.UnixMilli() - 1_420_070_400_000) << 22 }

// sentAt returns when Discord made an id.
func sentAt(id string) (time.Time, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	return time.UnixMilli(n>>22 + 1_420_070_400_000), err
}

// answers reads answers such as "anna 1500 right": a person, the milliseconds after the
// question, and whether the answer is right.
func answers(t *testing.T, round int, lines ...string) []RaceAnswer {
	t.Helper()
	var all []RaceAnswer
	for i, line := range lines {
		var person, verdict string
		var millis int
		if _, err := fmt.Sscan(line, &person, &millis, &verdict); err != nil {
			t.Fatal(line, err)
		}
		after := time.Duration(millis) * time.Millisecond
		a := RaceAnswer{Round: round, Person: person, Interaction: idAt(started.Add(after)) + int64(i), After: after}
		if verdict == "right" {
			a.Given = 1
		}
		all = append(all, a)
	}
	return all
}

func isRight(a RaceAnswer) bool { return a.Given == 1 }

func people(answers []RaceAnswer) string {
	names := ""
	for _, a := range answers {
		names += a.Person + " "
	}
	return names
}

// The first right answer scores, and every right one up to two seconds later. The order
// in which answers arrive does not count.
func TestJudgeRound(t *testing.T) {
	all := answers(t, 1,
		"wrong-first 100 wrong", "anna 1000 right", "ben 3000 right", "cleo 3001 right", "dora 2999 wrong", "eve 999999 right")
	all = append(all, answers(t, 2, "fay 500 right")...)
	for range 20 {
		rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		got := JudgeRound(1, all, isRight)
		if people(got.Scored) != "anna ben " || people(got.Late) != "cleo eve " || people(got.Wrong) != "wrong-first dora " {
			t.Fatalf("scored %s; late %s; wrong %s", people(got.Scored), people(got.Late), people(got.Wrong))
		}
	}
	if got := JudgeRound(3, all, isRight); got.Scored != nil || got.Late != nil || got.Wrong != nil {
		t.Errorf("a round without answers: %+v", got)
	}
}

// Only the first answer of a person counts, whichever arrives first. Two answers of the
// same millisecond are in the order of their ids.
func TestFirstAnswerCounts(t *testing.T) {
	for _, all := range [][]RaceAnswer{
		answers(t, 1, "anna 900 wrong", "anna 1000 right"),
		answers(t, 1, "anna 1000 right", "anna 900 wrong"),
		answers(t, 1, "anna 900 wrong", "anna 900 right"),
	} {
		if got := JudgeRound(1, all, isRight); people(got.Wrong) != "anna " || got.Scored != nil {
			t.Errorf("%+v", got)
		}
	}
}

func TestStandings(t *testing.T) {
	results := []RoundResult{
		JudgeRound(1, answers(t, 1, "anna 1000 right", "ben 2000 right", "cleo 9000 right", "dora 1 wrong"), isRight),
		JudgeRound(2, answers(t, 2, "ben 1000 right", "anna 2000 right", "cleo 8000 right", "eve 2 wrong"), isRight),
		JudgeRound(3, answers(t, 3, "fay 1000 right", "gil 9000 right", "hal 9000 right"), isRight),
	}
	var got []string
	for _, s := range Standings(results) {
		got = append(got, fmt.Sprintf("%d %s %d/%d %v", s.Rank, s.Person, s.Points, s.Right, s.Time))
	}
	want := []string{
		"1 anna 2/2 3s", "1 ben 2/2 3s", "3 fay 1/1 1s", "4 cleo 0/2 17s",
		"5 gil 0/1 9s", "5 hal 0/1 9s", "7 dora 0/0 0s", "7 eve 0/0 0s",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := Standings(nil); len(got) != 0 {
		t.Errorf("nobody answered: %v", got)
	}
}
