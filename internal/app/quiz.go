package app

import (
	"chess960bot/commands"
	"chess960bot/commands/quizzes"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/quiz"
	"chess960bot/internal/outbox"
)

var training = feature{name: commands.Quiz, posts: quizPosts}

func quizPosts(o Options) []outbox.Kind {
	return []outbox.Kind{
		&quiz.RacePosts{
			Store: o.Store, AnswerID: quizzes.RaceAnswerID, SentAt: chat.SentAt,
			Compose: func(t quiz.RaceTurn) (outbox.Message, error) { return quizzes.RaceTurn(o.Boards, t) },
		},
		&quiz.DayPosts{Store: o.Store, PlayID: quizzes.PlayID, Compose: quizzes.SharedDay},
	}
}
