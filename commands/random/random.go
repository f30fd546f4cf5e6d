// Package random has /random: a position drawn by lot, by the computer or by hand, for one
// game or another, or set up by two players in turn.
package random

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"chess960bot/commands/card"
	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
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
	byHand := func(_ context.Context, _ *chat.Request, h handDraw) (*chat.Reply, error) {
		return h.guide(tools, chat.OwnPage)
	}
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
		Presses: slices.Concat(tools.jointPresses(), card.PairPresses(tools.Boards), []chat.Press{
			handButton.On(byHand), undoButton.On(byHand), showButton.On(showToEveryone(tools)), throwsButton.On(tools.showThrows),
			compareMethods.On(compare), howIsItDone.On(how),
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
		Name: (*drawing.Method).Name,
		Code: true,
	}
}

// A draw is the choices that people made for a drawn position.
type draw struct {
	display         card.Display
	excludeStandard bool
	by              *drawing.Method
}

// drawPosition answers /random for a draw of one position. The bot throws, or people
// have typed their throws, or the bot guides them through the draw.
func (o options) drawPosition(tools Tools, r *chat.Request) (*chat.Reply, error) {
	d := draw{card.DisplayOf(r), o.excludeStandard.Read(r), o.method.Read(r)}
	switch hands, throws := o.hands.Given(r), o.throws.Given(r); {
	case d.excludeStandard && d.by.ID != "computer":
		return nil, chat.Refuse(voice.Phrase("random.excludeByHand"), voice.Phrase("random.withoutExclude"))
	case hands && throws:
		return nil, chat.Refuse(voice.Phrase("random.throwsAndHands"), voice.Phrase("random.leaveOneOut"))
	case hands && d.by.ID == "computer":
		return nil, chat.Refuse(voice.Phrase("random.handsWithoutMethod"), voice.Phrase("random.addHands"))
	case hands:
		return handDraw{d.by.Start(), d.display}.guide(tools, chat.OnlyAsker)
	case throws:
		if d.by.ID == "computer" {
			return nil, chat.Refuse(voice.Phrase("random.throwsWithoutMethod"), voice.Phrase("random.addMethod"))
		}
		thrown, err := d.by.Read(o.throws.Read(r))
		if wrong, ok := err.(*drawing.ThrowError); ok {
			err = throwRefusal(wrong)
		}
		if err != nil {
			return nil, err
		}
		h := handDraw{thrown, d.display}
		return h.reply(tools, chat.AsAsked, h.toldBy("typed", r))
	}
	return d.reply(tools, tools.drawnFor(r), chat.AsAsked)
}

// reply draws a position and shows it: the computer draws an SP number, and other methods have random
// throws. The note says for whom and when.
func (d draw) reply(tools Tools, note drawn, audience chat.Audience) (*chat.Reply, error) {
	if d.by.ID == "computer" {
		return d.byComputer(tools, note, audience)
	}
	thrown, err := d.by.Draw(tools.Draw)
	if err != nil {
		return nil, fmt.Errorf("draw a position: %w", err)
	}
	p := thrown.Position()
	last := voice.Run{note.said(), voice.Say("random.methodUsed", voice.F{"Method": d.by.Name()}), fairness(d.by, p, false)}
	return handDraw{thrown, d.display}.reply(tools, audience, last, d.again(p))
}

// byComputer draws an SP number.
func (d draw) byComputer(tools Tools, note drawn, audience chat.Audience) (*chat.Reply, error) {
	p, err := d.position(tools.Draw)
	if err != nil {
		return nil, fmt.Errorf("draw a position: %w", err)
	}
	note.computer, note.number = d.excludeStandard || d.display.Explain == nil, p.SP()
	end := voice.Run{note.said()} // the steps of an explanation begin with the number, and leave no room
	switch {
	case d.excludeStandard:
		end = append(end, voice.Phrase("random.fairWithoutStandard"))
	case note.computer:
		end = append(end, fairness(d.by, p, false))
	}
	return card.Answer{
		Card:     card.Card{Position: p, Style: d.display.Style, Method: explain.Direct},
		Audience: audience, Explain: d.display.Explain, Play: tools.Play, First: []chat.Component{d.again(p)},
	}.Drawn(tools.Boards, nil, voice.Small(end))
}

func (d draw) again(drawn chess960.Position) chat.Component {
	return chat.Secondary(voice.Phrase("random.again"), again.ID(againButton{d, drawn}))
}

// An againButton is the custom id of “Draw again”: the drawn position, and how to draw.
//
//	again:SP number:view:theme:explanation or nothing:"no-518" or nothing:method
type againButton struct {
	draw    draw
	earlier chess960.Position
}

func (b *againButton) fields(f *chat.Fields) {
	card.PositionField(f, &b.earlier)
	b.draw.display.Fields(f)
	f.Flag(&b.draw.excludeStandard, "", "no-518")
	chat.OneOf(f, &b.draw.by, methods())
}

var again = chat.NewControl("again", (*againButton).fields)

func (tools Tools) drawAgain(_ context.Context, r *chat.Request, b againButton) (*chat.Reply, error) {
	return b.draw.reply(tools, tools.drawnAgain(r, voice.Raw(b.earlier.Name().String())), chat.AsPressed)
}

func (d draw) position(random func(n int) (int, error)) (chess960.Position, error) {
	n := chess960.Count
	if d.excludeStandard {
		n--
	}
	sp, err := random(n)
	if err != nil {
		return chess960.Position{}, err
	}
	if d.excludeStandard && sp >= card.Classical {
		sp++
	}
	return chess960.FromSP(sp)
}
