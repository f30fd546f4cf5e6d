package random

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// A game is a variant that /random can set up.
type game struct {
	id  string
	own []chat.Option // options of /random that belong only to this game
	run func(tools Tools, r *chat.Request) (*chat.Reply, error)
}

// games lists the choices of the option "game", the default first.
func (o options) games() chat.List[game] {
	return chat.List[game]{Code: true, ID: func(g game) string { return g.id }, All: []game{
		{"chess960", []chat.Option{o.method, o.throws, o.hands, o.excludeStandard, card.ExplainOption()}, o.drawPosition},
		{"double", nil, drawnGame(drawDouble)},
		{"kings-corner", nil, drawnGame(drawKingsCorner)},
		{"by-two", []chat.Option{o.opponent, o.all}, o.startJoint},
	}}
}

// chosenGame reads the option "game" and refuses options of other games.
func (o options) chosenGame(r *chat.Request) (game, error) {
	chosen := o.game.Read(r)
	for _, other := range o.games().All {
		for _, option := range other.own {
			if option.Given(r) && other.id != chosen.id {
				given, belongs := voice.Raw(option.Name()), voice.Raw(other.id)
				wrong := voice.Say("random.ofAnotherGame", voice.F{"Option": given, "Belongs": belongs, "Chosen": voice.Raw(chosen.id)})
				if !o.game.Given(r) {
					return game{}, chat.Refuse(wrong, voice.Say("random.addGame", voice.F{"Option": given, "Belongs": belongs}))
				}
				return game{}, chat.Refuse(wrong, voice.Phrase("random.leaveOneOut"))
			}
		}
	}
	return chosen, nil
}

// drawnGame returns the answer of /random for a game that needs no further choices.
func drawnGame(
	draw func(tools Tools, style card.Style, note drawn, audience chat.Audience) (*chat.Reply, error),
) func(Tools, *chat.Request) (*chat.Reply, error) {
	return func(tools Tools, r *chat.Request) (*chat.Reply, error) {
		return draw(tools, card.StyleOf(r), tools.drawnFor(r), chat.AsAsked)
	}
}

// drawDouble answers /random game:double.
func drawDouble(tools Tools, style card.Style, note drawn, audience chat.Audience) (*chat.Reply, error) {
	var sides [2]chess960.Position
	for i := range sides {
		var err error
		if sides[i], err = (draw{}).position(tools.Draw); err != nil {
			return nil, fmt.Errorf("draw a pair: %w", err)
		}
	}
	p := card.Pair{Double: chess960.Double{White: sides[0], Black: sides[1]}, Style: style, Audience: audience, Drawn: true}
	return p.Reply(tools.Boards, note.said(), chat.Secondary(voice.Phrase("random.again"), pairAgain.ID(p)))
}

// pairAgain is “Draw again” under a pair: double:white:black:view:theme.
var pairAgain = chat.NewControl("double", (*card.Pair).Fields)

func (tools Tools) drawPairAgain(_ context.Context, r *chat.Request, earlier card.Pair) (*chat.Reply, error) {
	return drawDouble(tools, earlier.Style, tools.drawnAgain(r, earlier.Name()), chat.AsPressed)
}

// drawKingsCorner answers /random game:kings-corner. It draws only set-ups with
// bishops on opposite colours, although the source allows more.
func drawKingsCorner(tools Tools, style card.Style, note drawn, audience chat.Audience) (*chat.Reply, error) {
	n, err := tools.Draw(len(drawing.KingsCorner()))
	if err != nil {
		return nil, fmt.Errorf("draw a set-up: %w", err)
	}
	drawn := cornerButton{n, style}
	white, black := drawn.sides()
	l := card.Layout{Boards: tools.Boards, Style: style, Audience: audience}
	l.Text(voice.Lines{drawn.heading(), voice.Phrase("random.cornerSides")})
	l.Sides(white, black, "kings-corner-"+style.Side()+".png")
	l.Text(voice.Lines{voice.Phrase("random.cornerNumber"), voice.Small(voice.Run{note.said(), voice.Phrase("random.cornerFair")})})
	l.Buttons([]chat.Component{
		chat.Secondary(voice.Phrase("random.again"), cornerAgain.ID(drawn)),
		chat.Secondary(voice.Phrase("random.cornerFEN"), cornerFEN.ID(drawn)),
	})
	return l.Reply()
}

// cornerNotation shows the set-up in words and in the notations for programs, and what the
// source leaves open.
func cornerNotation(_ context.Context, _ *chat.Request, b cornerButton) (*chat.Reply, error) {
	white, black := b.sides()
	fen := strings.ToLower(black.String()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white.String() + " w - - 0 1"
	l := card.Layout{Style: b.style, Audience: chat.OwnPage}
	l.Text(voice.Lines{b.heading(), voice.Say("random.cornerRanks", voice.F{
		"White": card.Spelled(white.String()), "Black": card.Spelled(black.String()),
	})})
	l.Text(voice.Raw(fmt.Sprintf("**FEN**\n```\n%s\n```\n**PGN**\n```\n[SetUp \"1\"]\n[FEN \"%s\"]\n```", fen, fen)))
	l.Text(voice.Phrase("random.cornerRules"))
	board := "https://lichess.org/analysis/fromPosition/" + strings.ReplaceAll(fen, " ", "_")
	l.Buttons([]chat.Component{chat.LinkButton(voice.Phrase("random.openOnLichess"), board)})
	return l.Reply()
}

// A cornerButton is the custom id of the buttons under a set-up of King's Corner:
// control:index of the set-up:view:theme.
type cornerButton struct {
	index int
	style card.Style
}

func (b *cornerButton) fields(f *chat.Fields) {
	f.Number(&b.index, 0, len(drawing.KingsCorner())-1)
	b.style.Fields(f)
}

var (
	cornerAgain = chat.NewControl("corner", (*cornerButton).fields)
	cornerFEN   = chat.NewControl("corner-fen", (*cornerButton).fields)
)

// sides returns the ranks of White and Black, both from the a-file.
func (b cornerButton) sides() (white, black drawing.Rank) {
	white = drawing.KingsCorner()[b.index]
	black = white
	slices.Reverse(black[:])
	return white, black
}

func (b cornerButton) heading() voice.Sentence {
	white, _ := b.sides()
	return voice.Heading(2, voice.Say("random.cornerName", voice.F{"Rank": white}))
}

// drawCornerAgain answers “Draw again” under a set-up of King's Corner.
func (tools Tools) drawCornerAgain(_ context.Context, r *chat.Request, earlier cornerButton) (*chat.Reply, error) {
	return drawKingsCorner(tools, earlier.style,
		tools.drawnAgain(r, voice.Raw(drawing.KingsCorner()[earlier.index].String())), chat.AsPressed)
}
