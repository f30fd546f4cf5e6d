// Package commands lists the bot's commands. Those about one subject share a package
// below this one; /help, /about and /forget are here.
//
// To add a command, write a constructor in the package of its subject and add it to
// [All]. The bot then registers and dispatches the command, the playground shows a form
// for it, and the tests run its Example.
package commands

import (
	"crypto/rand"
	"maps"
	"math/big"
	"time"

	"chess960bot/chat"
	"chess960bot/commands/dailies"
	"chess960bot/commands/draw"
	"chess960bot/commands/event"
	"chess960bot/commands/number"
	"chess960bot/commands/play"
	"chess960bot/commands/quizzes"
	"chess960bot/internal/daily"
	"chess960bot/internal/events"
	"chess960bot/internal/lichess"
	"chess960bot/internal/paper"
	"chess960bot/internal/privacy"
	"chess960bot/internal/quiz"
	"chess960bot/internal/quiz/day"
	"chess960bot/internal/quiz/race"
	"chess960bot/render"
)

// Tools are what commands work with. Boards is required, Dailies is for /daily and
// /daily-posts, Events is for /event and /round, Quiz is for /quiz, and Privacy is for
// /forget. Draw and Now have defaults.
type Tools struct {
	Boards  *render.Renderer
	Dailies daily.Store
	Events  events.Store
	Quiz    quiz.Store
	Lichess *lichess.Client // nil if no games are opened
	Races   race.Store
	Days    day.Store
	Privacy privacy.Store
	// Draw returns a uniform random number from 0 to n-1; by default from
	// crypto/rand.
	Draw func(n int) (int, error)
	// Now is the clock; by default time.Now.
	Now func() time.Time
}

// All returns every command, in the order in which help and README list them.
func All(tools Tools) []chat.Command {
	if tools.Draw == nil {
		tools.Draw = drawSecurely
	}
	if tools.Now == nil {
		tools.Now = time.Now
	}
	games, onLichess := tools.Lichess != nil, play.Tools{Lichess: tools.Lichess, Now: tools.Now}
	day := dailies.Tools{Boards: tools.Boards, Store: tools.Dailies, Now: tools.Now, Play: games}
	sp := number.SP(tools.Boards, games)
	maps.Copy(sp.Buttons, play.Buttons(onLichess))
	evening := event.Tools{Boards: tools.Boards, Store: tools.Events, Heavy: chat.NewHeavyWork(), Press: paper.NewPress(), Draw: tools.Draw, Now: tools.Now, Play: onLichess}
	all := []chat.Command{
		sp,
		draw.Random(draw.Tools{Boards: tools.Boards, Draw: tools.Draw, Now: tools.Now, Play: games}),
		number.Encode(tools.Boards),
		number.Fritz(tools.Boards),
		dailies.Daily(day),
		dailies.Posts(day),
		number.Castle(tools.Boards),
		number.Find(),
		event.Command(evening),
		event.Round(evening),
		quizzes.Command(quizzes.Tools{Boards: tools.Boards, Store: tools.Quiz, Races: tools.Races, Days: tools.Days, Draw: tools.Draw, Now: tools.Now}),
		number.Table(),
		about(),
		forget(tools.Privacy),
		help(),
		number.ExplainThis(tools.Boards),
	}
	translate(all)
	return all
}

// drawSecurely draws a number with crypto/rand. All numbers are equally likely.
func drawSecurely(n int) (int, error) {
	drawn, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		return 0, err
	}
	return int(drawn.Int64()), nil
}
