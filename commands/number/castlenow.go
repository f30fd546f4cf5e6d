package number

import (
	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/render"
	"chess960bot/voice"
)

// now says of a position of a game which castlings are allowed, and why the others are not.
// The notes stand under the heading.
func (c castles) now(p castling.Position, fen string, notes ...voice.Sentence) (*chat.Reply, error) {
	turn := p.Turn()
	verdicts := c.verdicts(p, turn)
	lines := append(voice.Lines{voice.Heading(2, castlingNow{Player: turn})}, notes...)
	if c.rules != chess960.Chess960Castling {
		lines = append(lines, card.CastlingBy{Rules: voice.Raw(c.rules.Name)})
	}
	if p.RightsAssumed() {
		lines = append(lines, voice.Phrase("number.rightsAssumed"))
	}
	lines = append(lines, c.linesOf(verdicts))
	bothPlay := p.HasKing(turn.Opponent())
	if bothPlay {
		lines = append(lines, voice.Heading(3, ifItWere{Player: turn.Opponent()}), c.linesOf(c.verdicts(p, turn.Opponent())))
	}
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.Text(lines)
	png, err := c.boards.Diagram(c.diagram(p, verdicts))
	l.Picture(chat.Picture{Name: "castling-" + c.style.Side() + ".png", Alt: c.alt(p, verdicts), PNG: png}, err)
	var buttons []chat.Component
	if a, ok := aloneOf(verdicts); ok {
		buttons = append(buttons, card.MannersButton(a, c.rules))
	}
	if bothPlay {
		buttons = append(buttons, chat.LinkButton(voice.Phrase("card.openOnLichess"), card.LichessFEN(fen)))
	}
	l.Buttons(buttons)
	return l.Reply()
}

// AddBoard adds the board of a position, without marks.
func AddBoard(l *card.Layout, p castling.Position, file string) {
	c := castles{boards: l.Boards, style: l.Style}
	png, err := c.boards.Diagram(c.diagram(p, nil))
	l.Picture(chat.Picture{Name: file, Alt: c.men(p), PNG: png}, err)
}

// AddCastlings adds which castlings the player to move has in a position of a game, and why
// not the others, with the board.
func AddCastlings(l *card.Layout, p castling.Position, file string) {
	c := castles{boards: l.Boards, style: l.Style, rules: chess960.Chess960Castling, played: true}
	verdicts := c.verdicts(p, p.Turn())
	l.Text(c.linesOf(verdicts))
	png, err := c.boards.Diagram(c.diagram(p, verdicts))
	l.Picture(chat.Picture{Name: file, Alt: c.alt(p, verdicts), PNG: png}, err)
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
// or the ways of king and rook if the castling is allowed. The reason why a game has lost a right
// is one of its moves.
func (c castles) linesOf(verdicts []castling.Verdict) (lines voice.Lines) {
	for _, v := range verdicts {
		line := voice.Run{v.Heading()}
		if lost := c.losses[v.Colour][v.Side]; lost.How != "" {
			lines = append(lines, append(line, lost))
			continue
		}
		if c.played && v.Answer() == castling.NotAnyMore {
			lines = append(lines, append(line, voice.Phrase("number.lostInGame")))
			continue
		}
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
func (c castles) alt(p castling.Position, verdicts []castling.Verdict) voice.Sentence {
	said := append(c.men(p), voice.Phrase("number.arrows"))
	for _, v := range verdicts {
		if v.Answer() == castling.NotAnyMore {
			said = append(said, noArrows{Side: v.Side})
			continue
		}
		said = append(said, arrowsOf{Side: v.Side, Ways: v.Ways()})
		for _, r := range v.Reasons {
			if r.Kind == castling.Occupied {
				said = append(said, striped{Square: r.Square})
			} else {
				said = append(said, redArrow{From: r.From, To: r.Square})
			}
		}
	}
	return said
}

// men names the pieces on the board, and who is to move.
func (c castles) men(p castling.Position) voice.Run {
	said := voice.Run{seenFrom{Viewer: c.style.Viewer(), Player: p.Turn()}}
	for _, player := range []castling.Colour{castling.White, castling.Black} {
		said = append(said, menOf{Player: player, Men: placed(p, player)})
	}
	return said
}

// placed returns a player's men, a line for each kind.
func placed(p castling.Position, player castling.Colour) (men voice.Row) {
	for _, kind := range "KQRBNP" {
		var on kindOn
		for s := range castling.Square(64) {
			if piece := p.Piece(s); piece != 0 && piece.Colour() == player && rune(piece.Kind()) == kind {
				on.Piece, on.Squares = piece, append(on.Squares, s)
			}
		}
		if on.Squares != nil {
			men = append(men, on)
		}
	}
	return men
}

// The sentences of an answer about a position of a game, and of its picture.
type (
	castlingNow struct {
		voice.Facts
		Player castling.Colour
	}
	ifItWere struct {
		voice.Facts
		Player castling.Colour
	}
	seenFrom struct {
		voice.Facts
		Viewer, Player castling.Colour
	}
	menOf struct {
		voice.Facts
		Player castling.Colour
		Men    voice.Row
	}
	kindOn struct {
		voice.Facts
		Piece   castling.Piece
		Squares squares
	}
	arrowsOf struct {
		voice.Facts
		Side chess960.CastlingSide
		Ways castling.Ways
	}
	noArrows struct {
		voice.Facts
		Side chess960.CastlingSide
	}
	striped struct {
		voice.Facts
		Square castling.Square
	}
	redArrow struct {
		voice.Facts
		From, To castling.Square
	}
)

// squares choose the plural form.
type squares []castling.Square

// Count returns how many squares there are.
func (s squares) Count() int { return len(s) }
