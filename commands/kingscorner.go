package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
	"chess960bot/internal/drawing"
	"chess960bot/render"
)

// drawKingsCorner answers /random game:kings-corner. It draws only set-ups with
// bishops on opposite colours, although the source allows more.
func drawKingsCorner(tools Tools, l look, note string) (*Reply, error) {
	ranks := drawing.KingsCorner(true)
	n, err := tools.Draw(len(ranks))
	if err != nil {
		return nil, fmt.Errorf("draw a set-up: %w", err)
	}
	white, black := ranks[n], ranks[n]
	slices.Reverse(black[:])
	fen := strings.ToLower(black.String()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white.String() + " w - - 0 1"
	page := layout{boards: tools.Boards, look: l}
	page.text(fmt.Sprintf("## King's Corner: %v\n%s\nWhite's king stands on h1. Black's side is White's turned by 180°: Black's king stands on a8.", white, note))
	page.sides(white, black, "kings-corner-"+l.side()+".png")
	page.text(fmt.Sprintf("```\n%s\n```\nThe source says neither where bishops may stand nor whether anybody castles. That leaves 630 set-ups, 360 with bishops on opposite colours. This is one of the 360, each 1 in 360; its FEN has no castling. Agree on both before you play.", fen))
	page.buttons([]Component{
		button(discordgo.PrimaryButton, "Draw again", strings.Join([]string{"corner", strconv.Itoa(n), l.side(), l.theme.ID}, ":")),
		linkButton("Open on lichess", "https://lichess.org/analysis/fromPosition/"+strings.ReplaceAll(fen, " ", "_")),
	})
	return page.reply()
}

// kingsCornerAgain answers "Draw again" under a set-up of King's Corner. Its custom
// id is corner:number of the earlier set-up:view:theme.
func kingsCornerAgain(tools Tools) Handler {
	return func(_ context.Context, r *Request) (*Reply, error) {
		fields := strings.Split(r.CustomID, ":")
		if len(fields) != 4 {
			return nil, Foreign()
		}
		ranks := drawing.KingsCorner(true)
		n, err := strconv.Atoi(fields[1])
		l, lookErr := parseLook(fields[2], fields[3])
		if err != nil || n < 0 || n >= len(ranks) || lookErr != nil {
			return nil, Foreign()
		}
		reply, err := drawKingsCorner(tools, l, drawnFor(tools, "Drawn again for "+mention(r.Asker), ", after "+link(r, ranks[n].String())))
		return samePrivacy(r, reply, err)
	}
}

// sides shows a board on which White and Black may start differently. Both ranks
// begin with the a-file.
func (l *layout) sides(white, black [8]chess960.Piece, fileName string) {
	png, err := l.boards.Board(render.Board{Sides: render.Sides{White: white, Black: black}, Theme: l.look.theme, FromBlack: l.look.fromBlack})
	l.picture(Picture{Name: fileName, Alt: sidesAlt(white, black, l.look.fromBlack), PNG: png}, err)
}
