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
	"chess960bot/internal/club/quiz"
	"chess960bot/internal/club/quiz/race"
	"chess960bot/voice"
)

// raceOptions are the options of /quiz race.
type raceOptions struct {
	rounds, seconds chat.OptionOf[int]
	level           chat.OptionOf[quiz.Level]
	scheme          chat.OptionOf[*chess960.Scheme]
}

func (t Tools) raceSubcommand() chat.Subcommand {
	o := raceOptions{
		rounds: chat.NumberOption("rounds").Between(1, race.MostRounds).Or(5),
		level:  levels().Option("level").Or(quiz.WholeNumber),
		seconds: chat.NumberOption("seconds").
			Between(race.FewestSeconds, race.MostSeconds).Or(30),
		scheme: schemes().Option("scheme"),
	}
	return chat.NewSubcommand("race",
		func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			return t.startRace(ctx, r, o.rules(r))
		},
		o.rounds, o.level, o.seconds, o.scheme)
}

// rules reads the rules of a new race.
func (o raceOptions) rules(r *chat.Request) race.Rules {
	return race.Rules{
		Rounds: o.rounds.Read(r), Time: time.Duration(o.seconds.Read(r)) * time.Second, Grace: race.Grace,
		Level: o.level.Read(r).ID(), Scheme: o.scheme.Read(r).Option, Seed: rand.Text(),
	}
}

// startRace answers /quiz race.
func (t Tools) startRace(ctx context.Context, r *chat.Request, rules race.Rules) (*chat.Reply, error) {
	if err := canPost(r, "A race needs several people in a channel of a server."); err != nil {
		return nil, err
	}
	if !r.MayWrite() {
		return nil, chat.Refuse(voice.Raw("You may not send messages in this channel, so you cannot start a race here."), voice.Raw("Start one where you may write."))
	}
	now := t.now()
	started := &race.Race{
		ID: r.ID, Channel: r.ChannelID, Guild: r.GuildID, StartedBy: r.Asker, Rules: rules,
		NextAt: now.Add(race.StartTime),
	}
	quiet := now.Add(-race.Pause)
	if r.May(discordgo.PermissionManageEvents) {
		quiet = time.Time{}
	}
	notStarted, err := t.starts.count(r.Asker, r.GuildID, now)
	if err != nil {
		return nil, err
	}
	if err = t.Store.NewRace(ctx, started, quiet); err != nil {
		notStarted()
	}
	switch refused, ok := errors.AsType[*race.RefusedError](err); {
	case ok:
		return nil, chat.Refuse(voice.Raw("Discord refused a race that I wanted to post in this server."),
			voice.Raw(fmt.Sprintf("No race starts in this server until <t:%d:t>, %d minutes after that. Let me view the channel, send messages and attach files there.", refused.Until.Unix(), int(race.RefusedPause.Minutes()))))
	case errors.Is(err, race.ErrRunning):
		return nil, chat.Refuse(voice.Raw("A race is running in this channel."), voice.Raw("Press **Answer** under its last question."))
	case errors.Is(err, race.ErrRecent):
		return nil, chat.Refuse(voice.Raw("A race has just ended in this channel."),
			voice.Raw(fmt.Sprintf("Wait until %d minutes after its end, or ask somebody with the Manage Events permission to start the next one.", int(race.Pause.Minutes()))))
	case err != nil:
		return nil, err
	}
	l := t.layout(chat.AsAsked)
	l.Text(voice.Raw(startedText(started)))
	return l.Reply()
}

// startedText announces a race.
func startedText(r *race.Race) string {
	return fmt.Sprintf("### A race of %s\n%d seconds each. The first question: <t:%d:R>. Everyone has one answer to each. "+
		"The first right answer scores, and so does every right one within 2 s of it.\n%s",
		chat.Count(r.Rules.Rounds, "question"), int(r.Rules.Time.Seconds()), r.NextAt.Unix(), forFun())
}

// A roundID is the custom id of the button or form that answers a round.
type roundID struct {
	race  string
	round int
}

func (id *roundID) fields(f *chat.Fields) {
	f.Word(&id.race)
	f.Number(&id.round, 1, race.MostRounds)
}

var (
	raceButton = chat.NewControl("race-answer", (*roundID).fields)
	raceForm   = chat.NewControl("race-given", (*roundID).fields)
)

// RaceAnswerID returns the custom id of the button that answers a round of a race.
func RaceAnswerID(id string, round int) string { return raceButton.ID(roundID{id, round}) }

// askRaceAnswer answers the button "Answer" with a form.
func (t Tools) askRaceAnswer(ctx context.Context, r *chat.Request, id roundID) (*chat.Reply, error) {
	round, err := t.openRound(ctx, r, id)
	if err != nil {
		return nil, err
	}
	return &chat.Reply{Form: form(round.question, raceForm.ID(id))}, nil
}

// An openRound is a round that takes answers.
type openRound struct {
	roundID
	question    quiz.Question
	interaction int64         // id of the request
	after       time.Duration // from the question to the request, by Discord's clock
	ends        time.Time     // when the solution is due
}

// openRound finds the round of a request, and refuses if its time is up.
func (t Tools) openRound(ctx context.Context, r *chat.Request, id roundID) (round openRound, err error) {
	round.roundID = id
	if r.Message == nil {
		return round, chat.Foreign()
	}
	interaction, err := strconv.ParseInt(r.ID, 10, 64)
	asked, askedErr := chat.SentAt(r.Message.ID)
	answered, answeredErr := chat.SentAt(r.ID)
	if err != nil || askedErr != nil || answeredErr != nil {
		return round, chat.Foreign()
	}
	found, err := t.Store.Race(ctx, round.race)
	if err != nil {
		return round, raceRefusal(err)
	}
	round.interaction, round.after, round.ends = interaction, answered.Sub(asked), found.NextAt
	if found.Channel == r.ChannelID && !found.Running() {
		return round, over()
	}
	if found.Channel != r.ChannelID || found.Asked != round.round || round.after > found.Rules.Time {
		return round, raceRefusal(race.ErrOver)
	}
	round.question, err = raceQuestion(found, round.round)
	return round, err
}

// giveRaceAnswer answers the form of askRaceAnswer.
func (t Tools) giveRaceAnswer(ctx context.Context, r *chat.Request, id roundID) (*chat.Reply, error) {
	round, err := t.openRound(ctx, r, id)
	if err != nil {
		return nil, err
	}
	answer, err := given(round.question, r)
	if err != nil {
		return nil, err
	}
	err = t.Store.AddAnswer(ctx, round.race, race.Answer{
		Round: round.round, Person: r.Asker, Interaction: round.interaction, After: round.after, Given: answer,
	})
	if err != nil {
		return nil, raceRefusal(err)
	}
	return chat.Say(voice.Run{round.question.Given(answer), solutionAt{Ends: voice.Moment{Time: round.ends, Style: voice.Relative}}}), nil
}

// solutionAt says when the solution of a round appears.
type solutionAt struct {
	voice.Facts
	Ends voice.Moment
}

// raceRefusal turns an error of package race into a refusal.
func raceRefusal(err error) error {
	switch {
	case errors.Is(err, race.ErrOver):
		return chat.Refuse(voice.Raw("The time for this question is up."), voice.Raw("The solution is in the next message; the next question is there too, unless that was the last one."))
	case errors.Is(err, race.ErrAnswered):
		return chat.Refuse(voice.Raw("You have answered this question already; your first answer counts."), voice.Raw("Wait for the next question."))
	case errors.Is(err, race.ErrNone):
		return chat.Refuse(voice.Raw("I do not know that race any more."), voice.Raw("Start one with "+chat.Slash("quiz race")+"."))
	}
	return err
}
