package card

import (
	"context"
	"fmt"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// A Pair is a position of double Chess960, and how to show it.
type Pair struct {
	Double   chess960.Double
	Style    Style
	Audience chat.Audience
	Drawn    bool // say how likely the pair was
}

// Fields are the fields of a pair in a custom id: white:black:view:theme.
func (p *Pair) Fields(f *chat.Fields) {
	PositionField(f, &p.Double.White)
	PositionField(f, &p.Double.Black)
	p.Style.Fields(f)
}

// Reply shows the board, and the numbers of both sides. The note stands under the heading, and
// that of a draw is the last line. Buttons lead to the private pages of
// the pair.
func (p Pair) Reply(boards *render.Renderer, note voice.Sentence, first ...chat.Component) (*chat.Reply, error) {
	d := p.Double
	l := Layout{Boards: boards, Style: p.Style, Audience: p.Audience}
	lines, record := voice.Lines{voice.Heading(2, p.Name())}, voice.Small(note)
	if !p.Drawn {
		lines, record = append(lines, note), nil
	}
	if d.Black == d.White.Mirror() {
		lines = append(lines, voice.Phrase("card.turned"))
	}
	l.Text(lines)
	l.Sides(d.White.Rank(), d.Black.Rank(), fmt.Sprintf("double-%03d-%03d-%s.png", d.White.SP(), d.Black.SP(), p.Style.Side()))
	white, black := p.card(d.White), p.card(d.Black)
	game := voice.Phrase("card.double")
	if p.Drawn {
		game = "card.doubleDrawn"
	}
	l.Text(voice.Lines{
		voice.Say("card.numbersOf", voice.F{"Side": castling.White, "Numbers": voice.Raw(white.Numbers())}), voice.Say("card.numbersOf", voice.F{
			"Side": castling.Black, "Numbers": voice.Raw(black.Numbers()),
		}), game, record,
	})
	l.Buttons(append(first,
		chat.Secondary(fenAndPGN, pairFEN.ID(p)),
		chat.Secondary(castlingLabel, castlingOfPair.ID(pairCastling{Pair: p})),
	))
	return l.Reply()
}

// Name names both positions.
func (p Pair) Name() voice.Sentence {
	return voice.Say("card.against", voice.F{"White": p.Double.White.Name(), "Black": p.Double.Black.Name()})
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
	castling := func(_ context.Context, _ *chat.Request, p pairCastling) (*chat.Reply, error) { return p.reply(boards) }
	return []chat.Press{pairFEN.On(pressPairNotation), castlingOfPair.On(castling)}
}

// pressPairNotation shows the pair in the notations for programs, and both ways of numbering
// it. Buttons lead to the card of each side.
func pressPairNotation(_ context.Context, _ *chat.Request, p Pair) (*chat.Reply, error) {
	d := p.Double
	l := Layout{Style: p.Style, Audience: chat.OwnPage}
	l.Text(voice.Heading(2, p.Name()))
	l.Text(voice.Raw(notations(d.XFEN(), d.ShredderFEN(), d.PGNTags())))
	l.Text(voice.Say("card.pairNumbers", voice.F{
		"Count": voice.Grouped(chess960.DoubleCount), "WhiteFirst": voice.Grouped(d.WhiteFirst()), "BlackFirst": voice.Grouped(d.BlackFirst()),
	}))
	buttons := []chat.Component{p.card(d.White).Button(explorePage, voice.Raw(d.White.Name().String()))}
	if d.Black != d.White {
		buttons = append(buttons, p.card(d.Black).Button(explorePage, voice.Raw(d.Black.Name().String())))
	}
	l.Buttons(append(buttons, chat.LinkButton(voice.Phrase("card.openOnLichess"), LichessFEN(d.XFEN()))))
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
	position, side, other := p.Double.White, castling.White, voice.Phrase("card.blacksCastling")
	if p.blacks {
		position, side, other = p.Double.Black, castling.Black, "card.whitesCastling"
	}
	alone := aloneOf(position)
	alone.Colour = side
	l := Layout{Boards: boards, Style: p.Style, Audience: chat.OwnPage}
	l.CastlingSquares(voice.Say("card.sideHas", voice.F{
		"Side": side, "Name": position.Name(),
	}), alone, chess960.Chess960Castling, voice.Phrase("card.sidesDiffer"))
	p.blacks = !p.blacks
	l.Buttons([]chat.Component{
		chat.Secondary(other, castlingOfPair.ID(p)),
		MannersButton(alone, chess960.Chess960Castling),
	})
	return l.Reply()
}

// Sides shows a board on which White and Black may start differently. Both ranks
// begin with the a-file.
func (l *Layout) Sides(white, black [8]chess960.Piece, fileName string) {
	sides := render.Sides{White: white, Black: black}
	png, err := l.Boards.Board(render.Board{Sides: sides, Theme: l.Style.Theme, FromBlack: l.Style.FromBlack})
	l.Picture(chat.Picture{Name: fileName, Alt: sidesAlt(white, black, l.Style), PNG: png}, err)
}
