package card

import (
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/render"
	"chess960bot/voice"
)

// Pages show the private pages about a position.
type Pages struct {
	Boards *render.Renderer
	Play   bool // offer games on lichess
}

// A page is a private page about a position. Explore leads to every page, and every page
// leads back to Explore.
type page struct {
	control chat.Control[Card] // its name is the value in a menu too
	label   string
	about   string                                            // what the page is for, in a menu; "" for Explore
	show    func(c Card, l *Layout) (beside []chat.Component) // returns the buttons beside the one that leads back
	turns   []turn                                            // the page's own buttons and menus
}

// A turn changes the card before its page is shown again. chosen is the choice in a
// menu; "" for a button.
type turn struct {
	control chat.Control[Card]
	update  func(c *Card, chosen string) error
}

// pages returns the private pages, in the order of the menu.
func pages() []page {
	return []page{
		{explorePage, "Explore", "", Card.showBoard, []turn{{previous, moveBy(-1)}, {next, moveBy(+1)}}},
		{stepsPage, "Step by step", "How the number leads to the position, and back", Card.showSteps, []turn{{otherMethod, chooseMethod}, {otherDirection, turnDirection}}},
		{FENPage, "FEN and PGN", "For programs and game records", Card.showNotation, nil},
		{castlingPage, "Castling", "Which squares must be empty or not attacked", Card.showCastling, nil},
		{lookPage, "First look", "What to look for before the first move", Card.showFirstLook, nil},
		{factsPage, "More facts", "Bishops, knights, and how far the classical array is", Card.showFacts, nil},
		{fairPage, "Is it fair?", "What two engines say", Card.showFairness, nil},
	}
}

// pageOf returns the page whose control has a name. The page has no function show if the
// name is unknown.
func pageOf(name string) page {
	for _, p := range pages() {
		if p.control.Name() == name {
			return p
		}
	}
	return page{}
}

// reply shows a page to the person who pressed.
func (s Pages) reply(p page, c Card) (*chat.Reply, error) {
	l := Layout{Boards: s.Boards, Style: c.Style, Audience: chat.OwnPage, play: s.Play}
	if beside := p.show(c, &l); beside != nil {
		l.Buttons(append(beside, c.pageButton(explorePage)))
	}
	return l.Reply()
}

// showNotation shows the position in words, for people who listen, and in the notations for
// programs and game records.
func (c Card) showNotation(l *Layout) []chat.Component {
	p := c.Position
	l.Text(voice.Raw(Heading(p, nil)))
	l.Text(voice.Raw(fmt.Sprintf("White's first rank: %s.\n%s", explain.Spell(p.String()), undefended(p))))
	l.Text(voice.Raw(notations(p.XFEN(), p.ShredderFEN(), p.PGNTags())))
	return []chat.Component{c.Button(whose, "Whose number?"), LichessButton(p, false)}
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
func (c Card) showBoard(l *Layout) []chat.Component {
	lines := []string{"## " + Title(c.Position)}
	if c.Method.Scheme != chess960.Scharnagl {
		lines = append(lines, fmt.Sprintf("Previous and Next count by %s numbers.", c.Method.Scheme.Name))
	}
	l.Text(voice.Raw(strings.Join(lines, "\n")))
	l.Board(c.Position, "")
	l.Text(voice.Raw(c.Numbers()))
	l.Row(c.Button(previous, "Previous"), c.Button(next, "Next"), LichessButton(c.Position, l.play))
	l.Row(c.moreMenu())
	return nil
}
