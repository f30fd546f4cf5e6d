// Package quizzes has /quiz, which teaches to work numbers out in the head, and when castling
// is allowed. Package
// commands/quiz/training has the questions, and says what to ask next.
//
//   - practice.go chooses questions for one person.
//   - question.go shows a question and its form; it serves every subcommand.
//   - answer.go judges the answer.
//   - castling.go has the four buttons that answer questions about castling.
//   - progress.go shows what somebody remembers.
//   - daily.go asks the questions of a day, and posts what came out.
//   - race.go starts races, takes answers and ends races early; raceturn.go writes their posts;
//     starts.go limits how many people start.
package quiz

import (
	"context"
	"time"

	"chess960bot/commands/card"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// Tools are what /quiz works with.
type Tools struct {
	Boards *render.Renderer
	Store  training.Store
	Draw   func(n int) (int, error) // returns a uniform random number from 0 to n-1
	Now    func() time.Time         // the clock

	starts *starts // of races
}

// Command is /quiz. Every subcommand has a file of its own.
func Command(t Tools) chat.Command {
	t.starts = new(starts)
	practice := newPracticeOptions()
	return chat.Command{
		Name:     "quiz",
		Example:  "/quiz practice level:bishops",
		Database: true,
		Subcommands: []chat.Subcommand{
			chat.NewSubcommand("practice",
				func(ctx context.Context, r *chat.Request) (*chat.Reply, error) { return t.practice(ctx, r, practice) },
				practice.level, practice.direction, practice.scheme),
			chat.NewSubcommand("daily", t.daily),
			t.raceSubcommand(),
			chat.NewSubcommand("progress", t.progress),
		},
		Presses: []chat.Press{
			castlingButton.On(t.answerCastling), dayCastlingButton.On(t.tryCastling), raceCastlingButton.On(t.raceCastling).ByCrowd(),
			answerButton.On(t.askAnswer), answerForm.On(t.judgeAnswer), hintButton.On(t.hint),
			showButton.On(t.show), tenButton.On(t.showTen), nextButton.On(t.next), stopButton.On(t.stop),

			tryButton.On(t.askTry), tryForm.On(t.giveTry), shareButton.On(t.share),
			playButton.On(func(ctx context.Context, r *chat.Request, _ sharedDay) (*chat.Reply, error) {
				return t.daily(ctx, r)
			}),

			raceButton.On(t.askRaceAnswer).ByCrowd(), raceForm.On(t.giveRaceAnswer).ByCrowd(), endButton.On(t.endRace),

			practiseButton.On(t.practiseLast), forgetButton.On(t.askForget), forgetAllButton.On(t.forget),
			keepButton.On(func(ctx context.Context, r *chat.Request, _ struct{}) (*chat.Reply, error) {
				return t.progress(ctx, r)
			}),
		},
	}
}

// now returns the time as the database keeps it.
func (t Tools) now() time.Time { return t.Now().UTC().Truncate(time.Millisecond) }

// layout returns an empty layout with the default style.
func (t Tools) layout(audience chat.Audience) *card.Layout {
	return &card.Layout{Boards: t.Boards, Style: card.DefaultStyle(), Audience: audience}
}

// canPost returns nil if the bot can post in the channel by itself and the asker may write there,
// and otherwise the refusal: a button works where its presser may not write. direct is what to say
// in direct messages.
func canPost(r *chat.Request, direct voice.Phrase) error {
	switch {
	case r.Uninvited:
		return chat.Uninvited()
	case r.GuildID == "":
		return chat.Refuse(direct, voice.Phrase("quiz.practiseHere"))
	}
	if missing := chat.MissingToPost(r.AppPermissions, r.Thread); missing != 0 {
		return chat.Refuse(voice.Phrase("quiz.cannotPost"), voice.Say("quiz.grant", voice.F{
			"Permissions": chat.PermissionNames(missing),
		}))
	}
	if !r.MayWrite() {
		return chat.Refuse(voice.Phrase("quiz.mayNotWrite"), voice.Phrase("quiz.startElsewhere"))
	}
	return nil
}
