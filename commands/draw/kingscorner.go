package draw

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/drawing"
)

// drawKingsCorner answers /random game:kings-corner. It draws only set-ups with
// bishops on opposite colours, although the source allows more.
func drawKingsCorner(tools Tools, l card.Look, note string) (*chat.Reply, error) {
	ranks := drawing.KingsCorner(true)
	n, err := tools.Draw(len(ranks))
	if err != nil {
		return nil, fmt.Errorf("draw a set-up: %w", err)
	}
	white, black := ranks[n], ranks[n]
	slices.Reverse(black[:])
	fen := strings.ToLower(black.String()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white.String() + " w - - 0 1"
	page := card.Layout{Boards: tools.Boards, Look: l}
	page.Text(fmt.Sprintf("## King's Corner: %v\n%s\nWhite's king stands on h1. Black's side is White's turned by 180°: Black's king stands on a8.", white, note))
	page.Sides(white, black, "kings-corner-"+l.Side()+".png")
	page.Text(fmt.Sprintf("```\n%s\n```\nThe source says neither where bishops may stand nor whether anybody castles. That leaves 630 set-ups, 360 with bishops on opposite colours. This is one of the 360, each 1 in 360; its FEN has no castling. Agree on both before you play.", fen))
	page.Buttons([]chat.Component{
		chat.Button(discordgo.PrimaryButton, "Draw again", strings.Join([]string{"corner", strconv.Itoa(n), l.Side(), l.Theme.ID}, ":")),
		chat.LinkButton("Open on lichess", "https://lichess.org/analysis/fromPosition/"+strings.ReplaceAll(fen, " ", "_")),
	})
	return page.Reply()
}

// kingsCornerAgain answers "Draw again" under a set-up of King's Corner. Its custom
// id is corner:number of the earlier set-up:view:theme.
func kingsCornerAgain(tools Tools) chat.Handler {
	return func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
		fields := strings.Split(r.CustomID, ":")
		if len(fields) != 4 {
			return nil, chat.Foreign()
		}
		ranks := drawing.KingsCorner(true)
		n, err := strconv.Atoi(fields[1])
		l, lookErr := card.ParseLook(fields[2], fields[3])
		if err != nil || n < 0 || n >= len(ranks) || lookErr != nil {
			return nil, chat.Foreign()
		}
		reply, err := drawKingsCorner(tools, l, drawnFor(tools, "Drawn again for "+chat.Mention(r.Asker), ", after "+chat.Link(r, ranks[n].String())))
		return chat.SamePrivacy(r, reply, err)
	}
}
