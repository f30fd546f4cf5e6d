package card

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/render"
	"chess960bot/voice"
)

// A Pair is a position of double Chess960, and how to show it.
type Pair struct {
	Double   chess960.Double
	Style    Style
	Audience chat.Audience
	Odds     string // how likely a draw was, after the name of the game; "" for none
}

// Fields are the fields of a pair in a custom id: white:black:view:theme.
func (p *Pair) Fields(f *chat.Fields) {
	PositionField(f, &p.Double.White)
	PositionField(f, &p.Double.Black)
	p.Style.Fields(f)
}

// Reply shows the board, and the numbers of both sides. Buttons lead to the private pages of
// the pair.
func (p Pair) Reply(boards *render.Renderer, note string, first ...chat.Component) (*chat.Reply, error) {
	d := p.Double
	l := Layout{Boards: boards, Style: p.Style, Audience: p.Audience}
	lines := []string{"## " + p.Name()}
	if note != "" {
		lines = append(lines, note)
	}
	if d.Black == d.White.Mirror() {
		lines = append(lines, "Black's side is White's turned by 180°, not mirrored.")
	}
	l.Text(voice.Raw(strings.Join(lines, "\n")))
	l.Sides(d.White.Rank(), d.Black.Rank(), fmt.Sprintf("double-%03d-%03d-%s.png", d.White.SP(), d.Black.SP(), p.Style.Side()))
	white, black := p.card(d.White), p.card(d.Black)
	l.Text(voice.Raw(fmt.Sprintf("White: %s\nBlack: %s\nDouble Chess960%s.", white.Numbers(), black.Numbers(), p.Odds)))
	l.Buttons(append(first,
		chat.Button(discordgo.SecondaryButton, voice.Raw("FEN and PGN"), pairFEN.ID(p)),
		chat.Button(discordgo.SecondaryButton, voice.Raw("Castling"), castlingOfPair.ID(pairCastling{Pair: p})),
	))
	return l.Reply()
}

// Name returns the names of both positions: "SP 518 against SP 534".
func (p Pair) Name() string {
	return p.Double.White.Name().String() + " against " + p.Double.Black.Name().String()
}

// card returns the card of one side's position.
func (p Pair) card(side chess960.Position) Card {
	return Card{Position: side, Style: p.Style, Method: explain.Direct}
}

var (
	pairFEN        = chat.NewControl("pair-fen", (*Pair).Fields)
	castlingOfPair = chat.NewControl("pair-castling", (*pairCastling).fields)
)

// PairPresses answer the buttons of pairs.
func PairPresses(boards *render.Renderer) []chat.Press {
	return []chat.Press{pairFEN.On(pressPairNotation), castlingOfPair.On(func(_ context.Context, _ *chat.Request, p pairCastling) (*chat.Reply, error) {
		return p.reply(boards)
	})}
}

// pressPairNotation shows the pair in the notations for programs, and both ways of numbering
// it. Buttons lead to the card of each side.
func pressPairNotation(_ context.Context, _ *chat.Request, p Pair) (*chat.Reply, error) {
	d := p.Double
	l := Layout{Style: p.Style, Audience: chat.OwnPage}
	l.Text(voice.Raw("## " + p.Name()))
	l.Text(voice.Raw(notations(d.XFEN(), d.ShredderFEN(), d.PGNTags())))
	l.Text(voice.Raw(fmt.Sprintf("One of %s pairs: **%s** by White × 960 + Black (Stockfish's book), **%s** by Black × 960 + White (Viridithas, Stormphrax).",
		thousands(chess960.DoubleCount), thousands(d.WhiteFirst()), thousands(d.BlackFirst()))))
	buttons := []chat.Component{p.card(d.White).Button(explorePage, d.White.Name().String())}
	if d.Black != d.White {
		buttons = append(buttons, p.card(d.Black).Button(explorePage, d.Black.Name().String()))
	}
	l.Buttons(append(buttons, chat.LinkButton(voice.Raw("Open on lichess"), LichessFEN(d.XFEN()))))
	return l.Reply()
}

// A pairCastling is the page with the castlings of one side of a pair:
// pair-castling:white:black:view:theme:side.
type pairCastling struct {
	Pair
	blacks bool // the castlings of Black
}

func (p *pairCastling) fields(f *chat.Fields) {
	p.Pair.Fields(f)
	f.Flag(&p.blacks, "white", "black")
}

func (p pairCastling) reply(boards *render.Renderer) (*chat.Reply, error) {
	position, side, other := p.Double.White, "White", "Black's castling"
	if p.blacks {
		position, side, other = p.Double.Black, "Black", "White's castling"
	}
	alone := aloneOf(position)
	if p.blacks {
		alone.Colour = castling.Black
	}
	l := Layout{Boards: boards, Style: p.Style, Audience: chat.OwnPage}
	l.CastlingSquares(fmt.Sprintf("%s has %s", side, position.Name().String()), alone, chess960.Chess960Castling, "The sides differ.")
	p.blacks = !p.blacks
	l.Buttons([]chat.Component{
		chat.Button(discordgo.SecondaryButton, voice.Raw(other), castlingOfPair.ID(p)),
		MannersButton(alone, chess960.Chess960Castling),
	})
	return l.Reply()
}

func thousands(n int) string { return chat.Decimal(big.NewRat(int64(n), 1)) }

// Sides shows a board on which White and Black may start differently. Both ranks
// begin with the a-file.
func (l *Layout) Sides(white, black [8]chess960.Piece, fileName string) {
	png, err := l.Boards.Board(render.Board{Sides: render.Sides{White: white, Black: black}, Theme: l.Style.Theme, FromBlack: l.Style.FromBlack})
	l.Picture(chat.Picture{Name: fileName, Alt: voice.Raw(sidesAlt(white, black, l.Style)), PNG: png}, err)
}
