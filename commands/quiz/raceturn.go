package quiz

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// forFun is what everybody should know about a race: people can look the answers up.
func forFun(r *training.Race) voice.Sentence {
	answers := "numbers"
	if r.Rules.Level == training.Castling.ID() {
		answers = "castling"
	}
	return voice.Small(voice.Say("quiz.forFun."+answers, nil))
}

// raceTurnPost returns the post of a race: the solution of a round, the question of the next
// one, the standings at the end.
func raceTurnPost(boards *render.Renderer, t training.RaceTurn) (*chat.Reply, error) {
	results, err := resultsOf(t)
	if err != nil {
		return nil, err
	}
	tools := Tools{Boards: boards}
	l := tools.layout(chat.AsAsked)
	l.FileName = t.FileName()
	most, asks := mostNamed, t.Asks()
	if t.Number > 0 {
		q, err := raceQuestion(t.Race, t.Number)
		if err != nil {
			return nil, err
		}
		result := results[t.Number-1]
		if q.Level == training.Castling && asks > 0 { // the next board fills a phone: no second board above it, and few names
			most = mostNamedBriefly
			l.Text(voice.Say("quiz.briefly", voice.F{
				"Round": t.Number, "Answer": q.Answer(), "First": firstIn(result),
			}))
		} else {
			heading := voice.Say("quiz.roundHeading.solution", voice.F{"Round": t.Number, "Rounds": t.Race.Rules.Rounds})
			right := voice.Run{firstIn(result)}
			if len(result.Scored) > 1 {
				right = append(right, voice.Say("quiz.rightToo.scored", voice.F{"People": named(result.Scored[1:])}))
			}
			if len(result.Late) > 0 {
				right = append(right, voice.Say("quiz.rightToo.later", voice.F{"People": named(result.Late)}))
			}
			l.Text(voice.Lines{voice.Heading(3, heading), q.Answer(), right, roundMistakes(q, result.Wrong)})
			tools.addSolution(l, q)
		}
	}
	standings := training.Standings(results)
	if asks == 0 {
		l.Text(ranking(t, standings))
		return l.Reply()
	}
	// After round 1 the summary has named who scored, unless it is brief.
	if led := leaders(standings, most); led != nil && (asks > 2 || most == mostNamedBriefly) {
		l.Text(voice.Say("quiz.soFar", voice.F{"Leaders": led}))
	}
	if err := tools.addRaceQuestion(l, t.Race, asks); err != nil {
		return nil, err
	}
	return l.Reply()
}

// addRaceQuestion asks the question of a round.
func (t Tools) addRaceQuestion(l *card.Layout, r *training.Race, round int) error {
	q, err := raceQuestion(r, round)
	if err != nil {
		return err
	}
	ends := moment(r.NextAt.Add(-r.Rules.Grace))
	l.Text(voice.Lines{voice.Heading(3, voice.Say("quiz.roundHeading.question", voice.F{"Round": round, "Rounds": r.Rules.Rounds})),
		voice.Run{q.Asked(), q.Rights(), voice.Say("quiz.timeEnds", voice.F{"Ends": ends})}})
	if shown, ok := q.Picture(); ok { // the rank alone: a board above the next solution would be too high
		t.addRank(l, shown)
	}
	buttons := []chat.Component{chat.Button(discordgo.PrimaryButton, voice.Phrase("quiz.answer"), RaceAnswerID(r, round))}
	if q.Level == training.Castling {
		t.addPicture(l, q)
		buttons = castlingButtons(raceCastlingButton, roundID{r.ID, round})
	}
	l.Row(append(buttons, chat.Secondary(voice.Phrase("quiz.endRace"), endButton.ID(raceID(r.ID))))...)
	return nil
}

// raceQuestion returns the question of a round.
func raceQuestion(r *training.Race, round int) (training.Question, error) {
	level, err := levels().Choose(r.Rules.Level)
	if err != nil {
		return training.Question{}, err
	}
	scheme, err := schemes().Choose(r.Rules.Scheme)
	if err != nil {
		return training.Question{}, err
	}
	return training.FromSeed(fmt.Sprint(r.Rules.Seed, " ", round), level, scheme), nil
}

// resultsOf judges the rounds that are over.
func resultsOf(t training.RaceTurn) ([]training.RoundResult, error) {
	var results []training.RoundResult
	for round := 1; round <= t.Number; round++ {
		q, err := raceQuestion(t.Race, round)
		if err != nil {
			return nil, err
		}
		results = append(results, training.JudgeRound(round, t.Answers, func(a training.RaceAnswer) bool { return q.Judge(a.Given).Right }))
	}
	return results, nil
}

// How many people a list of a round names, and one above a board.
const (
	mostNamed        = 5
	mostNamedBriefly = 3
)

// firstIn says who was right first in a round.
func firstIn(result training.RoundResult) voice.Sentence {
	switch {
	case len(result.Scored) > 0:
		first := result.Scored[0]
		return voice.Say("quiz.firstRight", voice.F{
			"Person": voice.Raw(chat.Mention(first.Person)), "After": voice.Decimal{Value: first.After.Seconds(), Places: 1},
		})
	case len(result.Wrong) > 0:
		return voice.Phrase("quiz.nobodyRight")
	}
	return voice.Phrase("quiz.nobodyAnswered")
}

// named names people: "@Anna, @Ben and 3 others".
func named(answers []training.RaceAnswer) voice.And {
	var names voice.And
	for _, a := range answers[:min(len(answers), mostNamed)] {
		names = append(names, voice.Raw(chat.Mention(a.Person)))
	}
	if more := len(answers) - mostNamed; more > 0 {
		names = append(names, voice.Say("quiz.otherPeople", voice.F{"People": voice.Count(more)}))
	}
	return names
}

// roundMistakes says how many made which mistake, the most frequent first, without their
// names.
func roundMistakes(q training.Question, wrong []training.RaceAnswer) voice.Run {
	const most = 4 // kinds of mistakes
	people := map[counted]int{}
	for _, a := range wrong {
		people[mistakeOf(q.Judge(a.Given))]++
	}
	others := people[otherAnswer]
	delete(people, otherAnswer)
	kinds := slices.SortedFunc(maps.Keys(people), func(a, b counted) int {
		return cmp.Or(cmp.Compare(people[b], people[a]), cmp.Compare(a.wrong, b.wrong),
			cmp.Compare(a.did.Kind, b.did.Kind), cmp.Compare(a.did.Scheme, b.did.Scheme))
	})
	if others > 0 {
		people[otherAnswer], kinds = others, append(kinds, otherAnswer)
	}
	var said voice.Run
	for _, kind := range kinds[:min(most, len(kinds))] {
		if n := people[kind]; kind.wrong == "" {
			said = append(said, kind.did.By(n))
		} else {
			said = append(said, voice.Say("quiz.peopleWrong."+kind.wrong, voice.F{"People": voice.Count(n)}))
		}
	}
	return said
}

// A counted is a mistake that several people may have made.
type counted struct {
	did   slips.Did
	wrong string // the part of the answer, or the whole answer, if nobody knows what they did
}

var otherAnswer = counted{wrong: "answer"}

// mistakeOf says what somebody did who answered wrong.
func mistakeOf(v training.Verdict) counted {
	if did, ok := v.Habit().Did(); ok {
		return counted{did: did}
	}
	if len(v.Differences) == 1 {
		switch want := v.Differences[0].Want; {
		case want.Piece == chess960.Queen:
			return counted{wrong: "queen"}
		case want.Piece == chess960.Knight:
			return counted{wrong: "knights"}
		case want.Took&chess960.DarkFiles != 0:
			return counted{wrong: "darkBishop"}
		}
		return counted{wrong: "lightBishop"}
	}
	return otherAnswer
}

// ranking lists the standings at the end of a race.
func ranking(t training.RaceTurn, standings []training.Standing) voice.Lines {
	const most = 10                                                    // people
	head := voice.Say("quiz.raceEnd.late", voice.F{"Round": t.Number}) // the bot could not ask in time
	switch {
	case t.Number == t.Race.Rules.Rounds: // all questions were asked
		head = voice.Phrase("quiz.raceEnd.whole")
	case t.Race.Stopped:
		head = voice.Say("quiz.raceEnd.stopped", voice.F{"Round": t.Number})
	}
	lines := voice.Lines{voice.Heading(3, head)}
	switch {
	case len(standings) == 0:
		return append(lines, voice.Phrase("quiz.nobodyTookPart"), forFun(t.Race))
	case standings[0].Points == 0:
		return append(lines, voice.Phrase("quiz.nobodyScored"), forFun(t.Race))
	}
	for _, s := range standings[:min(most, len(standings))] {
		lines = append(lines, voice.Say("quiz.standing", voice.F{
			"Rank": s.Rank, "Person": voice.Raw(chat.Mention(s.Person)), "Points": voice.Count(s.Points), "Right": s.Right,
		}))
	}
	if more := len(standings) - most; more > 0 {
		lines = append(lines, voice.Say("quiz.moreStandings", voice.F{"People": voice.Count(more)}))
	}
	return append(lines, forFun(t.Race))
}

// leaders names the people with the most points in a race that goes on, and no more than most.
func leaders(standings []training.Standing, most int) voice.And {
	var led voice.And
	for _, s := range standings[:min(most, len(standings))] {
		if s.Points > 0 {
			led = append(led, voice.Say("quiz.points", voice.F{
				"Person": voice.Raw(chat.Mention(s.Person)), "Points": s.Points,
			}))
		}
	}
	return led
}
