package card

import (
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// Pages show the private pages about a position.
type Pages struct {
	Boards *render.Renderer
	Play   bool // offer games on lichess
}

// A page is a private page about a position. Explore leads to every page, and every page
// leads back to Explore.
type page struct {
	id, label string
	about     string // what the page is for, in a menu
	show      func(c Card, l *Layout)
	beside    func(c Card) []chat.Component // the buttons beside the one that leads back; nil for Explore
	turns     map[string]turn               // the page's own buttons and menus, by the first field of their custom ids
}

// A turn changes the card before its page is shown again. chosen is the choice in a
// menu; "" for a button.
type turn func(c *Card, chosen string) error

// pages returns the private pages, in the order of the menu.
func pages() []page {
	return []page{
		{"explore", "Explore", "", Card.showBoard, nil, map[string]turn{"previous": moveBy(-1), "next": moveBy(+1)}},
		{"steps", "Step by step", "How the number leads to the position, and back", Card.showSteps, Card.besideSteps, map[string]turn{"method": chooseMethod, "direction": otherDirection}},
		{"fen", "FEN and PGN", "For programs and game records", Card.showNotation, Card.besideNotation, nil},
		{"castling", "Castling", "Which squares must be empty or not attacked", Card.showCastling, Card.besideCastling, nil},
		{"look", "First look", "What to look for before the first move", Card.showFirstLook, Card.besideFirstLook, nil},
		{"facts", "More facts", "Bishops, knights, and how far the classical array is", Card.showFacts, Card.besideFacts, nil},
		{"fair", "Is it fair?", "What two engines say", Card.showFairness, Card.besideFairness, nil},
	}
}

// pageOf returns the page with an id. The page has no function show if the id is unknown.
func pageOf(id string) page {
	for _, p := range pages() {
		if p.id == id {
			return p
		}
	}
	return page{}
}

// reply shows a page to the person who pressed.
func (s Pages) reply(p page, c Card) (*chat.Reply, error) {
	l := Layout{Boards: s.Boards, Style: c.Style, Audience: chat.OwnPage, play: s.Play}
	p.show(c, &l)
	if p.beside != nil {
		l.Buttons(append(p.beside(c), c.pageButton("explore")))
	}
	return l.Reply()
}

func (c Card) besideSteps() []chat.Component {
	return []chat.Component{c.Button("whose", "Whose number?")}
}

func (c Card) besideNotation() []chat.Component {
	return []chat.Component{c.Button("whose", "Whose number?"), LichessButton(c.Position, false)}
}

func (c Card) besideCastling() []chat.Component {
	return []chat.Component{MannersButton(aloneOf(c.Position), chess960.Chess960Castling)}
}

func (c Card) besideFirstLook() []chat.Component {
	return []chat.Component{c.pageButton("facts"), c.pageButton("fair")}
}

func (c Card) besideFacts() []chat.Component {
	return []chat.Component{c.pageButton("look"), c.pageButton("fair")}
}

func (c Card) besideFairness() []chat.Component {
	return []chat.Component{c.pageButton("look"), c.pageButton("facts")}
}

// showNotation shows the position in words, for people who listen, and in the notations for
// programs and game records.
func (c Card) showNotation(l *Layout) {
	p := c.Position
	l.Text(Heading(p, nil))
	l.Text(fmt.Sprintf("White's first rank: %s.\n%s", explain.Spell(p.String()), undefended(p)))
	l.Text(notations(p.XFEN(), p.ShredderFEN(), p.PGNTags()))
}

// notations shows a start in the notations for programs and game records.
func notations(xfen, shredderFEN, pgnTags string) string {
	return fmt.Sprintf("**X-FEN**\n```\n%s\n```\n**Shredder-FEN**\n```\n%s\n```\n**PGN**\n```\n%s```", xfen, shredderFEN, pgnTags)
}

// undefended names the pawns that no piece defends at the start.
func undefended(p chess960.Position) string {
	switch files := p.UndefendedPawns(); files.Len() {
	case 0:
		return "Every pawn is defended at the start."
	case 1:
		return fmt.Sprintf("The %s-pawns are undefended at the start.", files)
	default:
		return fmt.Sprintf("The pawns on the files %s are undefended at the start.", files)
	}
}

// showBoard shows the board, with buttons for the positions before and after, and a menu of
// everything else.
func (c Card) showBoard(l *Layout) {
	lines := []string{"## " + Title(c.Position)}
	if c.Method.Scheme != chess960.Scharnagl {
		lines = append(lines, fmt.Sprintf("Previous and Next count by %s numbers.", c.Method.Scheme.Name))
	}
	l.Text(strings.Join(lines, "\n"))
	l.Board(c.Position, "")
	l.Text(c.Numbers())
	l.Row(c.Button("previous", "Previous"), c.Button("next", "Next"), LichessButton(c.Position, l.play))
	l.Row(c.moreMenu())
}
