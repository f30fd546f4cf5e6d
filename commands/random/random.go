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

// A drawn says for whom and when a draw was made, and after which earlier one.
type drawn struct {
	Kind    drawnKind
	Person  voice.Raw // a mention
	On, At  voice.Moment
	Earlier voice.Sentence // the name of the earlier draw
	Link    voice.Raw      // to the earlier draw; "" if others cannot follow a link
	Number  int            // the SP number that the computer drew
}

// A drawnKind is first, again, computer or computerAgain.
type drawnKind string

// Sentence returns the kind.
func (d drawn) Sentence() string { return string(d.Kind) }

// byComputer names the SP number that the computer drew.
func (d drawn) byComputer(number int) drawn {
	d.Number, d.Kind = number, "computer"
	if d.Earlier != nil {
		d.Kind = "computerAgain"
	}
	return d
}

// drawnFor returns the sentence for a first draw.
func (tools Tools) drawnFor(r *chat.Request) drawn {
	at := tools.Now()
	return drawn{
		Kind: "first", Person: voice.Raw(chat.Mention(r.Asker)),
		On: voice.Moment{Time: at, Style: voice.ShortDate}, At: voice.Moment{Time: at, Style: voice.LongTime},
	}
}

// drawnAgain returns the sentence for a draw after an earlier one. The button that was pressed
// is in the message of the earlier draw.
func (tools Tools) drawnAgain(r *chat.Request, earlier voice.Sentence) drawn {
	d := tools.drawnFor(r)
	d.Kind, d.Earlier, d.Link = "again", earlier, voice.Raw(chat.PressedURL(r))
	return d
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
