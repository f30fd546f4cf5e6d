package number

import (
	"slices"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// now says of a position of a game which castlings are allowed, and why the others are not.
// The notes stand under the heading.
func (c castles) now(p castling.Position, fen string, notes ...voice.Sentence) (*chat.Reply, error) {
	turn := p.Turn()
	verdicts := c.verdicts(p, turn)
	lines := voice.Lines{voice.Heading(2, voice.Say("number.castlingNow", voice.F{"Player": turn})), voice.Run(notes)}
	if c.rules != chess960.Chess960Castling {
		lines = append(lines, card.CastlingBy{Rules: voice.Raw(c.rules.Name)})
	}
	if p.RightsAssumed() {
		lines = append(lines, voice.Phrase("number.rightsAssumed"))
	}
	lines = append(lines, c.linesOf(verdicts, withWays))
	bothPlay := p.HasKing(turn.Opponent())
	if bothPlay {
		others := c.linesOf(c.verdicts(p, turn.Opponent()), withoutWays)
		lines = append(lines, append(voice.Run{voice.Bold(voice.Say("number.otherPlayer", voice.F{
			"Player": turn.Opponent(),
		}))}, others...))
	}
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.Text(lines)
	l.Diagram("castling-"+c.style.Side()+".png", c.alt(p, verdicts), diagramOf(p, verdicts))
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
	c := castles{style: l.Style}
	l.Diagram(file, c.men(p), diagramOf(p, nil))
}

// AddCastlings adds which castlings the player to move has in a position of a game, and why
// not the others, with the board.
func AddCastlings(l *card.Layout, p castling.Position, file string) {
	c := castles{style: l.Style, rules: chess960.Chess960Castling, played: true}
	verdicts := c.verdicts(p, p.Turn())
	l.Text(c.linesOf(verdicts, withWays))
	l.Diagram(file, c.alt(p, verdicts), diagramOf(p, verdicts))
}

func (c castles) verdicts(p castling.Position, player castling.Colour) []castling.Verdict {
	var verdicts []castling.Verdict
	for _, side := range chess960.CastlingSides() {
		verdicts = append(verdicts, p.Judge(player, side, c.rules))
	}
	return verdicts
}

// Whether the lines say where king and rook go.
const withWays, withoutWays = true, false

// mostReasons is the number of reasons that a line says. Only positions with many promoted
// queens have more.
const mostReasons = 16

// linesOf says each verdict in one line: the castling, the answer, and then every reason,
// or the ways of king and rook if the castling is allowed. The reason why a game has lost a right
// is one of its moves. What stops both castlings is said once.
func (c castles) linesOf(verdicts []castling.Verdict, ways bool) (lines voice.Lines) {
	var line voice.Run
	for i, v := range verdicts {
		line = append(line, v.Heading())
		if i+1 < len(verdicts) && c.stoppedAlike(v, verdicts[i+1]) {
			continue
		}
		switch lost := c.losses[v.Colour][v.Side]; {
		case lost.How != "":
			line = append(line, lost)
		case c.played && v.Answer() == castling.NotAnyMore:
			line = append(line, voice.Phrase("number.lostInGame"))
		case len(v.Reasons) > 0:
			line = append(line, reasonsOf(v)...)
		case ways:
			line = append(line, v.Ways())
		}
		lines, line = append(lines, line), nil
	}
	return lines
}

// reasonsOf says what forbids a castling: the occupied squares in one sentence, every other reason
// in one of its own.
func reasonsOf(v castling.Verdict) (said voice.Run) {
	var squares voice.And
	var others []castling.Reason
	for _, r := range v.Reasons {
		if r.Kind == castling.Occupied {
			squares = append(squares, r.Square)
		} else {
			others = append(others, r)
		}
	}
	if squares != nil {
		said = append(said, voice.Say("number.occupied", voice.F{"Squares": squares}))
	}
	for _, r := range others[:min(len(others), mostReasons)] {
		said = append(said, r)
	}
	if more := len(others) - mostReasons; more > 0 {
		said = append(said, voice.Say("number.moreReasons", voice.F{"More": voice.Count(more)}))
	}
	return said
}

// stoppedAlike reports whether two castlings are forbidden for the same reasons.
func (c castles) stoppedAlike(a, b castling.Verdict) bool {
	if lost := c.losses[a.Colour][a.Side]; lost.How != "" {
		return lost == c.losses[b.Colour][b.Side]
	}
	return a.Answer() != castling.Allowed && a.Answer() == b.Answer() && slices.Equal(a.Reasons, b.Reasons)
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

// diagramOf shows an arrow for each castling that is allowed, and what stops the others if they
// have a right: men in the way in frames, and an arrow from each attacker.
func diagramOf(p castling.Position, verdicts []castling.Verdict) (d render.Diagram) {
	for s := range castling.Square(64) {
		d.Men[s] = byte(p.Piece(s))
	}
	for _, v := range verdicts {
		if v.Answer() == castling.Allowed {
			d.Arrows = append(d.Arrows, card.CastlingArrow(v.Castling, v.Colour))
		}
	}
	for _, r := range stops(verdicts) {
		if r.Kind == castling.Occupied {
			d.Marked = append(d.Marked, int(r.Square))
		} else {
			d.Arrows = append(d.Arrows, render.Arrow{From: int(r.From), To: int(r.Square), Kind: render.AttackArrow})
		}
	}
	return d
}

// stops returns what stops the castlings that have a right, each once: a check stops both.
func stops(verdicts []castling.Verdict) (reasons []castling.Reason) {
	for _, v := range verdicts {
		for _, r := range v.Reasons {
			if v.Answer() == castling.NotNow && !slices.Contains(reasons, r) {
				reasons = append(reasons, r)
			}
		}
	}
	return reasons
}

// alt describes the diagram: the pieces, the arrows and the frames.
func (c castles) alt(p castling.Position, verdicts []castling.Verdict) voice.Sentence {
	said := c.men(p)
	for _, v := range verdicts {
		if v.Answer() == castling.Allowed {
			said = append(said, arrowOf(v))
		}
	}
	for _, r := range stops(verdicts) {
		if r.Kind == castling.Occupied {
			said = append(said, voice.Say("number.framed", voice.F{"Square": r.Square}))
		} else {
			said = append(said, voice.Say("number.redArrow", voice.F{"From": r.From, "To": r.Square}))
		}
	}
	return said
}

// men names the pieces on the board, and who is to move.
func (c castles) men(p castling.Position) voice.Run {
	said := voice.Run{voice.Say("number.seenFrom", voice.F{"Viewer": c.style.Viewer(), "Player": p.Turn()})}
	for _, player := range []castling.Colour{castling.White, castling.Black} {
		said = append(said, voice.Say("number.menOf", voice.F{"Player": player, "Men": placed(p, player)}))
	}
	return said
}

// arrowOf describes the arrow of a castling.
func arrowOf(v castling.Verdict) castlingArrow {
	a := card.CastlingArrow(v.Castling, v.Colour)
	said := castlingArrow{Kind: blueArrow, From: castling.Square(a.From), To: castling.Square(a.To)}
	if a.Kind == render.RookArrow {
		said.Kind = orangeArrow
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
	kindOn struct {
		voice.Facts
		Piece   castling.Piece
		Squares squares
	}
)

// squares choose the plural form.
type squares []castling.Square

// Count returns how many squares there are.
func (s squares) Count() int { return len(s) }

// A castlingArrow describes the arrow of an allowed castling.
type castlingArrow struct {
	Kind     arrowKind
	From, To castling.Square
}

// An arrowKind is the look of an arrow.
type arrowKind string

// The king's arrow is blue. The rook's is orange, and shown if the king stays.
const (
	blueArrow   arrowKind = "king"
	orangeArrow arrowKind = "rook"
)

// Sentence returns the kind.
func (a castlingArrow) Sentence() string { return string(a.Kind) }
