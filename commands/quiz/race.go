package quiz

import (
	"context"
	"crypto/rand"
	"errors"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/recent"
	"chess960bot/internal/voice"
)

// raceOptions are the options of /quiz race.
type raceOptions struct {
	rounds, seconds chat.OptionOf[int]
	level           chat.OptionOf[training.Level]
	scheme          chat.OptionOf[*chess960.Scheme]
}

func (t Tools) raceSubcommand() chat.Subcommand {
	o := raceOptions{
		rounds:  chat.NumberOption("rounds").Between(1, training.MostRounds).Or(5),
		level:   levels().Option("level").Or(training.WholeNumber),
		seconds: chat.NumberOption("seconds").Between(training.FewestSeconds, training.MostSeconds).Or(30),
		scheme:  schemes().Option("scheme"),
	}
	return chat.NewPostingSubcommand("race",
		func(ctx context.Context, r *chat.Request) (*chat.Reply, error) { return t.startRace(ctx, r, o) },
		o.rounds, o.level, o.seconds, o.scheme)
}

// startRace answers /quiz race.
func (t Tools) startRace(ctx context.Context, r *chat.Request, o raceOptions) (*chat.Reply, error) {
	rules := training.RaceRules{
		Rounds: o.rounds.Read(r), Time: time.Duration(o.seconds.Read(r)) * time.Second, Grace: training.RaceGrace,
		Level: o.level.Read(r).ID(), Scheme: o.scheme.Read(r).Option, Seed: rand.Text(),
	}
	if rules.Level == training.Castling.ID() && o.scheme.Given(r) {
		return nil, noNumbering()
	}
	if err := canPost(r, "quiz.raceNeedsServer"); err != nil {
		return nil, err
	}
	now := t.now()
	started := &training.Race{
		ID: r.ID, Channel: r.ChannelID, Guild: r.GuildID, StartedBy: r.Asker, Rules: rules,
		NextAt: now.Add(training.RaceStart),
	}
	quiet := now.Add(-training.RacePause)
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
	switch refused, ok := errors.AsType[*training.RefusedError](err); {
	case ok:
		return nil, chat.Refuse(voice.Phrase("quiz.raceRefused"), voice.Say("quiz.afterRefusal", voice.F{
			"Until": voice.Moment{Time: refused.Until, Style: voice.ShortTime},
		}))
	case errors.Is(err, training.ErrRaceRuns):
		return nil, chat.Refuse(voice.Phrase("quiz.raceRunning"), voice.Phrase("quiz.answerIt"))
	case errors.Is(err, training.ErrRecentRace):
		return nil, chat.Refuse(voice.Phrase("quiz.raceRecent"), voice.Say("quiz.afterRace", voice.F{
			"Minutes": voice.Count(training.RacePause.Minutes()),
		}))
	case err != nil:
		return nil, err
	}
	l := t.layout(chat.AsAsked)
	l.Text(announced(started))
	return l.Reply()
}

// announced announces a race.
func announced(r *training.Race) voice.Sentence {
	return voice.Lines{
		voice.Heading(3, voice.Say("quiz.raceOf", voice.F{"Questions": voice.Count(r.Rules.Rounds)})),
		voice.Run{
			voice.Say("quiz.raceTime", voice.F{
				"Seconds": voice.Count(r.Rules.Time.Seconds()), "First": moment(r.NextAt),
			}),
			voice.Phrase("quiz.scoring"),
		},
		forFun(r),
	}
}

// A roundID is the custom id of the button or form that answers a round.
type roundID struct {
	race  string
	round int
}

func (id *roundID) fields(f *chat.Fields) {
	f.Word(&id.race)
	f.Number(&id.round, 1, training.MostRounds)
}

var (
	raceButton = chat.NewControl("race-answer", (*roundID).fields)
	raceForm   = chat.NewControl("race-given", (*roundID).fields)
)

// RaceAnswerID returns the custom id of a button that answers a round of a race.
func RaceAnswerID(r *training.Race, round int) string {
	if r.Rules.Level == training.Castling.ID() {
		return raceCastlingButton.ID(castlingAnswer[roundID]{of: roundID{r.ID, round}})
	}
	return raceButton.ID(roundID{r.ID, round})
}

// askRaceAnswer answers the button "Answer" with a form.
func (t Tools) askRaceAnswer(ctx context.Context, r *chat.Request, id roundID) (*chat.Reply, error) {
	running, _, err := t.openRound(ctx, r, id)
	if err != nil {
		return nil, err
	}
	q, err := raceQuestion(running, id.round)
	if err != nil {
		return nil, err
	}
	return &chat.Reply{Form: form(q, raceForm.ID(id))}, nil
}

// openRound returns the race of a request and the asker's answer without what was given. It
// refuses if the time of the round is up.
func (t Tools) openRound(ctx context.Context, r *chat.Request, id roundID) (running *training.Race, a training.RaceAnswer, err error) {
	if r.Message == nil {
		return nil, a, chat.Foreign()
	}
	interaction, err := strconv.ParseInt(r.ID, 10, 64)
	asked, askedErr := chat.SentAt(r.Message.ID)
	answered, answeredErr := chat.SentAt(r.ID)
	if err != nil || askedErr != nil || answeredErr != nil {
		return nil, a, chat.Foreign()
	}
	found, err := t.Store.Race(ctx, id.race)
	if err != nil {
		return nil, a, refusal(err)
	}
	a = training.RaceAnswer{Round: id.round, Person: r.Asker, Interaction: interaction, After: answered.Sub(asked)}
	switch {
	case found.Channel != r.ChannelID:
		return nil, a, chat.Foreign()
	case id.round > found.Asked:
		return nil, a, chat.Refuse(voice.Say("quiz.recordEnds", voice.F{"Round": found.Asked}), voice.Phrase("quiz.startRace"))
	case !found.Running():
		return nil, a, over(found)
	case found.Asked != id.round || a.After > found.Rules.Time:
		return nil, a, timeIsUp(asked.Add(found.Rules.Time))
	}
	return found, a, nil
}

// timeIsUp refuses an answer to a question whose time ended at an instant.
func timeIsUp(at time.Time) error {
	return chat.Refuse(voice.Say("quiz.timeIsUp", voice.F{"At": moment(at)}), voice.Phrase("quiz.seeSolution"))
}

// moment shows a time of day of a race with its seconds. The posts of a race stay, so they do not say how
// long it is until then.
func moment(at time.Time) voice.Moment { return voice.Moment{Time: at, Style: voice.LongTime} }

// giveRaceAnswer answers the form of askRaceAnswer.
func (t Tools) giveRaceAnswer(ctx context.Context, r *chat.Request, id roundID) (*chat.Reply, error) {
	running, answer, err := t.openRound(ctx, r, id)
	if err != nil {
		return nil, err
	}
	q, err := raceQuestion(running, id.round)
	if err != nil {
		return nil, err
	}
	if answer.Given, err = given(q, r); err != nil {
		return nil, err
	}
	return t.addRaceAnswer(ctx, running, answer, q)
}

// addRaceAnswer counts an answer, and repeats it to the asker alone.
func (t Tools) addRaceAnswer(ctx context.Context, running *training.Race, a training.RaceAnswer, q training.Question) (*chat.Reply, error) {
	if err := t.Store.AddAnswer(ctx, running.ID, a); errors.Is(err, training.ErrRoundOver) {
		return nil, timeIsUp(running.NextAt.Add(-running.Rules.Grace))
	} else if err != nil {
		return nil, refusal(err)
	}
	return chat.Done(voice.Run{q.Given(a.Given), voice.Say("quiz.solutionAt", voice.F{
		"Ends": moment(running.NextAt),
	})}), nil
}

// A raceID is the id of a race in the custom id of the button that ends the race. Every
// question has this button.
type raceID string

func (id *raceID) fields(f *chat.Fields) { f.Word((*string)(id)) }

var endButton = chat.NewControl("race-end", (*raceID).fields)

// over refuses a press after the end of a race.
func over(r *training.Race) error {
	return chat.Refuse(voice.Say("quiz.overAlready", voice.F{"At": moment(r.EndedAt)}), voice.Phrase("quiz.startAnother"))
}

// endRace answers the button "End the race". The next post of the race shows the ranking.
func (t Tools) endRace(ctx context.Context, r *chat.Request, id raceID) (*chat.Reply, error) {
	found, err := t.Store.Race(ctx, string(id))
	if err != nil {
		return nil, refusal(err)
	}
	if found.Channel != r.ChannelID {
		return nil, chat.Foreign()
	}
	if !found.Running() {
		return nil, over(found)
	}
	if r.Asker != found.StartedBy && !r.May(discordgo.PermissionManageMessages) && !r.May(discordgo.PermissionManageEvents) {
		return nil, chat.Refuse(voice.Phrase("quiz.mayNotEnd"), voice.Phrase("quiz.askToEnd"))
	}
	if _, err := t.Store.UpdateRace(ctx, string(id), func(r *training.Race) { r.Stop(t.now()) }); err != nil {
		return nil, refusal(err)
	}
	return chat.Done(voice.Phrase("quiz.raceEnds")), nil
}

// A person and a server can start so many races at once, and as many again in each startsSpan.
const (
	personStarts = 5
	serverStarts = 10
	startsSpan   = 10 * time.Minute
)

// starts limits how many races a person starts, and a server. Each process counts for itself.
type starts struct{ people, servers recent.Table[*rate.Limiter] }

// count counts a race, or refuses it. undo forgets a race that did not start.
func (s *starts) count(person, server string, now time.Time) (undo func(), err error) {
	undo = func() {}
	for _, limit := range []struct {
		of   *recent.Table[*rate.Limiter]
		id   string
		most int
		who  string
	}{
		{of: &s.people, id: person, most: personStarts, who: "person"},
		{of: &s.servers, id: server, most: serverStarts, who: "server"},
	} {
		limiter, _ := limit.of.Get(limit.id, func() *rate.Limiter {
			return rate.NewLimiter(rate.Every(startsSpan/time.Duration(limit.most)), limit.most)
		})
		start := limiter.ReserveN(now, 1)
		if wait := start.DelayFrom(now); wait > 0 {
			start.CancelAt(now)
			undo()
			return nil, chat.Refuse(
				voice.Say("quiz.tooManyStarts."+limit.who, voice.F{
					"Most": voice.Count(limit.most), "Minutes": int(startsSpan.Minutes()),
				}),
				voice.Say("quiz.nextStart", voice.F{
					"At": voice.Moment{Time: now.Add(wait + time.Second), Style: voice.Relative},
				}))
		}
		earlier := undo
		undo = func() { start.CancelAt(now); earlier() }
	}
	return undo, nil
}
