package card

import (
	"fmt"
	"math/big"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/render"
)

// A Pair is a position of double Chess960, and how to show it.
type Pair struct {
	Double   chess960.Double
	Style    Style
	Audience chat.Audience
}

// Reply shows the board, both numbers and both ways of numbering the pair.
func (p Pair) Reply(boards *render.Renderer, note string, first ...chat.Component) (*chat.Reply, error) {
	d := p.Double
	l := Layout{Boards: boards, Style: p.Style, Audience: p.Audience}
	lines := []string{fmt.Sprintf("## Double Chess960: SP-%d against SP-%d", d.White.SP(), d.Black.SP())}
	if note != "" {
		lines = append(lines, note)
	}
	lines = append(lines, fmt.Sprintf("White has SP %d · %v, Black has SP %d · %v.", d.White.SP(), d.White, d.Black.SP(), d.Black))
	if d.Black == d.White.Mirror() {
		lines = append(lines, "Black's side is White's turned by 180°, not mirrored.")
	}
	l.Text(strings.Join(lines, "\n"))
	l.Sides(rankOf(d.White), rankOf(d.Black), fmt.Sprintf("double-%03d-%03d-%s.png", d.White.SP(), d.Black.SP(), p.Style.Side()))
	l.Text(fmt.Sprintf("X-FEN, then Shredder-FEN:\n```\n%s\n%s\n```\nOne of %s pairs. White × 960 + Black, as in Stockfish's opening book: **%s**. Black × 960 + White, as in Viridithas and Stormphrax: **%s**.",
		d.XFEN(), d.ShredderFEN(), thousands(chess960.DoubleCount), thousands(d.WhiteFirst()), thousands(d.BlackFirst())))
	l.Buttons(append(first, chat.LinkButton("Open on lichess", LichessFEN(d.XFEN()))))
	return l.Reply()
}

func thousands(n int) string { return chat.Decimal(big.NewRat(int64(n), 1)) }

func rankOf(p chess960.Position) [8]chess960.Piece {
	var rank [8]chess960.Piece
	for f := range chess960.AllFiles.All() {
		rank[f] = p.Piece(f)
	}
	return rank
}

// Sides shows a board on which White and Black may start differently. Both ranks
// begin with the a-file.
func (l *Layout) Sides(white, black [8]chess960.Piece, fileName string) {
	png, err := l.Boards.Board(render.Board{Sides: render.Sides{White: white, Black: black}, Theme: l.Style.Theme, FromBlack: l.Style.FromBlack})
	l.Picture(chat.Picture{Name: fileName, Alt: sidesAlt(white, black, l.Style.FromBlack), PNG: png}, err)
}
