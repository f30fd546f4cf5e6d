package app

import (
	"chess960bot/commands"
	"chess960bot/commands/quizzes"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/quiz/day"
	"chess960bot/internal/club/quiz/race"
	"chess960bot/internal/outbox"
)

var quiz = feature{name: commands.Quiz, posts: quizPosts}

func quizPosts(o Options) []outbox.Kind {
	return []outbox.Kind{
		&race.Posts{
			Store: o.Store, AnswerID: quizzes.RaceAnswerID, SentAt: chat.SentAt,
			Compose: func(t race.Turn) (outbox.Message, error) { return quizzes.RaceTurn(o.Boards, t) },
		},
		&day.Posts{
			Store: o.Store, PlayID: quizzes.PlayID,
			Compose: func(a *day.Attempt, streak int) (outbox.Message, error) { return quizzes.SharedDay(a, streak) },
		},
	}
}
