package card

import (
	"fmt"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// A page is a private page about a position. Every card has a button for each
// page.
type page struct {
	id, label string
	show      func(c Card, l *Layout)
	turns     map[string]turn // the page's own buttons and menus, by the first field of their custom ids
	inner     bool            // behind Explore: public answers and the other pages do not lead there
}

// A turn changes the card before its page is shown again. chosen is the choice in a
// menu; "" for a button.
type turn func(c *Card, chosen string) error

// pages returns the private pages, in the order of their buttons.
func pages() []page {
	return []page{
		{"steps", "Step by step", Card.showSteps, map[string]turn{"method": chooseMethod, "direction": otherDirection}, false},
		{"fen", "FEN and PGN", Card.showNotation, nil, false},
		{"castling", "Castling", Card.showCastling, nil, false},
		{"explore", "Explore", Card.showBoard, map[string]turn{
			"previous": moveBy(-1), "next": moveBy(+1), "mirror": toMirror, "view": otherView, "theme": chooseTheme,
		}, false},
		{"look", "First look", Card.showFirstLook, nil, true},
		{"fair", "Is it fair?", Card.showFairness, nil, true},
	}
}

// pageOf returns the page with an id.
func pageOf(id string) page {
	for _, p := range pages() {
		if p.id == id {
			return p
		}
	}
	return page{}
}

// leadsTo reports whether the page has a button for another one. Inner pages lead back to
// Explore and to each other.
func (p page) leadsTo(other page) bool {
	switch {
	case p.id == other.id:
		return false
	case p.id == "explore":
		return true
	case p.id == "steps": // has buttons of its own
		return other.id == "explore"
	case p.inner:
		return other.inner || other.id == "explore"
	}
	return !other.inner
}

// reply shows the page, with buttons that lead to the other pages.
func (p page) reply(boards *render.Renderer, c Card) (*chat.Reply, error) {
	l := Layout{Boards: boards, Style: c.Style, Audience: chat.OwnPage}
	p.show(c, &l)
	if p.id == "castling" {
		l.Buttons(c.CastlingButtons(chess960.Chess960Castling))
	} else {
		l.Buttons(c.PageButtons(p.id))
	}
	return l.Reply()
}

// showNotation shows the position in words, for people who listen, and in the notations for
// programs and game records.
func (c Card) showNotation(l *Layout) {
	p := c.Position
	l.Text(Heading(p, nil))
	l.Text(fmt.Sprintf("White's first rank: %s.\n%s", explain.Spell(p.String()), undefended(p)))
	l.Text(fmt.Sprintf("**X-FEN**\n```\n%s\n```\n**Shredder-FEN**\n```\n%s\n```\n**PGN**\n```\n%s```", p.XFEN(), p.ShredderFEN(), p.PGNTags()))
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

// showBoard shows the board, with buttons for other positions and menus for another
// style.
func (c Card) showBoard(l *Layout) {
	mirror := fmt.Sprintf("Mirror image (SP-%d)", c.Position.Mirror().SP())
	view := "View as Black"
	if c.Style.FromBlack {
		view = "View as White"
	}
	var notes []string
	if c.Method.Scheme != chess960.Scharnagl {
		notes = append(notes, fmt.Sprintf("Previous and Next count by %s numbers.", c.Method.Scheme.Name))
	}
	l.Text(Heading(c.Position, notes))
	l.Board(c.Position, "")
	l.Text(c.numbersAndMirror())
	l.Buttons([]chat.Component{c.Button("previous", "Previous"), c.Button("next", "Next"), c.Button("mirror", mirror), c.Button("view", view)})
	l.Row(c.themeMenu())
}
