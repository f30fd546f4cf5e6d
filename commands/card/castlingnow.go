package card

import (
	"slices"
	"strings"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// CastlingNow is the control of the button that shows which castlings are allowed in a position of
// a game: four fields of its FEN, and how its game has lost rights to castle. If there is no room for
// that, "?" says that a game has lost them, not a FEN.
var CastlingNow = chat.NewControl("castle-now", func(fen *string, f *chat.Fields) { f.Text(fen) })

// CastlingNowButton returns the button for a position, with the losses of its game.
func CastlingNowButton(label voice.Sentence, p game.Position, losses game.Losses) chat.Component {
	const longest = 100 - len("castle-now:")
	fen := strings.Join(strings.Fields(p.XFEN())[:4], " ")
	switch code := losses.String(); {
	case code == "":
	case len(fen)+len(" ")+len(code) > longest:
		fen += " ?"
	default:
		fen += " " + code
	}
	return chat.Secondary(label, CastlingNow.ID(fen))
}

// A Judge says which castlings are allowed in a position of a game.
type Judge struct {
	Rules  *chess960.CastlingRules
	Losses game.Losses // of the game that was played
	Played bool        // the position is one of a game without its moves, so no FEN is to blame
}

// Verdicts judges both castlings of a player.
func (j Judge) Verdicts(p castling.Position, player castling.Colour) []castling.Verdict {
	var verdicts []castling.Verdict
	for _, side := range chess960.CastlingSides() {
		verdicts = append(verdicts, p.Judge(player, side, j.Rules))
	}
	return verdicts
}

// Lines says each verdict in one line: the castling, the answer, and then every reason,
// or the ways of king and rook if the castling is allowed. The reason why a game has lost a right
// is one of its moves. What stops both castlings is said once: a check above them.
func (j Judge) Lines(verdicts []castling.Verdict) (lines voice.Lines) {
	if verdicts == nil {
		return nil
	}
	var line, checks voice.Run
	if a, b := verdicts[0], verdicts[1]; a.Answer() == b.Answer() && !j.stoppedAlike(a, b) {
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
		if i+1 < len(verdicts) && j.stoppedAlike(v, verdicts[i+1]) {
			continue
		}
		switch lost := j.Losses[v.Colour][v.Side]; {
		case lost.How != "":
			line = append(line, lost)
		case j.Played && v.Answer() == castling.NotAnyMore:
			line = append(line, voice.Phrase("card.lostInGame"))
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
		return voice.Say("card.attackedByMany", voice.F{"From": from, "Squares": squares})
	}
	return voice.Say("card.attacked", voice.F{"By": attacks[0].By, "From": from, "Squares": squares})
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
	return voice.Say("card.inTheWay", voice.F{"Squares": squares})
}

// stoppedAlike reports whether two castlings are forbidden for the same reasons.
func (j Judge) stoppedAlike(a, b castling.Verdict) bool {
	if lost := j.Losses[a.Colour][a.Side]; lost.How != "" {
		return lost == j.Losses[b.Colour][b.Side]
	}
	return a.Answer() != castling.Allowed && a.Answer() == b.Answer() && slices.Equal(a.Reasons, b.Reasons)
}

// GameBoard adds the board of a position, with an arrow for each castling that is allowed, and what stops the others if they
// have a right: men in the way in frames, and an arrow from each attacker. The alt text has the same.
func (l *Layout) GameBoard(fileName string, p castling.Position, verdicts []castling.Verdict) {
	var d render.Diagram
	for s := range castling.Square(64) {
		d.Men[s] = byte(p.Piece(s))
	}
	alt := voice.Run{voice.Say("card.seenFrom", voice.F{"Viewer": l.Style.Viewer(), "Player": p.Turn()})}
	for _, player := range []castling.Colour{castling.White, castling.Black} {
		alt = append(alt, voice.Say("card.menOf", voice.F{"Player": player, "Men": placed(p, player)}))
	}
	for _, v := range verdicts {
		if v.Answer() == castling.Allowed {
			a, kind := CastlingArrow(v.Castling, v.Colour), "king" // its arrow is blue
			if a.Kind == render.RookArrow {
				kind = "rook" // orange, if the king stays
			}
			d.Arrows = append(d.Arrows, a)
			alt = append(alt, voice.Say("card.castlingArrow."+kind, voice.F{"From": castling.Square(a.From), "To": castling.Square(a.To)}))
		}
	}
	var framed voice.And
	var stops []castling.Reason // each once: a check stops both castlings
	for _, v := range verdicts {
		for _, r := range v.Reasons {
			if v.Answer() == castling.NotNow && !slices.Contains(stops, r) { // the castling has a right
				stops = append(stops, r)
			}
		}
	}
	for _, r := range stops {
		if r.Kind == castling.Occupied {
			d.Marked, framed = append(d.Marked, int(r.Square)), append(framed, r.Square)
			continue
		}
		d.Arrows = append(d.Arrows, render.Arrow{From: int(r.From), To: int(r.Square), Kind: render.AttackArrow})
		alt = append(alt, voice.Say("card.redArrow", voice.F{"From": r.From, "To": r.Square}))
	}
	if framed != nil {
		alt = append(alt, voice.Say("card.framedSquares", voice.F{"Squares": framed}))
	}
	l.Diagram(fileName, alt, d)
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
			men = append(men, voice.Say("card.kindOn", voice.F{"Piece": piece, "Squares": on}))
		}
	}
	return men
}
