package app

import (
	"chess960bot/commands"
	"chess960bot/commands/quiz"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
)

var ofQuiz = feature{name: commands.Quiz, posts: quizPosts}

func quizPosts(o Options) []outbox.Kind {
	return []outbox.Kind{
		&training.RacePosts{
			Store: o.Store, AnswerID: quiz.RaceAnswerID, SentAt: chat.SentAt,
			Compose: func(t training.RaceTurn) (outbox.Message, error) { return quiz.RaceTurn(o.Boards, t) },
		},
		&training.DayPosts{Store: o.Store, PlayID: quiz.PlayID, Compose: quiz.SharedDay},
	}
}
