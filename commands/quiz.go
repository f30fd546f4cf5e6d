package commands

import (
	"chess960bot/commands/quiz"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// Quiz is the name of the quiz in COMMANDS.
const Quiz = "quiz"

// quizFeature is /quiz.
var quizFeature = feature{
	name:  Quiz,
	names: []string{"quiz"},
	commands: func(t Tools) []chat.Command {
		return []chat.Command{quiz.Command(quiz.Tools{Boards: t.Boards, Store: t.Store, Draw: t.Draw, Now: t.Now})}
	},
	learn:  []helpLine{{"quiz", "quiz.help"}},
	club:   func(func(permission int64) bool) helpLine { return helpLine{"quiz", "quiz.helpRace"} },
	person: voice.Bullets{voice.Phrase("quiz.forgetYours")},
	server: voice.Bullets{voice.Phrase("quiz.forgetRaces")},
	stays:  "quiz.membersKeep",
}

// What /forget has deleted of the quiz.
const (
	quizRecords forgottenKind = "quiz" // of a person
	races       forgottenKind = "races"
)
