package quizzes

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/quiz"
	"chess960bot/internal/quiz/race"
)

func raceOption() chat.Option {
	return chat.Subcommand("race", "Race in this channel: the fastest right answers score",
		chat.NumberOption("rounds", "How many questions there are (5 if left out)").Between(1, race.MostRounds),
		levels().Option("level", "What is asked (whole numbers if left out)"),
		chat.NumberOption("seconds", "The time for each answer (30 if left out)").Between(race.FewestSeconds, race.MostSeconds),
		schemes().Option("scheme", "Whose numbers (SP numbers if left out)"))
}

// startRace answers /quiz race.
func (t Tools) startRace(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	if err := canPost(r, "A race needs several people in a channel of a server."); err != nil {
		return nil, err
	}
	rules, err := raceRules(r.Options)
	if err != nil {
		return nil, err
	}
	now := t.now()
	started := &race.Race{
		ID: r.ID, Channel: r.ChannelID, Guild: r.GuildID, Rules: rules,
		NextAt: now.Add(race.StartTime),
	}
	quiet := now.Add(-race.Pause)
	if r.May(discordgo.PermissionManageEvents) {
		quiet = time.Time{}
	}
	switch err := t.Races.NewRace(ctx, started, quiet); {
	case errors.Is(err, race.ErrRunning):
		return nil, chat.Refuse("A race is running in this channel.", "Press **Answer** under its last question.")
	case errors.Is(err, race.ErrRecent):
		return nil, chat.Refuse("A race has just ended in this channel.",
			fmt.Sprintf("Wait until %d minutes after its end, or ask somebody with the Manage Events permission to start the next one.", int(race.Pause.Minutes())))
	case err != nil:
		return nil, err
	}
	l := t.layout(chat.AsAsked)
	l.Text(startedText(started))
	return l.Reply()
}

// startedText announces a race.
func startedText(r *race.Race) string {
	return fmt.Sprintf("### A race of %s\n%d seconds each. The first question: <t:%d:R>. Everyone has one answer to each. "+
		"The first right answer scores, and so does every right one within 2 s of it.\n%s",
		chat.Count(r.Rules.Rounds, "question"), int(r.Rules.Time.Seconds()), r.NextAt.Unix(), forFun())
}

// raceRules reads the rules of a new race.
func raceRules(options chat.Options) (race.Rules, error) {
	rules := race.Rules{Grace: race.Grace, Seed: rand.Text()}
	var seconds int
	for _, number := range []struct {
		name                  string
		into                  *int
		fewest, most, without int
	}{{"rounds", &rules.Rounds, 1, race.MostRounds, 5}, {"seconds", &seconds, race.FewestSeconds, race.MostSeconds, 30}} {
		n, ok := options.Int(number.name)
		if options[number.name] == nil {
			n, ok = number.without, true
		}
		if !ok || n < number.fewest || n > number.most {
			return rules, chat.Refuse(fmt.Sprintf("`%s` must be a whole number from %d to %d.", number.name, number.fewest, number.most), "For example "+chat.Slash("quiz race")+" `rounds:5 seconds:30`.")
		}
		*number.into = n
	}
	level := quiz.WholeNumber
	if id := options.Text("level"); id != "" {
		var err error
		if level, err = levels().Choose(id); err != nil {
			return rules, err
		}
	}
	scheme, err := schemes().ChooseOrFirst(options.Text("scheme"))
	if err != nil {
		return rules, err
	}
	rules.Level, rules.Scheme, rules.Time = level.ID(), quiz.SchemeID(scheme), time.Duration(seconds)*time.Second
	return rules, nil
}

// A raceButton is the custom id of the button or form that answers a round.
type raceButton struct {
	race  string
	round int
}

func (b *raceButton) fields(f *chat.Fields) {
	f.Word(&b.race)
	f.Number(&b.round, 1, race.MostRounds)
}

// RaceAnswerID returns the custom id of the button that answers a round of a race.
func RaceAnswerID(id string, round int) string {
	b := raceButton{id, round}
	return chat.WriteID("race-answer", b.fields)
}

// askRaceAnswer answers the button "Answer" with a form.
func (t Tools) askRaceAnswer(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	round, err := t.openRound(ctx, r)
	if err != nil {
		return nil, err
	}
	return &chat.Reply{Form: form(round.question, chat.WriteID("race-given", round.fields))}, nil
}

// An openRound is a round that takes answers.
type openRound struct {
	raceButton
	question    quiz.Question
	interaction int64         // id of the request
	after       time.Duration // from the question to the request, by Discord's clock
	ends        time.Time     // when the solution is due
}

// openRound finds the round of a request, and refuses if its time is up.
func (t Tools) openRound(ctx context.Context, r *chat.Request) (round openRound, err error) {
	if err := chat.ReadID(r.CustomID, round.fields); err != nil {
		return round, err
	}
	if r.Message == nil {
		return round, chat.Foreign()
	}
	message, messageErr := strconv.ParseInt(r.Message.ID, 10, 64)
	interaction, interactionErr := strconv.ParseInt(r.ID, 10, 64)
	if messageErr != nil || interactionErr != nil {
		return round, chat.Foreign()
	}
	found, err := t.Races.Race(ctx, round.race)
	if err != nil {
		return round, raceRefusal(err)
	}
	round.interaction, round.after, round.ends = interaction, race.At(interaction).Sub(race.At(message)), found.NextAt
	if found.Channel != r.ChannelID || !found.Running() || found.Asked != round.round || round.after > found.Rules.Time {
		return round, raceRefusal(race.ErrOver)
	}
	round.question, err = raceQuestion(found, round.round)
	return round, err
}

// giveRaceAnswer answers the form of askRaceAnswer.
func (t Tools) giveRaceAnswer(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	round, err := t.openRound(ctx, r)
	if err != nil {
		return nil, err
	}
	answer, err := given(round.question, r.Options)
	if err != nil {
		return nil, err
	}
	err = t.Races.AddAnswer(ctx, round.race, race.Answer{
		Round: round.round, Person: r.Asker, Interaction: round.interaction, After: round.after, Given: answer,
	})
	if err != nil {
		return nil, raceRefusal(err)
	}
	return chat.Say(fmt.Sprintf("Received: %s. Solution: <t:%d:R>.", answerText(round.question, answer), round.ends.Unix())), nil
}

// answerText repeats an answer: a number, or the pieces that were chosen.
func answerText(q quiz.Question, answer int) string {
	if q.Direction == quiz.ToNumber {
		return fmt.Sprintf("**%d**", answer)
	}
	p, err := chess960.FromSP(answer)
	if err == nil {
		q.Position = p
	}
	return q.Answer()
}

// raceRefusal turns an error of package race into a refusal.
func raceRefusal(err error) error {
	switch {
	case errors.Is(err, race.ErrOver):
		return chat.Refuse("The time for this question is up.", "The solution is in the next message; the next question is there too, unless that was the last one.")
	case errors.Is(err, race.ErrAnswered):
		return chat.Refuse("You have answered this question already; your first answer counts.", "Wait for the next question.")
	case errors.Is(err, race.ErrNone):
		return chat.Refuse("I do not know that race any more.", "Start one with "+chat.Slash("quiz race")+".")
	}
	return err
}
