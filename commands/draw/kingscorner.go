package draw

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/drawing"
)

// drawKingsCorner answers /random game:kings-corner. It draws only set-ups with
// bishops on opposite colours, although the source allows more.
func drawKingsCorner(tools Tools, l card.Style, note string, audience chat.Audience) (*chat.Reply, error) {
	ranks := drawing.KingsCorner(true)
	n, err := tools.Draw(len(ranks))
	if err != nil {
		return nil, fmt.Errorf("draw a set-up: %w", err)
	}
	white, black := ranks[n], ranks[n]
	slices.Reverse(black[:])
	fen := strings.ToLower(black.String()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white.String() + " w - - 0 1"
	again := cornerButton{n, l}
	page := card.Layout{Boards: tools.Boards, Style: l, Audience: audience}
	page.Text(fmt.Sprintf("## King's Corner: %v\n%s\nWhite's king stands on h1. Black's side is White's turned by 180°: Black's king stands on a8.", white, note))
	page.Sides(white, black, "kings-corner-"+l.Side()+".png")
	page.Text(fmt.Sprintf("```\n%s\n```\nThe source says neither where bishops may stand nor whether anybody castles. That leaves 630 set-ups, 360 with bishops on opposite colours. This is one of the 360, each 1 in 360; its FEN has no castling. Agree on both before you play.", fen))
	page.Buttons([]chat.Component{
		chat.Button(discordgo.PrimaryButton, "Draw again", chat.WriteID("corner", again.fields)),
		chat.LinkButton("Open on lichess", "https://lichess.org/analysis/fromPosition/"+strings.ReplaceAll(fen, " ", "_")),
	})
	return page.Reply()
}

// A cornerButton is the custom id of “Draw again” under a set-up of King's Corner:
// corner:index of the set-up:view:theme.
type cornerButton struct {
	index int
	style card.Style
}

func (b *cornerButton) fields(f *chat.Fields) {
	f.Number(&b.index, 0, len(drawing.KingsCorner(true))-1)
	b.style.Fields(f)
}

// kingsCornerAgain answers “Draw again” under a set-up of King's Corner.
func kingsCornerAgain(tools Tools) chat.Handler {
	return func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
		var earlier cornerButton
		if err := chat.ReadID(r.CustomID, earlier.fields); err != nil {
			return nil, err
		}
		name := drawing.KingsCorner(true)[earlier.index].String()
		return drawKingsCorner(tools, earlier.style, drawnFor(tools, "Drawn again for "+chat.Mention(r.Asker), ", after "+chat.Link(r, name)), chat.AsPressed)
	}
}
