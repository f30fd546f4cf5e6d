package draw

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/internal/chess960/explain"
	"chess960bot/voice"
)

// drawKingsCorner answers /random game:kings-corner. It draws only set-ups with
// bishops on opposite colours, although the source allows more.
func drawKingsCorner(tools Tools, l card.Style, note string, audience chat.Audience) (*chat.Reply, error) {
	n, err := tools.Draw(len(drawing.KingsCorner(true)))
	if err != nil {
		return nil, fmt.Errorf("draw a set-up: %w", err)
	}
	drawn := cornerButton{n, l}
	white, black := drawn.sides()
	page := card.Layout{Boards: tools.Boards, Style: l, Audience: audience}
	page.Text(voice.Raw(fmt.Sprintf("%s\n%s\nBlack's side is White's turned by 180°: Black's king stands on a8.", drawn.heading(), note)))
	page.Sides(white, black, "kings-corner-"+l.Side()+".png")
	page.Text(voice.Raw("No SP number: no king between the rooks.\nExactly fair: every set-up 1 in 360."))
	page.Buttons([]chat.Component{
		chat.Button(discordgo.PrimaryButton, voice.Raw("Draw again"), cornerAgain.ID(drawn)),
		chat.Button(discordgo.SecondaryButton, voice.Raw("FEN and rules"), cornerFEN.ID(drawn)),
	})
	return page.Reply()
}

// cornerNotation shows the set-up in words and in the notations for programs, and what the
// source leaves open.
func cornerNotation(_ context.Context, _ *chat.Request, b cornerButton) (*chat.Reply, error) {
	white, black := b.sides()
	fen := strings.ToLower(black.String()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white.String() + " w - - 0 1"
	l := card.Layout{Style: b.style, Audience: chat.OwnPage}
	l.Text(voice.Raw(fmt.Sprintf("%s\nWhite: %s.\nBlack: %s.", b.heading(), explain.Spell(white.String()), explain.Spell(black.String()))))
	l.Text(voice.Raw(fmt.Sprintf("**FEN**\n```\n%s\n```\n**PGN**\n```\n[SetUp \"1\"]\n[FEN \"%s\"]\n```", fen, fen)))
	l.Text(voice.Raw("The source says neither where bishops may stand nor whether anybody castles. That leaves 630 set-ups, 360 with bishops on opposite colours: this is one of the 360. The FEN has no castling. Agree on both before you play."))
	l.Buttons([]chat.Component{chat.LinkButton(voice.Raw("Open on lichess"), "https://lichess.org/analysis/fromPosition/"+strings.ReplaceAll(fen, " ", "_"))})
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

func (b cornerButton) heading() string {
	white, _ := b.sides()
	return fmt.Sprintf("## King's Corner · %v", white)
}

// drawCornerAgain answers “Draw again” under a set-up of King's Corner.
func (tools Tools) drawCornerAgain(_ context.Context, r *chat.Request, earlier cornerButton) (*chat.Reply, error) {
	name := drawing.KingsCorner(true)[earlier.index].String()
	return drawKingsCorner(tools, earlier.style, drawnAgain(tools, r, name), chat.AsPressed)
}
