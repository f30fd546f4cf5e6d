// Package commands lists the bot's commands. Those about one subject share a package
// below this one; /help, /about and /forget are here.
//
// To add a command, write a constructor in the package of its subject and add it to
// [All]. The bot then registers and dispatches the command, the playground shows a form
// for it, and the tests run its Example.
package commands

import (
	"crypto/rand"
	"math/big"
	"net/url"
	"time"

	"chess960bot/commands/dailies"
	"chess960bot/commands/draw"
	"chess960bot/commands/event"
	"chess960bot/commands/language"
	"chess960bot/commands/number"
	"chess960bot/commands/play"
	"chess960bot/commands/quizzes"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/events"
	"chess960bot/internal/club/privacy"
	"chess960bot/internal/service/languages"
	"chess960bot/internal/service/lichess"
	"chess960bot/render"
	"chess960bot/render/paper"
)

// Tools are what commands work with. Boards and Store are required. Draw and Now have
// defaults.
type Tools struct {
	Boards  *render.Renderer
	Store   Store
	Lichess *lichess.Client // nil if no games are opened
	// Languages are those that servers have set; by default those of the Store.
	Languages *languages.Servers
	Support   *url.URL // where people get help with this bot; nil for nowhere
	// Draw returns a uniform random number from 0 to n-1; by default from
	// crypto/rand.
	Draw func(n int) (int, error)
	// Now is the clock; by default time.Now.
	Now func() time.Time
}

// A Store keeps what people set, begin and answer.
type Store interface {
	daily.Store
	events.Store
	quizzes.Store
	privacy.Store
	languages.Store
}

// All returns every command, in the order in which help and README list them.
func All(tools Tools) []chat.Command {
	if tools.Draw == nil {
		tools.Draw = DrawSecurely
	}
	if tools.Now == nil {
		tools.Now = time.Now
	}
	if tools.Languages == nil {
		tools.Languages = languages.New(tools.Store)
	}
	games, onLichess := tools.Lichess != nil, play.Tools{Lichess: tools.Lichess, Now: tools.Now}
	day := dailies.Tools{Boards: tools.Boards, Store: tools.Store, Now: tools.Now, Languages: tools.Languages, Play: games}
	sp := number.SP(tools.Boards, games)
	sp.Presses = append(sp.Presses, play.Presses(onLichess)...)
	heavy := chat.NewHeavyWork()
	evening := event.Tools{Boards: tools.Boards, Store: tools.Store, Dailies: tools.Store, Heavy: heavy, Press: paper.NewPress(), Draw: tools.Draw, Now: tools.Now, Play: onLichess, Languages: tools.Languages}
	files := number.NewFiles(heavy, evening.Drawn)
	all := []chat.Command{
		sp,
		draw.Random(draw.Tools{Boards: tools.Boards, Draw: tools.Draw, Now: tools.Now, Play: games}),
		number.Encode(tools.Boards, files),
		number.Fritz(tools.Boards),
		dailies.Daily(day),
		dailies.Posts(day),
		number.Castle(tools.Boards),
		number.Find(heavy),
		event.Command(evening),
		event.Round(evening),
		event.Standings(evening),
		quizzes.Command(quizzes.Tools{Boards: tools.Boards, Store: tools.Store, Draw: tools.Draw, Now: tools.Now}),
		number.Table(),
		about(tools.Support),
		language.Command(tools.Languages),
		forget(tools.Store, tools.Languages),
	}
	for i, c := range all {
		all[i] = language.Note(tools.Languages, c)
	}
	return append(all, help(all, tools.Support), number.ExplainThis(tools.Boards, files), number.CastleHere(tools.Boards, files))
}

// DrawSecurely draws a number with crypto/rand. All numbers are equally likely.
func DrawSecurely(n int) (int, error) {
	drawn, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		return 0, err
	}
	return int(drawn.Int64()), nil
}
