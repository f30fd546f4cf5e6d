// Package rows keeps in a database what people practise: their answers and what they remember, the
// quiz of a day, and races. It implements [training.Store].
//
// quiz_card has a row for each fact that a person was asked, and quiz_turn one for each
// question. An answer changes one turn and the cards of its question, in one transaction.
//
// quiz_race has a row for each race and quiz_answer one for each answer to it. An update of
// a race and the post that follows are one transaction, and an answer locks its race.
// quiz_day has a row for each person's quiz of a date, and quiz_streak one for each person;
// a streak changes with the quiz that ends.
package rows

import (
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/store"
)

// A Store keeps in a database what people practise.
type Store struct{ store.DB }

// Of returns what people practise by a database.
func Of(db store.DB) Store { return Store{db} }

var _ training.Store = Store{}
