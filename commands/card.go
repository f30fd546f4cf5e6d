package commands

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// A card is the answer to every command about a position: its board, its number
// in every scheme, its FENs, and an explanation with a picture a step.
type card struct {
	command   string // whose answer it is
	position  chess960.Position
	look      look
	owner     string // who may turn its pages; everyone else gets a copy of their own
	method    *explain.Method
	direction explain.Direction
	fileName  string // of the board's picture; "" for one after the position
}

// nobody owns a card that must stay as it is, such as a drawn position.
const nobody = "0"

// reply lays the card out. The notes stand under its heading; more buttons
// stand in a row above the ones that turn its page.
func (c card) reply(tools Tools, notes []string, more ...Component) (*Reply, error) {
	l := layout{boards: tools.Boards, look: c.look}
	l.text(heading(c.position, notes))
	l.board(c.position, c.fileName)
	l.text(numbers(c.position))
	l.text(fens(c.position))
	if c.command == "daily" {
		l.text(forTheGame(c.position))
	}
	if more != nil {
		l.row(more...)
	}
	l.row(c.pageButtons()...)
	l.separator()
	l.row(c.methodMenu())
	l.row(c.directionButton())
	l.explanation(c.method.Explain(c.position, c.direction))
	return l.reply()
}

func heading(p chess960.Position, notes []string) string {
	lines := append([]string{fmt.Sprintf("## SP-%d · %v", p.SP(), p)}, notes...)
	switch p.SP() {
	case standard:
		lines = append(lines, "The classical array.")
	case 0:
		lines = append(lines, "Where numbers run from 1 to 960, Scharnagl's convention is to divide by 960 and keep the remainder: 960 is SP-0.")
	}
	return strings.Join(lines, "\n")
}

// numbers lists the position's number beside each scheme's name. Scharnagl's
// 1-960 is left to the heading of SP-0, where alone it differs.
func numbers(p chess960.Position) string {
	var list []string
	for _, s := range chess960.Schemes() {
		if s != chess960.Scharnagl1To960 {
			list = append(list, fmt.Sprintf("**%s** %d", s.Name, s.Derive(p).Number()))
		}
	}
	mirror := p.Mirror()
	return fmt.Sprintf("### Numbers\n%s\nMirror twin: SP-%d · %v", strings.Join(list, " · "), mirror.SP(), mirror)
}

func fens(p chess960.Position) string {
	return fmt.Sprintf("**X-FEN**\n```\n%s\n```\n**Shredder-FEN**\n```\n%s\n```", p.XFEN(), p.ShredderFEN())
}

// forTheGame is what a daily post has for those who play its position.
func forTheGame(p chess960.Position) string {
	undefended := p.UndefendedPawns()
	pawns := "All pawns are defended at the start."
	switch undefended.Len() {
	case 0:
	case 1:
		pawns = fmt.Sprintf("The %s-pawns are undefended at the start.", undefended)
	default:
		pawns = fmt.Sprintf("The pawns on the files %s are undefended at the start.", undefended)
	}
	return fmt.Sprintf("**PGN**\n```\n%s```\n%s", p.PGNTags(), pawns)
}

// lichess returns the address of lichess's analysis board for the position.
func lichess(p chess960.Position) string {
	return "https://lichess.org/analysis/chess960/" + strings.ReplaceAll(p.XFEN(), " ", "_")
}
