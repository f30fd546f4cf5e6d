package quiz

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
)

// boards renders what the tests of posts show.
var boards = render.New()

func turnOf(t *testing.T, rules training.RaceRules, number, asked int, answers ...training.RaceAnswer) *chat.Reply {
	t.Helper()
	r := &training.Race{ID: "77", Channel: "2", Rules: rules, Asked: asked, NextAt: time.Unix(1_800_000_000, 0)}
	if asked == number {
		r.EndedAt = r.NextAt
	}
	reply, err := raceTurnPost(boards, training.RaceTurn{Race: r, Number: number, Answers: answers})
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// gave makes answers to round 1 by people 1, 2, …, a second after each other.
func gave(given ...int) []training.RaceAnswer {
	var answers []training.RaceAnswer
	for i, g := range given {
		after := time.Duration(i+1) * time.Second
		answers = append(answers, training.RaceAnswer{Round: 1, Person: fmt.Sprint(i + 1), Interaction: after.Milliseconds() << 22, After: after, Given: g})
	}
	return answers
}

// The post after a round says who was right, and how many made which mistake.
func TestRoundIsSummedUp(t *testing.T) {
	rules := training.RaceRules{Level: "number", Scheme: "sp", Rounds: 2, Time: 30 * time.Second}
	for seed := 0; rules.Seed == ""; seed++ { // until the mistakes lead to different numbers
		rules.Seed = fmt.Sprint(seed)
		q, err := raceQuestion(&training.Race{Rules: rules}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if q.Position != chess960.Classical() {
			rules.Seed = ""
		}
	}
	for _, c := range []struct {
		given []int
		want  string
	}{
		{nil, "Nobody answered."},
		{[]int{1}, "Nobody answered correctly.\n1 person answered, but wrongly."},
		{[]int{518}, "<@1> was first, after 1.0 seconds."},
		{[]int{521, 518, 521, 518, 359, 521, 518, 1}, "<@2> was first, after 2.0 seconds. <@4> got a point too. <@7> answered right too, but later.\n" +
			"3 people swapped the bishops' numbers. 1 person used Fritz 9 numbers. 1 person answered, but wrongly."},
	} {
		text := chattest.Text(turnOf(t, rules, 1, 2, gave(c.given...)...))
		if want := "### Solution 1 of 2\n**RNBQKBNR** has the SP number **518**.\n" + c.want + "\n### Question 2 of 2\nWhat is the SP number of this position? Time is up at <t:1800000000:T>."; text != want {
			t.Errorf("%v: got\n%s\nwant\n%s", c.given, text, want)
		}
	}
	many := make([]int, 30)
	for i := range many {
		many[i] = 518
	}
	text := chattest.Text(turnOf(t, rules, 1, 1, gave(many...)...))
	for _, want := range []string{"<@8> and 22 others answered right too, but later.", "### The race ends after question 1: I could not ask in time\n**1.** <@1>: 1 point, 1 right\n", "20 other people took part."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// A round about castling is summed up in a few lines, however many people take part: the next
// board fills a phone.
func TestRoundOfCastlingIsShort(t *testing.T) {
	rules := training.RaceRules{Level: training.Castling.ID(), Scheme: "sp", Rounds: 3, Time: 30 * time.Second, Seed: "9"}
	var answers []training.RaceAnswer
	for round := range 2 {
		q, err := raceQuestion(&training.Race{Rules: rules}, round+1)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 30 {
			after := time.Second + time.Duration(n)*time.Millisecond
			answers = append(answers, training.RaceAnswer{Round: round + 1, Person: fmt.Sprint(n + 1), Interaction: after.Milliseconds() << 22, After: after, Given: q.Number()})
		}
	}
	first := "**Question 1:** Black can castle only **O-O-O**. <@1> was first, after 1.0 seconds.\nPoints so far: <@1> (1), <@2> (1) and <@3> (1).\n### Question 2 of 3\n"
	// No board follows the last round, and its post is found by its picture.
	last := turnOf(t, rules, 1, 1, answers[:30]...)
	if len(last.Pictures) != 1 || last.Pictures[0].Name != "race-77-1.png" {
		t.Errorf("the last post has the pictures %+v", last.Pictures)
	}
	if text := chattest.Text(turnOf(t, rules, 1, 2, answers[:30]...)); !strings.HasPrefix(text, first) {
		t.Errorf("after question 1:\n%s\nwant\n%s", text, first)
	}
	reply := turnOf(t, rules, 2, 3, answers...)
	want := "**Question 2:** White cannot castle now. <@1> was first, after 1.0 seconds.\n" +
		"Points so far: <@1> (2), <@2> (2) and <@3> (2).\n" +
		"### Question 3 of 3\nBlack to move: O-O, O-O-O, both or neither? Neither the king nor either rook has moved. Time is up at <t:1800000000:T>."
	if text := chattest.Text(reply); text != want || len(reply.Pictures) != 1 {
		t.Errorf("%d pictures, and\n%s\nwant\n%s", len(reply.Pictures), text, want)
	}
}

// No part of a question tells the answer: neither its text nor its ids nor its files. The
// alt text has pieces, but no number. Every message has a mark of its own.
func TestQuestionsTellNothing(t *testing.T) {
	for _, level := range training.Levels() {
		for _, scheme := range chess960.DistinctSchemes() {
			rules := training.RaceRules{Level: level.ID(), Scheme: scheme.Option, Rounds: 2, Time: 30 * time.Second, Seed: "secret seed"}
			reply := turnOf(t, rules, 0, 1)
			q, err := raceQuestion(&training.Race{Rules: rules}, 1)
			if err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprintln(chattest.Text(reply), chattest.Controls(reply))
			for _, p := range reply.Pictures {
				text += fmt.Sprintln(p.Name, chattest.English(p.Alt))
			}
			told := []string{rules.Seed, q.Position.String()}
			if q.Direction == training.ToNumber && level != training.Castling {
				told = append(told, fmt.Sprint(q.Number()))
			}
			for _, secret := range told {
				if regexp.MustCompile(`\b` + secret + `\b`).MatchString(withoutCounts.ReplaceAllString(text, "")) {
					t.Errorf("%s, %s: the question tells %s: %s", level.ID(), scheme.ID, secret, text)
				}
			}
			mark, want := chattest.Controls(reply)["Answer"], "race-answer:77:1"
			if level == training.Castling {
				mark, want = chattest.Controls(reply)["Neither"], "race-castling:77:1:neither"
			}
			if id := RaceAnswerID(&training.Race{ID: "77", Rules: rules}, 1); id != mark || id != want {
				t.Errorf("the mark is %s", id)
			}
			if solved := turnOf(t, rules, 1, 2); solved.Pictures[0].Name != "race-77-1.png" || len(solved.Pictures) > 2 {
				t.Errorf("%s: pictures %+v", level.ID(), solved.Pictures)
			}
		}
	}
}

// withoutCounts matches the figures of a question that are no answer: rounds and times.
var withoutCounts = regexp.MustCompile(`Question \d of \d|<t:\d+:T>|race-answer:77:1|race-77-0|ranks 2 and 7|rank 8|Fritz 9`)

// The ranking names who scored. If nobody scored, or nobody took part, one sentence says so.
func TestRanking(t *testing.T) {
	ended := training.RaceTurn{Race: &training.Race{Rules: training.RaceRules{Rounds: 2}}, Number: 2}
	cut := training.RaceTurn{Race: &training.Race{Rules: training.RaceRules{Rounds: 2}, Stopped: true}, Number: 1}
	castling := training.RaceTurn{Race: &training.Race{Rules: training.RaceRules{Rounds: 2, Level: training.Castling.ID()}}, Number: 2}
	place := func(rank int, person voice.Raw, points voice.Count, right int) voice.Sentence {
		return voice.Say("quiz.standing", voice.F{"Rank": rank, "Person": person, "Points": points, "Right": right})
	}
	for _, c := range []struct {
		turn      training.RaceTurn
		standings []training.Standing
		want      voice.Lines
	}{
		{ended, nil, voice.Lines{voice.Heading(3, voice.Phrase("quiz.raceEnd.whole")), voice.Phrase("quiz.nobodyTookPart"), forFun(ended.Race)}},
		{cut, []training.Standing{{Rank: 1, Person: "1"}, {Rank: 1, Person: "2"}},
			voice.Lines{voice.Heading(3, voice.Say("quiz.raceEnd.stopped", voice.F{"Round": 1})), voice.Phrase("quiz.nobodyScored"), forFun(ended.Race)}},
		{ended, []training.Standing{{Rank: 1, Person: "1", Points: 1, Right: 2}, {Rank: 2, Person: "2"}}, voice.Lines{
			voice.Heading(3, voice.Phrase("quiz.raceEnd.whole")), place(1, "<@1>", 1, 2), place(2, "<@2>", 0, 0), forFun(ended.Race),
		}},
		{castling, nil, voice.Lines{
			voice.Heading(3, voice.Phrase("quiz.raceEnd.whole")), voice.Phrase("quiz.nobodyTookPart"), voice.Small(voice.Say("quiz.forFun.castling", nil)),
		}},
	} {
		if got := ranking(c.turn, c.standings); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v: got\n%v\nwant\n%v", c.standings, got, c.want)
		}
	}
}
