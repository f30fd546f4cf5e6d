package draw

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/internal/voice"
)

// drawKingsCorner answers /random game:kings-corner. It draws only set-ups with
// bishops on opposite colours, although the source allows more.
func drawKingsCorner(tools Tools, style card.Style, note drawn, audience chat.Audience) (*chat.Reply, error) {
	n, err := tools.Draw(len(drawing.KingsCorner(true)))
	if err != nil {
		return nil, fmt.Errorf("draw a set-up: %w", err)
	}
	drawn := cornerButton{n, style}
	white, black := drawn.sides()
	l := card.Layout{Boards: tools.Boards, Style: style, Audience: audience}
	l.Text(voice.Lines{drawn.heading(), voice.Phrase("draw.cornerSides")})
	l.Sides(white, black, "kings-corner-"+style.Side()+".png")
	l.Text(voice.Lines{voice.Phrase("draw.cornerNumber"), voice.Small(voice.Run{note, voice.Phrase("draw.cornerFair")})})
	l.Buttons([]chat.Component{
		chat.Button(discordgo.SecondaryButton, voice.Phrase("draw.again"), cornerAgain.ID(drawn)),
		chat.Button(discordgo.SecondaryButton, voice.Phrase("draw.cornerFEN"), cornerFEN.ID(drawn)),
	})
	return l.Reply()
}

// cornerNotation shows the set-up in words and in the notations for programs, and what the
// source leaves open.
func cornerNotation(_ context.Context, _ *chat.Request, b cornerButton) (*chat.Reply, error) {
	white, black := b.sides()
	fen := strings.ToLower(black.String()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white.String() + " w - - 0 1"
	l := card.Layout{Style: b.style, Audience: chat.OwnPage}
	l.Text(voice.Lines{b.heading(), voice.Say("draw.cornerRanks", voice.F{
		"White": card.Spelled(white.String()), "Black": card.Spelled(black.String()),
	})})
	l.Text(voice.Raw(fmt.Sprintf("**FEN**\n```\n%s\n```\n**PGN**\n```\n[SetUp \"1\"]\n[FEN \"%s\"]\n```", fen, fen)))
	l.Text(voice.Phrase("draw.cornerRules"))
	board := "https://lichess.org/analysis/fromPosition/" + strings.ReplaceAll(fen, " ", "_")
	l.Buttons([]chat.Component{chat.LinkButton(voice.Phrase("draw.openOnLichess"), board)})
	return l.Reply()
}

// A cornerButton is the custom id of the buttons under a set-up of King's Corner:
// control:index of the set-up:view:theme.
type cornerButton struct {
	index int
	style card.Style
}

func (b *cornerButton) fields(f *chat.Fields) {
	f.Number(&b.index, 0, len(drawing.KingsCorner(true))-1)
	b.style.Fields(f)
}

var (
	cornerAgain = chat.NewControl("corner", (*cornerButton).fields)
	cornerFEN   = chat.NewControl("corner-fen", (*cornerButton).fields)
)

// sides returns the ranks of White and Black, both from the a-file.
func (b cornerButton) sides() (white, black drawing.Rank) {
	white = drawing.KingsCorner(true)[b.index]
	black = white
	slices.Reverse(black[:])
	return white, black
}

func (b cornerButton) heading() voice.Sentence {
	white, _ := b.sides()
	return voice.Heading(2, voice.Say("draw.cornerName", voice.F{"Rank": white}))
}

// drawCornerAgain answers “Draw again” under a set-up of King's Corner.
func (tools Tools) drawCornerAgain(_ context.Context, r *chat.Request, earlier cornerButton) (*chat.Reply, error) {
	return drawKingsCorner(tools, earlier.style,
		tools.drawnAgain(r, voice.Raw(drawing.KingsCorner(true)[earlier.index].String())), chat.AsPressed)
}
