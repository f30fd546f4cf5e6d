package number

import (
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/render"
	"chess960bot/voice"
)

// now says of a position of a game which castlings are allowed, and why the others are not.
func (c castles) now(p castling.Position) (*chat.Reply, error) {
	turn := p.Turn()
	verdicts := c.verdicts(p, turn)
	lines := voice.Lines{voice.Raw(fmt.Sprintf("## Castling now: %v to move", turn))}
	if c.rules != chess960.Chess960Castling {
		lines = append(lines, voice.Raw(fmt.Sprintf("By %s's rules.", c.rules.Name)))
	}
	if p.RightsAssumed() {
		lines = append(lines, voice.Raw("The FEN does not say who may still castle. A king and rooks on their first rank count as not moved."))
	}
	lines = append(lines, linesOf(verdicts))
	lines = append(lines, voice.Raw(fmt.Sprintf("### %v, if it were %v's turn", turn.Opponent(), turn.Opponent())))
	lines = append(lines, linesOf(c.verdicts(p, turn.Opponent())))
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.Text(lines)
	png, err := c.boards.Diagram(c.diagram(p, verdicts))
	l.Picture(chat.Picture{Name: "castling-" + c.style.Side() + ".png", Alt: voice.Raw(c.alt(p, verdicts)), PNG: png}, err)
	var buttons []chat.Component
	if a, ok := aloneOf(verdicts); ok {
		buttons = append(buttons, card.MannersButton(a, c.rules))
	}
	l.Buttons(append(buttons, chat.LinkButton(voice.Raw("Open on lichess"), card.LichessFEN(p.XFEN()))))
	return l.Reply()
}

func (c castles) verdicts(p castling.Position, player castling.Colour) []castling.Verdict {
	var verdicts []castling.Verdict
	for _, side := range chess960.CastlingSides() {
		verdicts = append(verdicts, p.Judge(player, side, c.rules))
	}
	return verdicts
}

// mostReasons is the number of reasons that a line says. Only positions with many promoted
// queens have more.
const mostReasons = 16

// moreReasons says how many reasons a line leaves out.
type moreReasons struct {
	voice.Facts
	More voice.Count
}

// linesOf says each verdict in one line: the castling, the answer, and then every reason,
// or the ways of king and rook if the castling is allowed.
func linesOf(verdicts []castling.Verdict) (lines voice.Lines) {
	for _, v := range verdicts {
		line := voice.Run{v.Heading()}
		if len(v.Reasons) == 0 {
			line = append(line, v.Ways())
		}
		for i, r := range v.Reasons {
			if i == mostReasons {
				line = append(line, moreReasons{More: voice.Count(len(v.Reasons) - i)})
				break
			}
			line = append(line, r)
		}
		lines = append(lines, line)
	}
	return lines
}

// aloneOf returns the king with the rooks that still have a right. ok is false without a
// right.
func aloneOf(verdicts []castling.Verdict) (a castling.Alone, ok bool) {
	for _, v := range verdicts {
		if v.Answer() != castling.NotAnyMore {
			a.Colour, a.King = v.Colour, v.Castling.King.From
			a.Rooks |= chess960.FilesOf(v.Castling.Rook.From)
		}
	}
	return a, a.Rooks != 0
}

// diagram shows the ways of king and rook for each castling that has a right, and what stops
// them: occupied squares striped and framed, attacked squares with a target and an arrow from
// the attacker.
func (c castles) diagram(p castling.Position, verdicts []castling.Verdict) render.Diagram {
	d := render.Diagram{Theme: c.style.Theme, FromBlack: c.style.FromBlack}
	for s := range castling.Square(64) {
		d.Men[s] = byte(p.Piece(s))
	}
	for _, v := range verdicts {
		if v.Answer() == castling.NotAnyMore {
			continue
		}
		d.Arrows = append(d.Arrows, card.CastlingArrows(v.Castling, v.Colour)...)
		for _, r := range v.Reasons {
			if r.Kind == castling.Occupied {
				d.Marked, d.Striped = append(d.Marked, int(r.Square)), append(d.Striped, int(r.Square))
				continue
			}
			d.Targets = append(d.Targets, int(r.Square))
			d.Arrows = append(d.Arrows, render.Arrow{From: int(r.From), To: int(r.Square), Kind: render.AttackArrow})
		}
	}
	return d
}

// alt describes the diagram: the pieces, the arrows and the marks.
func (c castles) alt(p castling.Position, verdicts []castling.Verdict) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Board seen from %s's side, %v to move.", c.style.Viewer(), p.Turn())
	for _, player := range []castling.Colour{castling.White, castling.Black} {
		fmt.Fprintf(&b, " %v: %s.", player, menOf(p, player))
	}
	for _, v := range verdicts {
		if v.Answer() == castling.NotAnyMore {
			fmt.Fprintf(&b, " %v: no arrows.", v.Side)
			continue
		}
		fmt.Fprintf(&b, " %v: blue arrow, king %s; broken orange arrow, rook %s.", v.Side, squares(v.Colour, v.Castling.King), squares(v.Colour, v.Castling.Rook))
		for _, r := range v.Reasons {
			if r.Kind == castling.Occupied {
				fmt.Fprintf(&b, " Striped: %v.", r.Square)
			} else {
				fmt.Fprintf(&b, " Red arrow: %v to %v.", r.From, r.Square)
			}
		}
	}
	const most = 1024 // characters of an alt text
	return fmt.Sprintf("%.*s", most, b.String())
}

// squares says from where to where a piece goes. A piece that stays has no arrow.
func squares(player castling.Colour, w chess960.Way) string {
	if w.Stays() {
		return fmt.Sprintf("none, on %v", player.Square(w.To))
	}
	return fmt.Sprintf("%v to %v", player.Square(w.From), player.Square(w.To))
}

// menOf lists a player's men in words: "king g1, queen d1, rook a1 f1, pawn a2 b2".
func menOf(p castling.Position, player castling.Colour) string {
	var men []string
	for _, kind := range "KQRBNP" {
		squares := ""
		for s := range castling.Square(64) {
			if piece := p.Piece(s); piece != 0 && piece.Colour() == player && rune(piece.Kind()) == kind {
				squares += " " + s.String()
			}
		}
		if squares != "" {
			men = append(men, castling.Piece(kind).Name()+squares)
		}
	}
	return strings.Join(men, ", ")
}
