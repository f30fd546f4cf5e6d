package quiz

import (
	"context"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// A castlingAnswer is the answer to a question about castling, in the custom id of its button.
// Every question has the same four buttons, so their ids do not tell which answer is right.
type castlingAnswer[T any] struct {
	of    T // the question
	given lessons.Sides
}

func castlingFields[T any](of func(*T, *chat.Fields)) func(*castlingAnswer[T], *chat.Fields) {
	return func(a *castlingAnswer[T], f *chat.Fields) {
		of(&a.of, f)
		chat.OneOf(f, &a.given, chat.List[lessons.Sides]{All: lessons.AllSides(), ID: lessons.Sides.Name})
	}
}

var (
	castlingButton     = chat.NewControl("quiz-castling", castlingFields((*turnID).fields))
	dayCastlingButton  = chat.NewControl("quiz-day-castling", castlingFields((*tryID).fields))
	raceCastlingButton = chat.NewControl("race-castling", castlingFields((*roundID).fields))
)

// castlingButtons returns a button for each answer to a question about castling.
func castlingButtons[T any](control chat.Control[castlingAnswer[T]], of T) []chat.Component {
	labels := map[lessons.Sides]voice.Sentence{
		lessons.HSide: voice.Raw("O-O"), lessons.ASide: voice.Raw("O-O-O"),
		lessons.Both: voice.Phrase("quiz.bothSides"), lessons.Neither: voice.Phrase("quiz.neitherSide"),
	}
	var buttons []chat.Component
	for _, s := range lessons.AllSides() {
		buttons = append(buttons, chat.Secondary(labels[s], control.ID(castlingAnswer[T]{of, s})))
	}
	return buttons
}

// answerCastling answers a press of an answer to a question about castling.
func (t Tools) answerCastling(ctx context.Context, r *chat.Request, a castlingAnswer[turnID]) (*chat.Reply, error) {
	turn, err := t.readTurn(ctx, r, a.of)
	if err != nil {
		return nil, err
	}
	if turn.Question.Level != training.Castling {
		return nil, chat.Foreign()
	}
	return t.judge(ctx, r, a.of, int(a.given))
}

// tryCastling answers the same in the quiz of a day.
func (t Tools) tryCastling(ctx context.Context, r *chat.Request, a castlingAnswer[tryID]) (*chat.Reply, error) {
	q := training.OfDay(a.of.date, a.of.Step)
	if q.Level != training.Castling {
		return nil, chat.Foreign()
	}
	return t.judgeTry(ctx, r, a.of, q, int(a.given))
}

// raceCastling answers the same in a race. The exercise need not be made again for that: a whole
// room may press at once.
func (t Tools) raceCastling(ctx context.Context, r *chat.Request, a castlingAnswer[roundID]) (*chat.Reply, error) {
	running, answer, err := t.openRound(ctx, r, a.of)
	if err != nil {
		return nil, err
	}
	if running.Rules.Level != training.Castling.ID() {
		return nil, chat.Foreign()
	}
	answer.Given = int(a.given)
	return t.addRaceAnswer(ctx, running, answer, training.Question{Level: training.Castling})
}
