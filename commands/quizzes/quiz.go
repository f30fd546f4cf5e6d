// Package quizzes has /quiz, which teaches to work numbers out in the head. Package
// internal/quiz has the questions, and says what to ask next.
//
//   - practice.go chooses questions for one person.
//   - question.go shows a question and its form; it serves every subcommand.
//   - answer.go judges the answer.
//   - progress.go shows what somebody remembers.
//   - daily.go asks the questions of a day, and sharing.go posts what came out.
//   - race.go starts races and takes answers; raceturn.go writes their posts.
package quizzes

import (
	"context"
	"time"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/quiz"
	"chess960bot/internal/quiz/day"
	"chess960bot/internal/quiz/race"
	"chess960bot/render"
)

// Tools are what /quiz works with.
type Tools struct {
	Boards *render.Renderer
	Store  quiz.Store
	Races  race.Store
	Days   day.Store
	Draw   func(n int) (int, error) // returns a uniform random number from 0 to n-1
	Now    func() time.Time         // the clock
}

// Command is /quiz. Every subcommand has a file of its own.
func Command(t Tools) chat.Command {
	subcommands := map[string]chat.Handler{
		"practice": t.practice,
		"daily":    t.daily,
		"race":     t.startRace,
		"progress": t.progress,
	}
	return chat.Command{
		Def:     chat.Define("quiz", "Learn to work numbers out in the head", practiceOption(), dailyOption(), raceOption(), progressOption()),
		Example: "/quiz practice level:bishops",
		Crowd:   []string{"race-answer", "race-given"},
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			run, ok := subcommands[r.Subcommand]
			if !ok {
				return nil, chat.Foreign()
			}
			return chat.WithDatabase(run)(ctx, r)
		},
		Buttons: map[string]chat.Handler{
			"quiz-answer": chat.WithDatabase(t.askAnswer),
			"quiz-given":  chat.WithDatabase(t.judgeAnswer),
			"quiz-hint":   chat.WithDatabase(t.hint),
			"quiz-show":   chat.WithDatabase(t.show),
			"quiz-next":   chat.WithDatabase(t.next),
			"quiz-stop":   chat.WithDatabase(t.stop),

			"quiz-day":   chat.WithDatabase(t.askTry),
			"quiz-try":   chat.WithDatabase(t.giveTry),
			"quiz-share": chat.WithDatabase(t.share),
			"quiz-play":  chat.WithDatabase(t.daily),

			"race-answer": chat.WithDatabase(t.askRaceAnswer),
			"race-given":  chat.WithDatabase(t.giveRaceAnswer),

			"quiz-forget": chat.WithDatabase(t.askForget),
			"quiz-forgot": chat.WithDatabase(t.forget),
			"quiz-keep":   chat.WithDatabase(t.progress),
		},
	}
}

// now returns the time as the database keeps it.
func (t Tools) now() time.Time { return t.Now().UTC().Truncate(time.Millisecond) }

// layout returns an empty layout of a private page.
func (t Tools) layout(audience chat.Audience) *card.Layout {
	return &card.Layout{Boards: t.Boards, Style: card.DefaultStyle(), Audience: audience}
}
