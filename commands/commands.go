// Package commands lists the bot's commands. Those about one subject share a package
// below this one; /help, /about and /forget are here.
//
// To add a command, write a constructor in the package of its subject. Add it to [All], and
// its name to core or to those of a feature. The bot then registers and dispatches the
// command, the playground shows a form for it, and the tests run its Example.
package commands

import (
	"crypto/rand"
	"math/big"
	"net/url"
	"time"

	"chess960bot/commands/castle"
	"chess960bot/commands/daily"
	"chess960bot/commands/find"
	"chess960bot/commands/language"
	"chess960bot/commands/number"
	"chess960bot/commands/play/lichess"
	"chess960bot/commands/random"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/languages"
	"chess960bot/render"
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
	Choice    Choice   // of the commands; the zero value for all
	// Draw returns a uniform random number from 0 to n-1; by default from
	// crypto/rand.
	Draw func(n int) (int, error)
	// Now is the clock; by default time.Now.
	Now func() time.Time

	heavy *chat.HeavyWork // shared by all commands
}

// All returns every command, in the order in which help and README list them. Those that the
// Choice leaves out are hidden.
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
	tools.heavy = chat.NewHeavyWork()
	day := daily.Tools{Boards: tools.Boards, Store: tools.Store, Now: tools.Now, Languages: tools.Languages, Play: tools.Plays()}
	sp := number.SP(tools.Boards, tools.Plays())
	var ofFeatures []chat.Command
	for _, f := range features {
		if f.commands != nil {
			ofFeatures = append(ofFeatures, f.commands(tools)...)
		}
		if f.cards != nil {
			sp.Presses = append(sp.Presses, f.cards(tools)...)
		}
	}
	files, drawn := reading.NewFiles(tools.heavy), drawn(tools)
	all := []chat.Command{
		sp,
		random.Random(random.Tools{Boards: tools.Boards, Draw: tools.Draw, Now: tools.Now, Play: tools.Plays()}),
		number.Encode(tools.Boards, files, drawn),
		number.Fritz(tools.Boards),
		daily.Daily(day),
		daily.Posts(day),
		castle.Castle(tools.Boards),
		find.Find(tools.heavy),
	}
	all = append(append(all, ofFeatures...),
		find.Table(),
		about(tools.Support, tools.Choice),
		language.Command(tools.Languages),
		forget(tools.Store, tools.Languages, tools.Choice),
	)
	for i, c := range all {
		all[i] = language.Note(tools.Languages, c)
	}
	all = append(all, help(all, tools.Support, tools.Choice), number.ExplainThis(tools.Boards, files, drawn), castle.CastleHere(tools.Boards, files))
	for i := range all {
		all[i].Heavy = tools.heavy
	}
	return tools.Choice.hide(all)
}

// DrawSecurely draws a number with crypto/rand. All numbers are equally likely.
func DrawSecurely(n int) (int, error) {
	drawn, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		return 0, err
	}
	return int(drawn.Int64()), nil
}
