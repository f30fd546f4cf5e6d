package quiz

import (
	"chess960bot/commands/card"
	"chess960bot/commands/feature"
	"chess960bot/commands/quiz/rows"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// Feature is the quiz: /quiz.
var Feature = feature.Feature{
	Name:  "quiz",
	Names: []string{"quiz"},
	Commands: func(f feature.Tools) []chat.Command {
		return []chat.Command{Command(toolsOf(f))}
	},
	OnCard: func(f feature.Tools) []chat.Press {
		if !f.Choice.Offers("quiz") {
			return nil
		}
		return []chat.Press{card.PractiseButton.On(toolsOf(f).practiseStep)}
	},
	Posts: func(f feature.Tools) []outbox.Kind {
		kept := rows.Of(f.Store)
		return []outbox.Kind{
			&training.RacePosts{
				Store: kept, AnswerID: RaceAnswerID, SentAt: chat.SentAt,
				Compose: func(t training.RaceTurn) (outbox.Message, error) { return raceTurnPost(f.Boards, t) },
			},
			&training.DayPosts{Store: kept, PlayID: playID, Compose: sharedDayPost},
		}
	},
	Learn: []feature.HelpLine{{Command: "quiz", Says: "quiz.help"}},
	Club: func(func(permission int64) bool) feature.HelpLine {
		return feature.HelpLine{Command: "quiz", Says: "quiz.helpRace"}
	},
	Person: voice.Bullets{voice.Phrase("quiz.forgetYours")},
	Server: voice.Bullets{voice.Phrase("quiz.forgetRaces")},
	Stays:  "quiz.membersKeep",
	Forgotten: func(kind string, rows voice.Count) voice.Sentence {
		switch kind {
		case "quiz":
			return voice.Say("quiz.erased.quiz", voice.F{"Number": rows})
		case "races":
			return voice.Say("quiz.erased.races", voice.F{"Number": rows})
		}
		return nil
	},
	Part: rows.Part,
}

func toolsOf(f feature.Tools) Tools {
	return Tools{Boards: f.Boards, Store: rows.Of(f.Store), Draw: f.Draw, Now: f.Now}
}
