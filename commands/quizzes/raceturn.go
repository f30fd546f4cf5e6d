package quizzes

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/club/quiz"
	"chess960bot/internal/club/quiz/race"
	"chess960bot/render"
	"chess960bot/voice"
)

// forFun is what everybody should know about a race.
func forFun() string { return "-# " + chat.Slash("encode") + " answers anyone, so a race is for fun." }

// RaceTurn returns the post of a race: the solution of a round, the question of the next
// one, the standings at the end.
func RaceTurn(boards *render.Renderer, t race.Turn) (*chat.Reply, error) {
	results, err := resultsOf(t)
	if err != nil {
		return nil, err
	}
	tools := Tools{Boards: boards}
	l := tools.layout(chat.AsAsked)
	l.FileName = t.FileName()
	if t.Number > 0 {
		q, err := raceQuestion(t.Race, t.Number)
		if err != nil {
			return nil, err
		}
		l.Text(voice.Raw(fmt.Sprintf("### Round %d of %d\n%s\n%s", t.Number, t.Race.Rules.Rounds, voice.In("en").Say(q.Answer()), resultText(q, results[t.Number-1]))))
		tools.addSolution(l, q)
	}
	if asks := t.Asks(); asks == 0 {
		l.Text(voice.Raw(standingsText(t, race.Standings(results))))
	} else if err := tools.addRaceQuestion(l, t.Race, asks); err != nil {
		return nil, err
	}
	return l.Reply()
}

// addRaceQuestion asks the question of a round.
func (t Tools) addRaceQuestion(l *card.Layout, r *race.Race, round int) error {
	q, err := raceQuestion(r, round)
	if err != nil {
		return err
	}
	ends := r.NextAt.Add(-r.Rules.Grace)
	l.Text(voice.Raw(fmt.Sprintf("### Question %d of %d\n%s End: <t:%d:R>.", round, r.Rules.Rounds, voice.In("en").Say(q.Asked()), ends.Unix())))
	if shown, ok := q.Picture(); ok { // the rank alone: a board above the next solution would be too high
		shown.Board = false
		png, err := t.Boards.Strip(render.Strip{Rank: shown.Rank, Theme: l.Style.Theme})
		l.Picture(chat.Picture{Name: pictureFile, Alt: shown.Alt(), PNG: png}, err)
	}
	l.Buttons([]chat.Component{
		chat.Button(discordgo.PrimaryButton, voice.Raw("Answer"), RaceAnswerID(r.ID, round)),
		chat.Button(discordgo.SecondaryButton, voice.Raw("End the race"), endButton.ID(raceID(r.ID))),
	})
	return nil
}

// raceQuestion returns the question of a round.
func raceQuestion(r *race.Race, round int) (quiz.Question, error) {
	level, err := levels().Choose(r.Rules.Level)
	if err != nil {
		return quiz.Question{}, err
	}
	scheme, err := schemes().Choose(r.Rules.Scheme)
	if err != nil {
		return quiz.Question{}, err
	}
	return quiz.FromSeed(fmt.Sprint(r.Rules.Seed, " ", round), level, quiz.ToNumber, scheme), nil
}

// resultsOf judges the rounds that are over.
func resultsOf(t race.Turn) ([]race.Result, error) {
	var results []race.Result
	for round := 1; round <= t.Number; round++ {
		q, err := raceQuestion(t.Race, round)
		if err != nil {
			return nil, err
		}
		results = append(results, race.Judge(round, t.Answers, func(a race.Answer) bool { return judge(q, a.Given).Right }))
	}
	return results, nil
}

// judge judges an answer: a number, or the SP number of a position.
func judge(q quiz.Question, given int) quiz.Verdict {
	t := quiz.Turn{Question: q, Given: given}
	return t.Verdict()
}

// mostNamed is how many people a list of a round names.
const mostNamed = 5

// resultText says who was right in a round, and which slips there were.
func resultText(q quiz.Question, result race.Result) string {
	var lines []string
	switch {
	case len(result.Scored) > 0:
		first := result.Scored[0]
		lines = append(lines, fmt.Sprintf("First: %s, after %.1f s.", chat.Mention(first.Person), first.After.Seconds()))
	case len(result.Wrong) > 0:
		lines = append(lines, "Nobody was right this time.")
	default:
		return "Nobody answered."
	}
	if len(result.Scored) > 1 {
		lines = append(lines, "Score too, within 2 s: "+named(result.Scored[1:])+".")
	}
	if len(result.Right) > 0 {
		lines = append(lines, "Right too: "+named(result.Right)+".")
	}
	text := strings.Join(lines, " ")
	if said := roundSlips(q, result.Wrong); len(said) > 0 {
		text += "\n" + voice.In("en").Say(said)
	}
	return text
}

// named names people: "@Anna, @Ben and 3 others".
func named(answers []race.Answer) string {
	var names []string
	for _, a := range answers[:min(len(answers), mostNamed)] {
		names = append(names, chat.Mention(a.Person))
	}
	text := strings.Join(names, ", ")
	if more := len(answers) - mostNamed; more > 0 {
		text += " and " + chat.Count(more, "other")
	}
	return text
}

// roundSlips says how many made which mistake, the most frequent first, without their
// names.
func roundSlips(q quiz.Question, wrong []race.Answer) voice.Run {
	const most = 4 // kinds of mistakes
	people := map[counted]int{}
	for _, a := range wrong {
		people[mistakeOf(judge(q, a.Given))]++
	}
	others := people[otherAnswer]
	delete(people, otherAnswer)
	kinds := slices.SortedFunc(maps.Keys(people), func(a, b counted) int {
		return cmp.Or(cmp.Compare(people[b], people[a]), cmp.Compare(a.wrong, b.wrong),
			cmp.Compare(a.did.Habit, b.did.Habit), cmp.Compare(a.did.Scheme, b.did.Scheme))
	})
	if others > 0 {
		people[otherAnswer], kinds = others, append(kinds, otherAnswer)
	}
	var said voice.Run
	for _, kind := range kinds[:min(most, len(kinds))] {
		said = append(said, kind.by(people[kind]))
	}
	return said
}

// A counted is a mistake that several people may have made.
type counted struct {
	did   slips.Did
	wrong wrongPart // if nobody knows what they did
}

// A wrongPart is the part of a wrong answer that is wrong.
type wrongPart string

const (
	wrongAnswer      wrongPart = "answer"
	wrongDarkBishop  wrongPart = "darkBishop"
	wrongLightBishop wrongPart = "lightBishop"
	wrongQueen       wrongPart = "queen"
	wrongKnights     wrongPart = "knights"
)

var otherAnswer = counted{wrong: wrongAnswer}

// peopleWrong says how many people had the part wrong.
type peopleWrong struct {
	Part   wrongPart
	People voice.Count
}

// Sentence returns the part.
func (p peopleWrong) Sentence() string { return string(p.Part) }

func (c counted) by(people int) voice.Sentence {
	if c.wrong == "" {
		return c.did.By(people)
	}
	return peopleWrong{c.wrong, voice.Count(people)}
}

// mistakeOf says what somebody did who answered wrong.
func mistakeOf(v quiz.Verdict) counted {
	if len(v.Origins) > 0 {
		if did, ok := v.Origins[0].Habit().Did(); ok {
			return counted{did: did}
		}
	}
	if len(v.Differences) == 1 {
		switch want := v.Differences[0].Want; {
		case want.Piece == chess960.Queen:
			return counted{wrong: wrongQueen}
		case want.Piece == chess960.Knight:
			return counted{wrong: wrongKnights}
		case want.Took&chess960.DarkFiles != 0:
			return counted{wrong: wrongDarkBishop}
		}
		return counted{wrong: wrongLightBishop}
	}
	return otherAnswer
}

// standingsText lists the standings at the end of a race.
func standingsText(t race.Turn, standings []race.Standing) string {
	const most = 10 // people
	head := "### The race is over"
	switch {
	case t.Number == t.Race.Rules.Rounds:
	case t.Race.Stopped:
		head += fmt.Sprintf(" after round %d: it was ended early", t.Number)
	default:
		head += fmt.Sprintf(" after round %d: I could not ask in time", t.Number)
	}
	lines := []string{head}
	if len(standings) == 0 {
		lines = append(lines, "Nobody took part.")
	}
	for i, s := range standings {
		if i == most {
			lines = append(lines, "And "+chat.Count(len(standings)-most, "other")+".")
			break
		}
		lines = append(lines, fmt.Sprintf("**%d.** %s: %s, %d right", s.Rank, chat.Mention(s.Person), chat.Count(s.Points, "point"), s.Right))
	}
	return strings.Join(append(lines, forFun()), "\n")
}
