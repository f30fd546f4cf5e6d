package card

import (
	"context"
	"strings"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// showCastling shows how the position castles by Chess960's rules.
func (c Card) showCastling(l *Layout) []chat.Component {
	l.Castlings(c.Position, c.Position, chess960.Chess960Castling)
	return []chat.Component{MannersButton(aloneOf(c.Position), chess960.Chess960Castling)}
}

// CastlingButtons returns the buttons under the castlings of the card's position: how to
// carry them out, and More.
func (c Card) CastlingButtons(rules *chess960.CastlingRules) []chat.Component {
	return []chat.Component{MannersButton(aloneOf(c.Position), rules), c.PageButton(explorePage)}
}

// Castlings shows castling to both sides, for White and Black together if they start
// from the same position.
func (l *Layout) Castlings(p, black chess960.Position, rules *chess960.CastlingRules, notes ...voice.Sentence) {
	whose := voice.Phrase("card.blackCastlesToo")
	if black != p {
		whose = "card.whiteCastles"
	}
	l.shows(p)
	l.CastlingSquares(voice.Raw(Title(p)), aloneOf(p), rules, append([]voice.Sentence{whose}, notes...)...)
}

// aloneOf returns White's king and rooks.
func aloneOf(p chess960.Position) castling.Alone {
	return castling.Alone{King: p.Files(chess960.King).On(1)[0].File(), Rooks: p.Files(chess960.Rook)}
}

// CastlingSquares shows a king and its rooks on a strip, and each castling on one. The notes
// stand under the heading.
func (l *Layout) CastlingSquares(name voice.Sentence, a castling.Alone, rules *chess960.CastlingRules, notes ...voice.Sentence) {
	var smaller voice.Lines
	for _, note := range notes[1:] {
		smaller = append(smaller, voice.Small(note))
	}
	l.Text(voice.Lines{
		voice.Heading(3, voice.Say("card.castlingOf", voice.F{"Name": name})),
		voice.Small(voice.Run{CastlingBy{Rules: voice.Raw(rules.Name)}, notes[0], voice.Phrase("card.castlingMarks")}),
		smaller,
	})
	for _, side := range chess960.CastlingSides() {
		c, ok := a.Castling(side, rules)
		if !ok {
			continue
		}
		on := func(p chess960.Piece, files chess960.Files) men {
			return men{Piece: castling.PieceOf(a.Colour, p), Squares: files.On(a.Colour.Square(0).Rank())}
		}
		before := voice.And{on(chess960.King, chess960.FilesOf(a.King)), on(chess960.Rook, a.Rooks)}
		alt := voice.Run{voice.Say("card.beforeCastling", voice.F{"Men": before}), explain.CastlingPicture(c, a.Colour)}
		l.Diagram(strings.ToLower(side.String())+".png", alt, castlingDiagram(a, c))
		l.Text(voice.Run(append(explain.CastlingRule(c, a.Colour), explain.CastlingNotes(c, a.Colour)...)))
	}
}

// A CastlingBy names the rules.
type CastlingBy struct {
	voice.Facts
	Rules voice.Raw
}

// castlingDiagram shows a king and its rooks before a castling, and below where king and rook
// stand then. Squares that must be empty have a frame, and squares that must not be attacked a
// shield.
func castlingDiagram(a castling.Alone, c chess960.Castling) render.Diagram {
	king, rook := byte(castling.PieceOf(a.Colour, chess960.King)), byte(castling.PieceOf(a.Colour, chess960.Rook))
	d := render.Diagram{Rank: a.Colour.Square(0).Rank()}
	d.Men[a.Colour.Square(a.King)] = king
	for f := range a.Rooks.All() {
		d.Men[a.Colour.Square(f)] = rook
	}
	for f := range c.MustBeEmpty().All() {
		d.Marked = append(d.Marked, int(a.Colour.Square(f)))
	}
	for _, f := range c.MustNotBeAttacked() {
		d.Shielded = append(d.Shielded, int(a.Colour.Square(f)))
	}
	for f := range (a.Rooks&^chess960.FilesOf(c.Rook.From) | chess960.FilesOf(c.Rook.To)).All() {
		d.Then[f] = rook
	}
	d.Then[c.King.To] = king
	return d
}

// CastlingArrow returns the arrow of the king, or that of the rook if the king stays.
func CastlingArrow(c chess960.Castling, player castling.Colour) render.Arrow {
	way, kind := c.King, render.KingArrow
	if way.Stays() {
		way, kind = c.Rook, render.RookArrow
	}
	return render.Arrow{From: int(player.Square(way.From)), To: int(player.Square(way.To)), Kind: kind}
}

// manners are the fields of the button "How to castle": rules:king and rooks.
type manners struct {
	rules *chess960.CastlingRules
	alone castling.Alone
}

func (m *manners) fields(f *chat.Fields) {
	chat.OneOf(f, &m.rules, CastlingRules())
	chat.Parsed(f, &m.alone, castling.Alone.String, castling.ParseAlone)
}

var mannersButton = chat.NewControl("manners", (*manners).fields)

// MannersButton returns the button "How to castle" for a king and its rooks.
func MannersButton(a castling.Alone, rules *chess960.CastlingRules) chat.Component {
	return chat.Secondary(explain.HowToCastleTitle, mannersButton.ID(manners{rules, a}))
}

// mannersPage are the buttons to a page of How to castle: rules:king and rooks:board, surprises
// or screen.
var mannersPage = chat.NewControl("manners-page", (*pageOfManners).fields)

type pageOfManners struct {
	manners
	page explain.Note // its label
}

func (m *pageOfManners) fields(f *chat.Fields) {
	m.manners.fields(f)
	chat.OneOf(f, &m.page, chat.List[explain.Note]{
		All: []explain.Note{explain.AtTheBoard, explain.Surprising, explain.OnAScreen},
		ID: func(page explain.Note) string {
			return map[explain.Note]string{explain.AtTheBoard: "board", explain.Surprising: "surprises", explain.OnAScreen: "screen"}[page]
		},
	})
}

// pressManners shows how to carry the castlings out at the board, to the person who pressed.
// The page with the squares stays.
func pressManners(_ context.Context, _ *chat.Request, m manners) (*chat.Reply, error) {
	return pageOfManners{m, explain.AtTheBoard}.reply(chat.OnlyAsker), nil
}

func turnManners(_ context.Context, _ *chat.Request, m pageOfManners) (*chat.Reply, error) {
	return m.reply(chat.OwnPage), nil
}

// reply shows one of the pages. The page for a screen is only for Chess960's rules.
func (m pageOfManners) reply(audience chat.Audience) *chat.Reply {
	var castlings []chess960.Castling
	var surprises voice.Lines
	for _, side := range chess960.CastlingSides() {
		if c, ok := m.alone.Castling(side, m.rules); ok {
			castlings = append(castlings, c)
			if said := explain.Surprises(c, m.alone.Colour, m.rules); said != nil {
				surprises = append(surprises, voice.Bold(voice.Raw(side.String())), voice.Bullets(said))
			}
		}
	}
	var screen voice.Lines
	if m.rules == chess960.Chess960Castling {
		screen = voice.Lines{voice.Bullets(explain.CastleOnAScreen(castlings, m.alone.Colour))}
	}
	var shown voice.Lines
	var buttons []chat.Component
	for _, page := range []struct {
		label explain.Note
		text  voice.Lines
	}{
		{explain.AtTheBoard, voice.Lines{explain.CastlingConditions, explain.ByFIDE, voice.Bullets(explain.HowToCastle(castlings, m.alone.Colour, m.rules))}},
		{explain.Surprising, surprises},
		{explain.OnAScreen, screen},
	} {
		if page.label == m.page {
			shown = page.text
		} else if page.text != nil {
			buttons = append(buttons, chat.Secondary(page.label, mannersPage.ID(pageOfManners{m.manners, page.label})))
		}
	}
	return Page(audience, voice.Lines{voice.Heading(3, explain.HowToCastleTitle), shown}, chat.Row(buttons...))
}

// CastlingRules lists the rules of castling, Chess960's first.
func CastlingRules() chat.List[*chess960.CastlingRules] {
	return chat.List[*chess960.CastlingRules]{
		All:  chess960.AllCastlingRules(),
		ID:   func(r *chess960.CastlingRules) string { return r.ID },
		Name: func(r *chess960.CastlingRules) voice.Sentence { return voice.Raw(r.Name) },
	}
}
