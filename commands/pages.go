package commands

import (
	"fmt"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// A page is a private page about a position. Every card has a button for each
// page.
type page struct {
	id, label string
	show      func(c card, l *layout)
	turns     map[string]turn // the page's own buttons and menus, by the first field of their custom ids
}

// A turn changes the card before its page is shown again. chosen is the choice in a
// menu; "" for a button.
type turn func(c *card, chosen string) error

// pages returns the private pages, in the order of their buttons.
func pages() []page {
	return []page{
		{"steps", "Step by step", card.showSteps, map[string]turn{"method": chooseMethod, "direction": otherDirection}},
		{"fen", "FEN and PGN", card.showNotation, nil},
		{"castling", "Castling", card.showCastling, nil},
		{"explore", "Explore", card.showBoard, map[string]turn{
			"previous": moveBy(-1), "next": moveBy(+1), "mirror": toMirror, "view": otherView, "theme": chooseTheme,
		}},
	}
}

// reply shows the page, with buttons that lead to the other pages.
func (p page) reply(tools Tools, c card) (*Reply, error) {
	l := layout{boards: tools.Boards, look: c.look}
	p.show(c, &l)
	l.buttons(c.pageButtons(p.id))
	return l.reply()
}

// showSteps explains the number step by step, each step with its strip.
func (c card) showSteps(l *layout) {
	l.explanation(c.method.Explain(c.derivation, c.direction))
	l.row(c.methodMenu())
	label := "Explain position → number"
	if c.direction == explain.ToNumber {
		label = "Explain number → position"
	}
	l.buttons([]Component{c.button("direction", label)})
}

// showNotation shows the position in the notations for programs, game records and
// screen readers.
func (c card) showNotation(l *layout) {
	p := c.position()
	l.text(heading(p, nil))
	l.text(fmt.Sprintf("**X-FEN**\n```\n%s\n```\n**Shredder-FEN**\n```\n%s\n```\n**PGN**\n```\n%s```", p.XFEN(), p.ShredderFEN(), p.PGNTags()))
	l.text(fmt.Sprintf("White's first rank: %s.\n%s", explain.Spell(p.String()), undefended(p)))
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
// look.
func (c card) showBoard(l *layout) {
	mirror := fmt.Sprintf("Mirror image (SP-%d)", c.position().Mirror().SP())
	view := "View as Black"
	if c.look.fromBlack {
		view = "View as White"
	}
	var notes []string
	if c.method.Scheme != chess960.Scharnagl {
		notes = append(notes, fmt.Sprintf("Previous and Next count by %s numbers.", c.method.Scheme.Name))
	}
	l.text(heading(c.position(), notes))
	l.board(c.position(), "")
	l.text(c.numbers())
	l.buttons([]Component{c.button("previous", "Previous"), c.button("next", "Next"), c.button("mirror", mirror), c.button("view", view)})
	l.row(c.themeMenu())
}
