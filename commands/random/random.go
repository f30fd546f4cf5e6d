// Package draw has /random: a position drawn by lot, by the computer or by hand, for one
// game or another, or set up by two players in turn.
package random

import (
	"context"
	"slices"
	"strings"
	"time"

	"chess960bot/commands/card"
	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/render"
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

// Tools are what /random works with.
type Tools struct {
	Boards *render.Renderer
	Draw   func(n int) (int, error) // returns a uniform random number from 0 to n-1
	Now    func() time.Time         // the clock
	Play   bool                     // offer games on lichess
}

// A drawn is for whom and when a draw was made, and after which earlier one.
type drawn struct {
	person   string
	at       time.Time
	earlier  voice.Sentence // the name of the earlier draw; nil for none
	link     string         // to the earlier draw; "" if others cannot follow a link
	computer bool           // drew the SP number below
	number   int
}

// said says who drew when.
func (d drawn) said() voice.Sentence {
	kind := "first"
	switch {
	case d.computer && d.earlier != nil:
		kind = "computerAgain"
	case d.computer:
		kind = "computer"
	case d.earlier != nil:
		kind = "again"
	}
	return voice.Say("random.drawn."+kind, voice.F{
		"Person": voice.Raw(chat.Mention(d.person)), "On": voice.Moment{Time: d.at, Style: voice.ShortDate},
		"At": voice.Moment{Time: d.at, Style: voice.LongTime}, "Earlier": d.earlier, "Link": voice.Raw(d.link), "Number": d.number,
	})
}

// drawnFor is about a first draw.
func (tools Tools) drawnFor(r *chat.Request) drawn { return drawn{person: r.Asker, at: tools.Now()} }

// drawnAgain is about a draw after an earlier one. The button that was pressed
// is in the message of the earlier draw.
func (tools Tools) drawnAgain(r *chat.Request, earlier voice.Sentence) drawn {
	return drawn{person: r.Asker, at: tools.Now(), earlier: earlier, link: chat.PressedURL(r)}
}

// methods lists the ways of drawing, the default first.
func methods() chat.List[*drawing.Method] {
	return chat.List[*drawing.Method]{
		All:  drawing.Methods(),
		ID:   func(m *drawing.Method) string { return string(m.ID) },
		Name: func(m *drawing.Method) voice.Sentence { return m.Name() },
		Code: true,
	}
}
