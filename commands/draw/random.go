// Package draw has /random: a position drawn by lot, by the computer or by hand, for one
// game or another, or set up by two players in turn.
package draw

import (
	"context"
	"slices"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/drawing"
)

// longestThrows is the largest number of characters of the option "throws": a throw takes
// a word or two.
const longestThrows = 20 * drawing.MostThrows

// Random answers /random: a position drawn for everyone to see. The answer says when
// and for whom the position was drawn, by which method, and how fair that method is.
func Random(tools Tools) chat.Command {
	o := newOptions()
	return chat.Command{
		Name:    "random",
		Options: card.Options(o.method, o.throws, o.hands, o.excludeStandard, o.game, o.opponent, o.all),
		Example: "/random",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			g, err := o.chosenGame(r)
			if err != nil {
				return nil, err
			}
			return g.run(tools, r)
		},
		Presses: slices.Concat(tools.handPresses(), tools.jointPresses(), card.PairPresses(tools.Boards), []chat.Press{
			again.On(tools.drawAgain), pairAgain.On(tools.drawPairAgain),
			cornerAgain.On(tools.drawCornerAgain), cornerFEN.On(cornerNotation),
		}),
	}
}

// options are the options of /random alone.
type options struct {
	method          chat.OptionOf[*drawing.Method]
	throws, hands   chat.OptionOf[string]
	excludeStandard chat.OptionOf[bool]
	game            chat.OptionOf[game]
	opponent        chat.OptionOf[chat.User]
	all             chat.OptionOf[bool]
}

func newOptions() options {
	mine := chat.List[string]{All: []string{"mine"}, ID: strings.Clone, Code: true} // without it the bot throws
	o := options{
		method:          methods().Option("method"),
		throws:          chat.TextOption("throws").UpTo(longestThrows),
		hands:           mine.Option("hands").Or(""),
		excludeStandard: chat.BoolOption("exclude_standard"),
		opponent:        chat.UserOption("opponent"),
		all:             chat.BoolOption("all"),
	}
	o.game = o.games().Option("game")
	return o
}
