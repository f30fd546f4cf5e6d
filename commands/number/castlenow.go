package number

import (
	"slices"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// now says of a position of a game which castlings are allowed, and why the others are not.
// The notes stand under the heading.
func (c castles) now(p castling.Position, fen string, number int, notes ...voice.Sentence) (*chat.Reply, error) {
	turn := p.Turn()
	var verdicts []castling.Verdict
	if c.over == "" {
		verdicts = c.verdicts(p, turn)
	}
	lines := voice.Lines{voice.Heading(2, c.heading(turn, number)), voice.Run(notes)}
	if c.rules != chess960.Chess960Castling {
		lines = append(lines, card.CastlingBy{Rules: voice.Raw(c.rules.Name)})
	}
	if p.RightsAssumed() {
		lines = append(lines, voice.Phrase("number.rightsAssumed"))
	}
	lines = append(lines, c.linesOf(verdicts))
	bothPlay := p.HasKing(turn.Opponent())
	if bothPlay && c.over == "" {
		lines = append(lines, voice.Say("number.otherPlayer", voice.F{"Player": turn.Opponent()}), c.linesOf(c.verdicts(p, turn.Opponent())))
	}
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.Text(lines)
	c.board(&l, p, verdicts, "castling-"+c.style.Side()+".png")
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

// An ending is why the player to move has no legal move.
type ending string

// inGame is now for a position of a game, in which nobody castles after the end.
func (c castles) inGame(p game.Position, number int, notes ...voice.Sentence) (*chat.Reply, error) {
	switch p = p.By(c.rules); {
	case len(p.Moves()) > 0:
	case p.Attackers(p.King(p.Turn()), p.Turn().Opponent()) != nil:
		c.over = "checkmate"
	default:
		c.over = "stalemate"
	}
	return c.now(p.Position, p.XFEN(), number, notes...)
}

// heading says who is to move, and before which move of the game; 0 for an unknown one.
func (c castles) heading(turn castling.Colour, number int) voice.Sentence {
	switch {
	case c.over != "":
		return voice.Say("number.over."+string(c.over), voice.F{"Player": turn})
	case number == 0:
		return voice.Say("number.castlingNow", voice.F{"Player": turn})
	}
	return voice.Say("number.atMove", voice.F{"Player": turn, "Number": number})
}

// AddBoard adds the board of a position, without marks.
func AddBoard(l *card.Layout, p castling.Position, file string) {
	castles{style: l.Style}.board(l, p, nil, file)
}

// AddCastlings adds which castlings the player to move has in a position of a game, and why
// not the others, with the board.
func AddCastlings(l *card.Layout, p castling.Position, file string) {
	c := castles{style: l.Style, rules: chess960.Chess960Castling, played: true}
	verdicts := c.verdicts(p, p.Turn())
	l.Text(c.linesOf(verdicts))
	c.board(l, p, verdicts, file)
}

func (c castles) verdicts(p castling.Position, player castling.Colour) []castling.Verdict {
	var verdicts []castling.Verdict
	for _, side := range chess960.CastlingSides() {
		verdicts = append(verdicts, p.Judge(player, side, c.rules))
	}
	return verdicts
}

// linesOf says each verdict in one line: the castling, the answer, and then every reason,
// or the ways of king and rook if the castling is allowed. The reason why a game has lost a right
// is one of its moves. What stops both castlings is said once: a check above them.
func (c castles) linesOf(verdicts []castling.Verdict) (lines voice.Lines) {
	if verdicts == nil {
		return nil
	}
	var line, checks voice.Run
	if a, b := verdicts[0], verdicts[1]; a.Answer() == b.Answer() && !c.stoppedAlike(a, b) {
		for _, r := range a.Reasons {
			if r.Kind == castling.InCheck {
				checks = append(checks, r)
			}
		}
	}
	if checks != nil {
		lines = append(lines, checks)
	}
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
			v.Reasons = v.Reasons[len(checks):]
			line = append(line, reasonsOf(v)...)
		default:
			line = append(line, v.Ways())
		}
		lines, line = append(lines, line), nil
	}
	return lines
}

// reasonsOf says what forbids a castling: the men in the way in one sentence, all attacks in one,
// every other reason in one of its own.
func reasonsOf(v castling.Verdict) (said voice.Run) {
	var inTheWay, attacks []castling.Reason
	var others []voice.Sentence
	for _, r := range v.Reasons {
		switch r.Kind {
		case castling.Occupied:
			inTheWay = append(inTheWay, r)
		case castling.Attacked:
			attacks = append(attacks, r)
		default:
			others = append(others, r)
		}
	}
	return append(append(said, blockers(inTheWay), attacked(attacks)), others...)
}

// attacked says which squares are attacked: by one piece, which has a name, or by several on their
// squares. The arrows of the board say which of those attacks which square.
func attacked(attacks []castling.Reason) voice.Sentence {
	if attacks == nil {
		return nil
	}
	var squares, from []castling.Square
	for _, r := range attacks {
		squares, from = append(squares, r.Square), append(from, r.From)
	}
	slices.Sort(squares)
	slices.Sort(from)
	squares, from = slices.Compact(squares), slices.Compact(from)
	if len(from) > 1 {
		return voice.Say("number.attackedByMany", voice.F{"From": from, "Squares": squares})
	}
	return voice.Say("number.attacked", voice.F{"By": attacks[0].By, "From": from, "Squares": squares})
}

// blockers says which men are in the way of a castling: one by name, more by their squares.
func blockers(men []castling.Reason) voice.Sentence {
	switch len(men) {
	case 0:
		return nil
	case 1:
		return men[0]
	}
	var squares voice.And
	for _, m := range men {
		squares = append(squares, m.Square)
	}
	return voice.Say("number.inTheWay", voice.F{"Squares": squares})
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

// board adds the board, with an arrow for each castling that is allowed, and what stops the others if they
// have a right: men in the way in frames, and an arrow from each attacker. The alt text has the same.
func (c castles) board(l *card.Layout, p castling.Position, verdicts []castling.Verdict, file string) {
	var d render.Diagram
	for s := range castling.Square(64) {
		d.Men[s] = byte(p.Piece(s))
	}
	alt := voice.Run{voice.Say("number.seenFrom", voice.F{"Viewer": c.style.Viewer(), "Player": p.Turn()})}
	for _, player := range []castling.Colour{castling.White, castling.Black} {
		alt = append(alt, voice.Say("number.menOf", voice.F{"Player": player, "Men": placed(p, player)}))
	}
	for _, v := range verdicts {
		if v.Answer() == castling.Allowed {
			d.Arrows, alt = append(d.Arrows, card.CastlingArrow(v.Castling, v.Colour)), append(alt, arrowOf(v))
		}
	}
	var framed voice.And
	for _, r := range stops(verdicts) {
		if r.Kind == castling.Occupied {
			d.Marked, framed = append(d.Marked, int(r.Square)), append(framed, r.Square)
			continue
		}
		d.Arrows = append(d.Arrows, render.Arrow{From: int(r.From), To: int(r.Square), Kind: render.AttackArrow})
		alt = append(alt, voice.Say("number.redArrow", voice.F{"From": r.From, "To": r.Square}))
	}
	if framed != nil {
		alt = append(alt, voice.Say("number.framed", voice.F{"Squares": framed}))
	}
	l.Diagram(file, alt, d)
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

// arrowOf describes the arrow of a castling. The king's arrow is blue. The rook's is orange, and shown
// if the king stays.
func arrowOf(v castling.Verdict) voice.Sentence {
	a := card.CastlingArrow(v.Castling, v.Colour)
	ends := voice.F{"From": castling.Square(a.From), "To": castling.Square(a.To)}
	if a.Kind == render.RookArrow {
		return voice.Say("number.castlingArrow.rook", ends)
	}
	return voice.Say("number.castlingArrow.king", ends)
}

// placed returns a player's men, a line for each kind.
func placed(p castling.Position, player castling.Colour) (men voice.Row) {
	for _, kind := range "KQRBNP" {
		var piece castling.Piece
		var on voice.Plural[castling.Square]
		for s := range castling.Square(64) {
			if man := p.Piece(s); man != 0 && man.Colour() == player && rune(man.Kind()) == kind {
				piece, on = man, append(on, s)
			}
		}
		if on != nil {
			men = append(men, voice.Say("number.kindOn", voice.F{"Piece": piece, "Squares": on}))
		}
	}
	return men
}
