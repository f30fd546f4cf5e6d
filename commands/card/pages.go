package card

import (
	"fmt"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// Pages show the private pages about a position.
type Pages struct {
	Boards *render.Renderer
	Play   bool // offer games on lichess
}

// A page is a private page about a position. More leads to every page, and every page
// leads back to More.
type page struct {
	control chat.Control[Card] // its name is the value in a menu too
	label   voice.Phrase
	about   voice.Phrase                                      // what the page is for, in a menu; "" for More
	show    func(c Card, l *Layout) (beside []chat.Component) // returns the buttons beside the one that leads back
	turns   []turn                                            // the page's own buttons and menus
}

// A turn changes the card before its page is shown again. chosen is the choice in a
// menu; "" for a button.
type turn struct {
	control chat.Control[Card]
	update  func(c *Card, chosen string) error
}

// The labels of pages that pairs have too.
const (
	fenAndPGN     voice.Phrase = "card.fenAndPGN"
	castlingLabel voice.Phrase = "card.castling"
)

// pages returns the private pages, in the order of the menu.
func pages() []page {
	return []page{
		{explorePage, "card.more", "", Card.showBoard, []turn{{previous, moveBy(-1)}, {next, moveBy(+1)}}},
		{stepsPage, "card.steps", "card.aboutSteps", Card.showSteps, []turn{{otherMethod, chooseMethod}, {otherDirection, turnDirection}}},
		{FENPage, fenAndPGN, "card.aboutFEN", Card.showNotation, nil},
		{castlingPage, castlingLabel, "card.aboutCastling", Card.showCastling, nil},
		{lookPage, "card.look", "card.aboutLook", Card.showFirstLook, nil},
		{factsPage, "card.facts", "card.aboutFacts", Card.showFacts, nil},
		{fairPage, "card.fair", "card.aboutFair", Card.showFairness, nil},
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
		l.Buttons(append(beside, c.PageButton(explorePage)))
	}
	return l.Reply()
}

// showNotation shows the position in words, for people who listen, and in the notations for
// programs and game records.
func (c Card) showNotation(l *Layout) []chat.Component {
	p := c.Position
	l.Text(Heading(p, nil))
	l.Text(voice.Lines{voice.Say("card.firstRank", voice.F{"Pieces": Spelled(p.String())}), undefendedPawns(p)})
	l.Text(voice.Raw(notations(p.XFEN(), p.ShredderFEN(), p.PGNTags())))
	return []chat.Component{c.Button(whose, isItRight), LichessButton(p, false)}
}

// notations shows a start in the notations for programs and game records.
func notations(xfen, shredderFEN, pgnTags string) string {
	return fmt.Sprintf("**X-FEN**\n```\n%s\n```\n**Shredder-FEN**\n```\n%s\n```\n**PGN**\n```\n%s```", xfen, shredderFEN, pgnTags)
}

// undefendedPawns names the files of the pawns that no piece defends at the start, if any.
func undefendedPawns(p chess960.Position) voice.Sentence {
	var files pawnFiles
	for f := range p.UndefendedPawns().All() {
		files = append(files, f)
	}
	if files == nil {
		return voice.Phrase("card.everyPawnDefended")
	}
	return voice.Say("card.pawnsUndefended", voice.F{"Files": files})
}

// pawnFiles choose the plural form.
type pawnFiles []chess960.File

// Count returns how many files there are.
func (f pawnFiles) Count() int { return len(f) }

// showBoard shows the board, with buttons for the positions before and after, and a menu of
// everything else.
func (c Card) showBoard(l *Layout) []chat.Component {
	lines := voice.Lines{voice.Heading(2, voice.Raw(Title(c.Position)))}
	if c.Method.Scheme != chess960.Scharnagl {
		lines = append(lines, voice.Say("card.countsBy", voice.F{"Scheme": voice.Raw(c.Method.Scheme.Name)}))
	}
	l.Text(lines)
	l.Board(c.Position, "")
	l.Text(voice.Raw(c.Numbers()))
	l.Row(c.Button(previous, voice.Phrase("card.previous")), c.Button(next, voice.Phrase("card.next")), LichessButton(c.Position, l.play))
	l.Row(c.moreMenu())
	return nil
}
